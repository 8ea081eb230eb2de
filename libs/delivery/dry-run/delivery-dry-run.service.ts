import { Injectable } from '@nestjs/common';
import { AudienceService } from '#libs/audience/recipients';
import { isServed, listLiveNames } from '#libs/content';
import { ClockService } from '#platform/runtime';
import type { DispatchRequest } from '../model/delivery.types.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import { disposeSamples } from '../selection/apply-samples.js';
import { choosesContent } from '../selection/reach.js';
import type { Samples } from '../selection/sample.repository.js';
import { AccountLimitsService } from './account-limits.service.js';
import { BlankSearchService } from './blank-search.service.js';
import { Examination } from './examination.js';
import { estimateTime } from './expected-time.js';
import { OutcomeForecast } from './outcome-forecast.js';
import { PastResultRepository } from './past-result.repository.js';
import { PolicySums } from './policy-sums.js';
import { PlannedRecipientsService, type PlanBounds } from './planned-recipients.service.js';
import { toUnsentChunk, toUnsentDispatch, toUnsentLease } from './unsent-send.js';
import type { LeftOutCount, SendForecast } from './dry-run.types.js';

/**
 * Recipients that are prepared as for a real send: about ten seconds of work. A larger send is counted in full, but only
 * the recipients of its first buckets are prepared. Users are in a bucket by a hash, so these are a fair sample.
 */
const MAX_EXAMINED = 50_000;

/**
 * The bounds of what a dry run may cost.
 *
 * @property maxExamined  recipients that are prepared as for a real send; the others are counted alone
 * @property lookForMs    time for further people who may miss something in the message
 */
export interface DryRunBounds extends PlanBounds {
  maxExamined?: number;
  lookForMs?: number;
}

/** Time for people who may miss something in the message: a caller of the interface waits for the answer. */
const LOOK_FOR_MS = 20_000;

/**
 * Forecasts a send without sending or storing anything. It selects recipients as a launch does, and prepares their
 * messages as a worker does.
 */
@Injectable()
export class DeliveryDryRunService {
  constructor(
    private readonly audience: AudienceService,
    private readonly blankSearch: BlankSearchService,
    private readonly planned: PlannedRecipientsService,
    private readonly batchPreparation: BatchPreparationService,
    private readonly accountLimits: AccountLimitsService,
    private readonly pastResults: PastResultRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * Forecasts a whole send.
   *
   * @throws AppError as `AudienceService.resolve`, and unavailable when `until` has ended
   */
  async forecastSend(
    request: Omit<DispatchRequest, 'notificationKey'>,
    { maxExamined = MAX_EXAMINED, lookForMs = LOOK_FOR_MS, ...bounds }: DryRunBounds = {},
    chosen?: Samples,
  ): Promise<SendForecast> {
    const { appId } = request;
    const lease = toUnsentLease(request, this.clock.now());
    const target = await this.audience.resolve(appId, request.target);
    const forecast = new OutcomeForecast(await this.accountLimits.readStatuses(appId));
    const message = await this.batchPreparation.prepareUnsent(toUnsentDispatch(lease));
    const policy = new PolicySums(lease.dueAt);
    const search = await this.blankSearch.plan(request);
    const until = { maxExamined, lookForMs, until: bounds.until };
    const examination = new Examination(search, until, request.message, (cut) => {
      const { channel, ids, owners } = cut;
      return this.batchPreparation.prepareBatch(toUnsentChunk(appId, channel, ids, owners), message, ids, true);
    });
    const { notChosen, standingBack } = await this.planned.selectAll(
      lease,
      target,
      bounds,
      async (groups, selectAmong) => {
        groups.forEach(({ platform, channel, ids }) => forecast.addPlanned(platform, channel, ids.length));
        await examination.examine(groups, selectAmong, (channel, batch) => {
          forecast.addBatch(channel, batch);
          policy.addBatch(batch);
        });
      },
      chosen,
    );
    const users = await this.audience.countFromRows(appId, target);
    const fetches = listLiveNames(request.message);
    const policyForecast = policy.build(notChosen, await this.pastResults.findKeys(appId, policy.dispatchIds));
    return {
      users,
      people: Math.max(0, users - standingBack),
      unserved: request.message.platforms.filter((platform) => !isServed(platform)),
      ...forecast.buildReport(request.message.platforms),
      expected: estimateTime(
        forecast.estimateLoads(await this.accountLimits.readRateLimits(appId)),
        forecast.recipients,
        request.speed,
      ),
      notChosen,
      blanks: examination.buildBlanks(),
      ...(fetches.length > 0 && { fetches }),
      ...(policyForecast && { policy: policyForecast }),
    };
  }

  /**
   * Forecasts the contents of a campaign, whose users a launch chooses for all of them together.
   *
   * @returns a forecast for each content, and how many users at least one of them reaches
   * @throws AppError as `forecastSend`
   */
  async forecastContents(
    requests: readonly Omit<DispatchRequest, 'notificationKey'>[],
    bounds: DryRunBounds = {},
  ): Promise<{ contents: (SendForecast & { leftOut: LeftOutCount[] })[]; reached: number }> {
    const leases = requests.map((request) => toUnsentLease(request, this.clock.now()));
    const [first] = leases;
    if (!first) {
      return { contents: [], reached: 0 };
    }
    const target = await this.audience.resolve(first.appId, first.target);
    const { samples, reached } = await this.planned.chooseContents(leases, target, bounds);
    try {
      const contents = [];
      for (const [index, request] of requests.entries()) {
        const chosen = choosesContent(request.options) ? samples[index] : undefined;
        const forecast = await this.forecastSend(request, bounds, chosen);
        const leftOut = await this.planned.countLeftOut(leases[index] ?? first, target, bounds, chosen);
        contents.push({ ...forecast, leftOut });
      }
      return { contents, reached };
    } finally {
      samples.forEach(disposeSamples);
    }
  }

  /**
   * Number of recipients that a launch would freeze now: `planned` of `forecastSend`, without a look at anybody's message.
   *
   * @throws AppError as `forecastSend`
   */
  async countPlanned(request: Omit<DispatchRequest, 'notificationKey'>, bounds: PlanBounds = {}): Promise<number> {
    let planned = 0;
    const target = await this.audience.resolve(request.appId, request.target);
    await this.planned.selectAll(toUnsentLease(request, this.clock.now()), target, bounds, (groups) => {
      planned += groups.reduce((sum, { ids }) => sum + ids.length, 0);
      return Promise.resolve();
    });
    return planned;
  }

  /** Users who match and are no recipients. @throws AppError as `forecastSend` */
  async countLeftOut(
    request: Omit<DispatchRequest, 'notificationKey'>,
    bounds: PlanBounds = {},
  ): Promise<LeftOutCount[]> {
    const target = await this.audience.resolve(request.appId, request.target);
    return this.planned.countLeftOut(toUnsentLease(request, this.clock.now()), target, bounds);
  }
}
