import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { HOUR_MS, Recurring } from '#platform/background';
import { ClockService } from '#platform/runtime';
import { DeletedUserRepository } from './deleted-user.repository.js';

const DAY_MS = 24 * 3600 * 1000;

/** A send in progress stores results of a deleted user until its last retry, and a day's partition goes as a whole. */
const MAX_RESULT_DELAY_DAYS = 30;

/** Deletes the records of deleted users after the longest retention. */
@Injectable()
export class DeletedUserRetentionService {
  constructor(
    private readonly deletedUsers: DeletedUserRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Deletes records of users that were deleted longer ago than any module keeps data, so that an erasure has nothing
   * left to find. The longest retention of all applications counts, because their results share partitions.
   *
   * @returns the number of deleted records
   */
  @Recurring('deleted-users.expire', HOUR_MS)
  async deleteExpired(): Promise<number> {
    const applications = await this.applications.listApplications();
    const retentionDays = applications.flatMap(({ settings: { retention } }) => [
      retention.results,
      retention.events,
      retention.inbox,
    ]);
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
