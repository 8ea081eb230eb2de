import { Injectable } from '@nestjs/common';
import { AudienceService } from '#libs/audience';
import { CHANNEL_DEFINITIONS, type Channel } from '#libs/channels';
import { isServed, listLiveNames } from '#libs/content';
import { ClockService } from '#platform/runtime';
import { LeaseDeadline, readMoment } from '../model/times/lease-deadline.js';
import { HOLD_REASONS, type DispatchRequest, type LeasedChunk } from '../model/delivery.types.js';
import type { FrozenOwners } from '../model/recipient-set.js';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
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
import { UserRecipientsService } from './user-recipients.service.js';
import type { LeftOutCount, PlatformForecast, SendForecast } from './dry-run.types.js';

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

/** No dispatch has this id. */
const NO_DISPATCH = 0;

/**
 * Forecasts a send without sending or storing anything. It selects recipients as a launch does, and prepares their
 * messages as a worker does.
 */
@Injectable()
export class DeliveryDryRunService {
  constructor(
    private readonly audience: AudienceService,
    private readonly userRecipients: UserRecipientsService,
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
    const lease = this.toLease(request);
    const target = await this.audience.resolve(appId, request.target);
    const forecast = new OutcomeForecast(await this.accountLimits.readStatuses(appId));
    const message = await this.prepareMessage(lease);
    const policy = new PolicySums(lease.dueAt);
    const search = await this.blankSearch.plan(request);
    const examination = new Examination(search, { maxExamined, lookForMs, until: bounds.until }, (cut) => {
      const { channel, ids, owners } = cut;
      return this.batchPreparation.prepareBatch(toChunk(appId, channel, ids, owners), message, ids, true);
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
      blanks: examination.buildBlanks(request.message),
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
    const leases = requests.map((request) => this.toLease(request));
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
    await this.planned.selectAll(this.toLease(request), target, bounds, (groups) => {
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
    return this.planned.countLeftOut(this.toLease(request), target, bounds);
  }

  /**
   * Forecasts a notification for the devices and addresses of one user.
   *
   * @returns undefined for a key without a dispatch
   */
  async forecastUser(
    appId: number,
    notificationKey: number,
    uid: number,
  ): Promise<{ request: Omit<DispatchRequest, 'speed'>; outlook: PlatformForecast[] } | undefined> {
    const request = await this.pastResults.findRequest(appId, notificationKey, uid);
    return request && { request, outlook: await this.forecastRequestForUser(request, uid) };
  }

  /**
   * Forecasts a send for the devices and addresses of one user, whether its target matches or not.
   *
   * @returns by platform; one on which the user has no device is absent
   */
  async forecastRequestForUser(
    request: Omit<DispatchRequest, 'notificationKey' | 'speed'>,
    uid: number,
  ): Promise<PlatformForecast[]> {
    const { appId } = request;
    const lease = this.toLease(request);
    const message = await this.prepareMessage(lease);
    const forecast = new OutcomeForecast(await this.accountLimits.readStatuses(appId));
    const aside = await this.planned.findChannelsAside(lease, uid);
    const isRecent = await this.planned.isRecent(lease, uid);
    for (const [channel, ids] of await this.userRecipients.find(appId, uid, request.message.platforms)) {
      if (isRecent || aside.has(channel)) {
        forecast.addSkipped(channel, isRecent ? 'RECENT' : 'SAME_ADDRESS');
        continue;
      }
      const [platform = Number.NaN] = Object.values(CHANNEL_DEFINITIONS[channel].platforms);
      if (await this.planned.isHeldOut(lease, platform, uid)) {
        forecast.addSkipped(channel, 'HOLDOUT');
        continue;
      }
      const owners = new Map(ids.map((id) => [id, uid]));
      const chunk = toChunk(appId, channel, ids, owners);
      forecast.addBatch(channel, await this.batchPreparation.prepareBatch(chunk, message, ids, true));
    }
    const keys = await this.pastResults.findKeys(appId, forecast.usedDispatches);
    return forecast.listForUser(request.message.platforms, keys);
  }

  /** Links are not tracked: without a dispatch no click can be counted. A missing link to unsubscribe is reported. */
  private async prepareMessage(lease: LaunchLease): Promise<PreparedMessage> {
    const dispatch = { ...lease, day: lease.launchedAt.toISOString().slice(0, 10) };
    return this.batchPreparation.prepareUnsent(dispatch);
  }

  private toLease(
    request: Omit<DispatchRequest, 'notificationKey' | 'speed'> & { notificationKey?: number },
  ): LaunchLease {
    const now = this.clock.now();
    const { dueAt, notificationKey, ...fields } = request;
    return {
      ...fields,
      // The key counts for the runs of a recurring campaign, and for the draw of a control group.
      notificationKey: ((fields.options.series ?? fields.options.holdout) !== undefined && notificationKey) || 0,
      dispatchId: NO_DISPATCH,
      epoch: 0,
      vbNext: 0,
      dueAt: dueAt ?? now,
      acceptedAt: now.getTime() * 1000,
      launchedAt: now,
    };
  }
}

function toChunk(appId: number, channel: Channel, ids: number[], owners: FrozenOwners): LeasedChunk {
  return {
    vb: 0,
    appId,
    dispatchId: NO_DISPATCH,
    chunkId: 0,
    channel,
    attempt: 0,
    expiresAt: null,
    done: 0,
    remaining: ids,
    owners,
    accounts: new Map(),
    counts: { sent: [], failed: [], skipped: [] },
    epoch: 0,
    // Nothing may leave.
    lease: new LeaseDeadline(0, readMoment()),
    holdReason: HOLD_REASONS.none,
    newer: 0,
    inFlight: null,
    attempted: null,
  };
}
