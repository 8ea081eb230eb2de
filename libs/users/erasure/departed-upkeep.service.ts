import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { DepartedRepository } from './departed.repository.js';

const DAY_MS = 24 * 3600 * 1000;

/** A send that was under way when its user was deleted stores results until its last retry, and a day goes as a whole. */
const LAST_TRACE_DAYS = 30;

/** Forgets deleted users once their time is over. */
@Injectable()
export class DepartedUpkeep {
  constructor(
    private readonly rows: DepartedRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Forgets who was deleted longer ago than any room keeps anything of anybody: an erasure finds nothing more of them. The
   * longest retention of all applications counts, because records of all of them lie in one partition and go with it.
   *
   * @returns how many were forgotten
   */
  async expire(): Promise<number> {
    const applications = await this.applications.listApplications();
    const kept = applications.flatMap(({ settings }) => Object.values(settings.retention));
    const before = new Date(this.clock.now().getTime() - (Math.max(0, ...kept) + LAST_TRACE_DAYS) * DAY_MS);
    let forgotten = 0;
    for (const { id } of applications) {
      let step: number;
      do {
        step = await this.rows.expire(id, before);
        forgotten += step;
      } while (step > 0);
    }
    return forgotten;
  }
}
