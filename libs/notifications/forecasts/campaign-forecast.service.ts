import { Injectable } from '@nestjs/common';
import { CountService } from '#libs/audience';
import { DeliveryDryRunService } from '#libs/delivery/dry-run';
import { OPERATOR } from '#libs/tenancy';
import { Semaphore } from '#platform/async';
import { AppError } from '#platform/errors';
import type { CampaignRequest } from '#libs/notifications/campaigns';
import { CampaignCheckRepository } from './campaign-check.repository.js';
import {
  listContents,
  type CampaignForecast,
  type CheckedCampaign,
  type CheckedRequest,
  type SeenForecast,
} from './campaign-check.types.js';
import { CheckFactsService } from './check-facts.service.js';
import { findCheckWarnings } from './check-warnings.js';
import { MessageWarningService } from './message-warning.service.js';
import { mergeForecasts, type ContentForecast } from './merge-forecasts.js';

type PlanBounds = NonNullable<Parameters<DeliveryDryRunService['countPlanned']>[1]>;

/** The number of users whose message is prepared as for a send: about a second of work. */
const MAX_EXAMINED = 5000;
/** Time for a million people who may miss something in the message. */
const LOOK_FOR_MS = 60_000;
/** Counts of one process at a time: each reads a whole audience. */
const MAX_COUNTS = 2;
/** A launch counts so many again, to the last one. That takes a second or two. */
const EXACT_UP_TO = 200_000;
/** A launch to more goes by its check, which may be this old. */
const FRESH_SECONDS = 600;
/** A member who sends waits no longer for the count. */
const MAX_RECOUNT_MS = 12_000;
/** By how much the users of a large audience may differ from its check, in hundredths. */
const TOLERANCE_PERCENT = 1;

/** Counts the people that a campaign would reach, with the planner of the launch. */
@Injectable()
export class CampaignForecastService {
  private readonly places = new Semaphore(MAX_COUNTS);

  constructor(
    private readonly dryRuns: DeliveryDryRunService,
    private readonly counts: CountService,
    private readonly checks: CampaignCheckRepository,
    private readonly facts: CheckFactsService,
    private readonly messages: MessageWarningService,
  ) {}

  /**
   * Counts a large audience in full, prepares the messages of its first part, and looks at what the campaign will meet.
   *
   * @throws AppError as `DeliveryDryRunService.forecastSend`; unavailable when `until` has ended
   */
  async forecast(campaign: Omit<CheckedCampaign, 'hash'>, bounds: PlanBounds): Promise<CampaignForecast> {
    return this.places.run(async () => {
      const requests = listContents(campaign.request);
      const contents = await this.forecastContents(requests, bounds);
      const { report, ...counts } = mergeForecasts(contents);
      const facts = await this.facts.find(campaign, report, bounds.until);
      const faults = await this.messages.find(requests, campaign.startsAt);
      return { report, ...counts, warnings: [...faults, ...findCheckWarnings(campaign, { report, facts })] };
    });
  }

  /** Users of several contents are chosen for all of them together. */
  private async forecastContents(requests: readonly CampaignRequest[], bounds: PlanBounds): Promise<ContentForecast[]> {
    const [first] = requests;
    if (first !== undefined && requests.length === 1) {
      return [await this.forecastContent(first, bounds)];
    }
    const { contents } = await this.dryRuns.forecastContents(requests, {
      maxExamined: MAX_EXAMINED,
      lookForMs: LOOK_FOR_MS,
      until: bounds.until,
    });
    return contents.map(({ samples: _samples, notChosen, sampled, leftOut, ...report }) => ({
      report,
      leftOut: [...leftOut, ...notChosen],
      sampled,
    }));
  }

  private async forecastContent(request: CampaignRequest, { until, onShare }: PlanBounds): Promise<ContentForecast> {
    // Both read everyone.
    const half = (first: number) => ({ until, onShare: (share: number) => onShare?.((first + share) / 2) });
    const bounds = { maxExamined: MAX_EXAMINED, lookForMs: LOOK_FOR_MS, ...half(0) };
    const { samples: _samples, notChosen, sampled, ...report } = await this.dryRuns.forecastSend(request, bounds);
    return { report, leftOut: [...(await this.dryRuns.countLeftOut(request, half(1))), ...notChosen], sampled };
  }

  /**
   * Counts again, right before a launch. A large audience is not: it goes by its check of the last ten minutes, unless the
   * index counts more than one percent more or fewer users since.
   *
   * @param exactUpTo  so many recipients are counted
   * @returns recipients that a launch would plan now
   * @throws AppError changed_meanwhile for a large audience without such a check; as `forecast`
   */
  async recount(request: CheckedRequest, seen: SeenForecast, exactUpTo = EXACT_UP_TO): Promise<number> {
    if (seen.planned <= exactUpTo) {
      const until = AbortSignal.timeout(MAX_RECOUNT_MS);
      return this.places.run(async () => {
        const contents = listContents(request);
        if (contents.length === 1) {
          return this.dryRuns.countPlanned(request, { until });
        }
        const forecasts = await this.dryRuns.forecastContents(contents, { maxExamined: 0, lookForMs: 0, until });
        return forecasts.contents.reduce((sum, { planned }) => sum + planned, 0);
      });
    }
    const users = await this.checks.findUsers(request.appId, seen, FRESH_SECONDS);
    if (users === undefined) {
      throw new AppError('changed_meanwhile', 'It was checked more than ten minutes ago. Check it again', {
        field: 'planned',
      });
    }
    const { counts: now } = await this.counts.count(request.appId, request.target, OPERATOR);
    if (Math.abs(now - users) * 100 > users * TOLERANCE_PERCENT) {
      const text = `${now} users match now, and ${users} when it was checked. Nothing was sent; check it again`;
      throw new AppError('changed_meanwhile', text, { field: 'planned' });
    }
    return seen.planned;
  }
}
