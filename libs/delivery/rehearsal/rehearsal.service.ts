import { Injectable } from '@nestjs/common';
import { AudienceService, ExplainService } from '#libs/audience';
import { type Channel, RateLimiterService } from '#libs/channels';
import { channelOf, createRenderPlan, platformByNumber, type Platform } from '#libs/content';
import { ProviderAccountService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { cutChunks } from '../cut-chunks.js';
import { HOLDS, type DispatchRequest, type LeasedChunk } from '../delivery.types.js';
import type { LaunchLease } from '../dispatch.repository.js';
import type { FrozenMessage } from '../frozen-messages.js';
import { dispose, LaunchAudience } from '../launch-audience.service.js';
import { type AccountStanding, ProviderAccounts } from '../provider-accounts.js';
import { SubBatches } from '../sub-batch.js';
import { type ChannelPace, expectedTime } from './expected-time.js';
import { Outlook } from './outlook.js';
import { PastResultRepository } from './past-result.repository.js';
import type { PastResult, PlatformOutlook, Rehearsal } from './rehearsal.types.js';

/**
 * Recipients that are looked at one by one: about ten seconds. All are counted, by platform; of a larger send the first
 * buckets are looked at, which users are in by a hash of their names.
 */
const MOST_EXAMINED = 50_000;

/** No dispatch has this number. */
const NO_DISPATCH = 0;

/**
 * Plays a send through without sending: the launch's planner says whom it would freeze, and what workers do right before
 * they send says who would get it. Nothing is stored.
 */
@Injectable()
export class RehearsalService {
  constructor(
    private readonly audience: AudienceService,
    private readonly explaining: ExplainService,
    private readonly users: UserLookupService,
    private readonly launches: LaunchAudience,
    private readonly subBatches: SubBatches,
    private readonly tenancy: ProviderAccountService,
    private readonly accounts: ProviderAccounts,
    private readonly turns: RateLimiterService,
    private readonly past: PastResultRepository,
    private readonly clock: ClockService,
  ) {}

  /** @throws AppError as `AudienceService.resolve` */
  async rehearse(request: Omit<DispatchRequest, 'notificationKey'>): Promise<Rehearsal> {
    const { appId } = request;
    const lease = this.leaseOf(request);
    const target = await this.audience.resolve(appId, request.target);
    const ranges = await this.audience.listRangesFor(appId, target);
    const samples = request.options.limits
      ? await this.launches.drawFrom(lease, target, ranges, () => Promise.resolve(true))
      : null;
    const outlook = new Outlook(await this.standings(appId));
    const message = messageOf(request, lease);
    try {
      for (const range of ranges) {
        const groups = await this.launches.recipients(lease, target, range, samples ?? new Map<number, never>());
        groups.forEach(({ platform, channel, ids }) => outlook.plan(platform, channel, ids.length));
        for (const { channel, ids } of cutChunks(groups)) {
          const some = ids.slice(0, Math.max(0, MOST_EXAMINED - outlook.examined));
          if (some.length > 0) {
            const batch = await this.subBatches.prepare(chunkOf(appId, channel, some), message, some);
            outlook.add(channel, batch);
          }
        }
      }
    } finally {
      dispose(samples ?? new Map<number, never>());
    }
    return {
      users: await this.audience.countFromRows(appId, target),
      ...outlook.result(request.message.platforms),
      expected: expectedTime(outlook.loads(await this.paces(appId)), outlook.recipients, request.speed),
    };
  }

  /**
   * What a notification would do now with one user's devices and addresses, and what it did already.
   *
   * @returns undefined for a key that nothing was sent under
   */
  async ofUser(
    appId: number,
    notificationKey: number,
    uid: number,
  ): Promise<
    { request: Omit<DispatchRequest, 'speed'>; outlook: PlatformOutlook[]; results: PastResult[] } | undefined
  > {
    const request = await this.past.findRequest(appId, notificationKey);
    if (!request) {
      return undefined;
    }
    const message = messageOf(request, this.leaseOf(request));
    const outlook = new Outlook(await this.standings(appId));
    for (const [channel, ids] of await this.recipientsOf(appId, uid, request.message.platforms)) {
      outlook.add(channel, await this.subBatches.prepare(chunkOf(appId, channel, ids), message, ids));
    }
    const results = await this.past.findOfUser(appId, notificationKey, uid);
    return { request, outlook: outlook.result(request.message.platforms).platforms, results };
  }

  /** A user's devices of some platforms, and the user for e-mail and SMS; whether they can be reached is another matter. */
  private async recipientsOf(
    appId: number,
    uid: number,
    platforms: readonly Platform[],
  ): Promise<Map<Channel, number[]>> {
    const instIds = await this.explaining.findInstallations(appId, uid);
    const devices = await this.users.findRecipientsByInstallation(appId, instIds, { withProfile: false });
    const found = new Map<Channel, number[]>();
    for (const { instId, platform, token } of devices) {
      const name = platformByNumber(platform);
      if (name && platforms.includes(name)) {
        const channel = channelOf(name, token ?? undefined);
        found.set(channel, [...(found.get(channel) ?? []), instId]);
      }
    }
    for (const name of ['EMAIL', 'SMS'] as const) {
      if (platforms.includes(name)) {
        found.set(channelOf(name), [uid]);
      }
    }
    return found;
  }

  private leaseOf(request: Omit<DispatchRequest, 'notificationKey' | 'speed'>): LaunchLease {
    const now = this.clock.now();
    const { dueAt, ...rest } = request;
    return {
      ...rest,
      notificationKey: 0,
      dispatchId: NO_DISPATCH,
      epoch: 0,
      vbNext: 0,
      dueAt: dueAt ?? now,
      launchedAt: now,
    };
  }

  private async standings(appId: number): Promise<Map<string, AccountStanding>> {
    return new Map((await this.accounts.standings(appId)).map((standing) => [standing.channel, standing]));
  }

  /** What accounts are limited to. A ramp begins where it stands now. */
  private async paces(appId: number): Promise<Map<string, ChannelPace>> {
    const paces = new Map<string, ChannelPace>();
    for (const { accountId, channel, pace } of await this.accounts.standings(appId)) {
      const credentials = channel === 'sms' ? (await this.tenancy.findAccount(appId, channel))?.credentials : undefined;
      const rampFrom = pace?.rampFrom === undefined ? undefined : await this.turns.getRate({ accountId, ...pace });
      paces.set(channel, { ...pace, rampFrom, segmentsPerSecond: credentials?.segmentsPerSecond });
    }
    return paces;
  }
}

function chunkOf(appId: number, channel: Channel, ids: number[]): LeasedChunk {
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
    counts: { sent: [], failed: [], skipped: [] },
    epoch: 0,
    hold: HOLDS.none,
    intent: null,
  };
}

/** Links lead where the message says: without a dispatch there is nothing to count their clicks for. */
function messageOf({ message }: Pick<DispatchRequest, 'message'>, lease: LaunchLease): FrozenMessage {
  const dispatch = { ...lease, day: lease.launchedAt.toISOString().slice(0, 10) };
  return { dispatch, plan: createRenderPlan(message), links: null, files: [] };
}
