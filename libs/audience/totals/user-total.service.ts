import { Inject, Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { type Logger, reportFault } from '#platform/runtime';
import { CountService } from '../counts/count.service.js';
import { type UserTotal, UserTotalRepository } from './user-total.repository.js';

export type { UserTotal } from './user-total.repository.js';

const HOUR_MS = 3_600_000;
/** Days for which totals are kept. */
const KEPT_DAYS = 365;

/** Keeps how many users each application had on each day. */
@Injectable()
export class UserTotalService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly counts: CountService,
    private readonly totals: UserTotalRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Notes the totals of today. An error of one application does not stop the others. */
  @Recurring('audience.total', HOUR_MS)
  async noteTotals(): Promise<void> {
    for (const { id } of await this.applications.listApplications()) {
      try {
        await this.totals.note(id, await this.counts.countUsers(id));
      } catch (error) {
        reportFault(this.logger, 'failed to note the users of an application', error, { level: 'error', appId: id });
      }
    }
    await this.totals.deleteOld(KEPT_DAYS);
  }

  /** The total of now, exact, and of those of the last days that were noted, ascending. */
  async read(appId: number, days: number): Promise<{ now: number; days: UserTotal[] }> {
    const [now, noted] = await Promise.all([this.counts.countUsers(appId), this.totals.list(appId, days)]);
    return { now, days: noted };
  }
}
