import { Injectable } from '@nestjs/common';
import { DeliveryDryRunService, type DryRunReport, type LeftOutCount } from '#libs/delivery';
import { Semaphore } from '#platform/async';
import type { CampaignRequest } from '../campaigns/campaign-store.service.js';

/** Whose message is prepared as for a send: about a second of work. */
const MAX_EXAMINED = 5000;
/** A reader of a page waits no longer, and the page gives up a moment later. */
const MAX_MS = 12_000;
/** Checks of one process at a time: each reads a whole audience. */
const MAX_CHECKS = 2;

export interface CampaignForecast {
  report: DryRunReport;
  leftOut: LeftOutCount[];
}

/** Ends when whoever waits for an answer gives up, or has gone. */
export function whileAwaited(asked?: AbortSignal): AbortSignal {
  return AbortSignal.any([...(asked ? [asked] : []), AbortSignal.timeout(MAX_MS)]);
}

/** Counts for screens whom a campaign would reach, with the planner of the launch. */
@Injectable()
export class CampaignForecastService {
  private readonly checks = new Semaphore(MAX_CHECKS);

  constructor(private readonly dryRuns: DeliveryDryRunService) {}

  /**
   * Counts a large audience in full, and prepares the messages of its first part.
   *
   * @throws AppError as `DeliveryDryRunService.forecastSend`; unavailable where it takes too long
   */
  async forecast(request: CampaignRequest, until: AbortSignal): Promise<CampaignForecast> {
    const bounds = { maxExamined: MAX_EXAMINED, until };
    return this.checks.run(async () => ({
      report: await this.dryRuns.forecastSend(request, bounds),
      leftOut: await this.dryRuns.countLeftOut(request, bounds),
    }));
  }

  /** Recipients that a launch would plan now. @throws AppError as `forecast` */
  async countPlanned(request: CampaignRequest, until: AbortSignal): Promise<number> {
    return this.checks.run(() => this.dryRuns.countPlanned(request, { until }));
  }
}
