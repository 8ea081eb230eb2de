import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { DeletedUserRepository } from './deleted-user.repository.js';

const DAY_MS = 24 * 3600 * 1000;

/** A send that was under way when its user was deleted stores results until its last retry, and a day goes as a whole. */
const MAX_RESULT_DELAY_DAYS = 30;

/** Forgets deleted users once their time is over. */
@Injectable()
export class DeletedUserRetentionService {
  constructor(
    private readonly deletedUsers: DeletedUserRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Forgets who was deleted longer ago than any room keeps anything of anybody: an erasure finds nothing more of them. The
   * longest retention of all applications counts, because records of all of them lie in one partition and go with it.
   *
   * @returns how many were forgotten
   */
  async deleteExpired(): Promise<number> {
    const applications = await this.applications.listApplications();
    const retentionDays = applications.flatMap(({ settings }) => Object.values(settings.retention));
    const before = new Date(
      this.clock.now().getTime() - (Math.max(0, ...retentionDays) + MAX_RESULT_DELAY_DAYS) * DAY_MS,
    );
    let deleted = 0;
    for (const { id } of applications) {
      let batchSize: number;
      do {
        batchSize = await this.deletedUsers.deleteExpired(id, before);
        deleted += batchSize;
      } while (batchSize > 0);
    }
    return deleted;
  }
}
