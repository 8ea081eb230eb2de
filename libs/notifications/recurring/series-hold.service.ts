import { Injectable } from '@nestjs/common';
import type { ApprovalNeed, Occurrence } from '#libs/delivery';
import { DeliveryDryRunService } from '#libs/delivery/dry-run';
import { toRun, type LockedSeries } from '#libs/delivery/recurring';
import { ApplicationService } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { ApprovalService } from '#libs/notifications/approvals';

/** Decides if the next run of a recurring campaign waits for an approval of its own. */
@Injectable()
export class SeriesHoldService {
  constructor(
    private readonly dryRuns: DeliveryDryRunService,
    private readonly approvals: ApprovalService,
    private readonly applications: ApplicationService,
  ) {}

  /** The approval that a run needs by itself, since more or fewer get it than those of the series are for. */
  async find(series: LockedSeries): Promise<ApprovalNeed | null> {
    const { appId, rule, request } = series;
    const { from = 0, to = Infinity } = rule.recipients ?? {};
    const upTo = request.options.approval?.upTo;
    if (!series.next || (!rule.recipients && upTo === undefined)) {
      return null;
    }
    try {
      const users = upTo === undefined ? 0 : await this.approvals.countUsers(appId, request.target);
      const planned = rule.recipients ? await this.countPlanned(series, series.next) : from;
      if (users <= (upTo ?? 0) && planned >= from && planned <= to) {
        return null;
      }
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        // A target without a meaning: the launch stops the run and says so.
        return null;
      }
      throw error;
    }
    const { settings } = await this.applications.getApplication(appId);
    const limit = request.options.limits?.all;
    const { need } = await this.approvals.findAllowance(appId, settings.approval, {
      target: request.target,
      limit,
      isNow: false,
    });
    return need ?? { needed: 1 };
  }

  /** Recipients of all contents that a run would have now. */
  private async countPlanned(series: LockedSeries, run: Occurrence): Promise<number> {
    let planned = 0;
    for (const send of toRun(series, run, null)) {
      planned += await this.dryRuns.countPlanned(send);
    }
    return planned;
  }
}
