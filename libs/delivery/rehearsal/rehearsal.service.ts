import { Injectable } from '@nestjs/common';
import { AudienceService, ExplainService } from '#libs/audience';
import type { Channel } from '#libs/channels';
import { channelOf, planRendering, platformOf, type Platform } from '#libs/content';
import { AccountService } from '#libs/tenancy';
import { UsersService } from '#libs/users';
import { Clock } from '#platform/clock';
import { cutChunks } from '../cut-chunks.js';
import { HOLDS, STATUSES, type DispatchRequest, type LeasedChunk } from '../delivery.types.js';
import type { LaunchLease } from '../dispatch.repository.js';
import type { FrozenMessage } from '../frozen-messages.js';
import { dispose, LaunchAudience } from '../launch-audience.service.js';
import { SubBatches, type SubBatch } from '../sub-batch.js';
import { expectedTime } from './expected-time.js';
import { PastResultRepository } from './past-result.repository.js';
import type { PastResult, PlatformOutlook, Rehearsal, Sample } from './rehearsal.types.js';

/** Recipients that are looked at one by one: about ten seconds. All of larger sends are counted, and these stand for the rest. */
const MOST_EXAMINED = 50_000;
const SAMPLES = 3;

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
    private readonly users: UsersService,
    private readonly launches: LaunchAudience,
    private readonly subBatches: SubBatches,
    private readonly accounts: AccountService,
    private readonly past: PastResultRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError as `AudienceService.resolve` */
  async rehearse(request: Omit<DispatchRequest, 'notificationKey'>): Promise<Rehearsal> {
    const { appId } = request;
    const lease = this.leaseOf(request);
    const target = await this.audience.resolve(appId, request.target);
    const ranges = await this.audience.ranges(appId);
    const samples = request.options.limits
      ? await this.launches.drawFrom(lease, target, ranges, () => Promise.resolve(true))
      : null;
    const outlook = new Outlook();
    const pause = await this.ready(appId);
    const message = messageOf(request, lease);
    try {
      for (const range of ranges) {
        const groups = await this.launches.recipients(lease, target, range, samples ?? new Map<number, never>());
        groups.forEach(({ channel, ids }) => outlook.plan(channel, ids.length));
        for (const { channel, ids } of cutChunks(groups)) {
          const some = ids.slice(0, Math.max(0, MOST_EXAMINED - outlook.examined));
          if (some.length > 0) {
            const batch = await this.subBatches.prepare(chunkOf(appId, channel, some), message, some);
            outlook.add(channel, batch, pause(channel));
          }
        }
      }
    } finally {
      dispose(samples ?? new Map<number, never>());
    }
    return {
      users: await this.audience.countRows(appId, target),
      ...outlook.result(request.message.platforms),
      expected: expectedTime(outlook.planned, await this.paces(appId), request.speed),
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
    const pause = await this.ready(appId);
    const outlook = new Outlook();
    for (const [channel, ids] of await this.recipientsOf(appId, uid, request.message.platforms)) {
      outlook.plan(channel, ids.length);
      outlook.add(channel, await this.subBatches.prepare(chunkOf(appId, channel, ids), message, ids), pause(channel));
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
    const instIds = await this.explaining.installationsOf(appId, uid);
    const devices = await this.users.recipientsByInstallation(appId, instIds, { withProfile: false });
    const found = new Map<Channel, number[]>();
    for (const { instId, platform, token } of devices) {
      const name = platformOf(platform);
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

  /** Why nothing leaves on a channel; null where it is set up. */
  private async ready(appId: number): Promise<(channel: Channel) => string | null> {
    const channels = new Set<string>((await this.accounts.list(appId)).map(({ channel }) => channel));
    return (channel) => (channels.has(channel) ? null : 'CHANNEL_NOT_CONFIGURED');
  }

  private async paces(appId: number): Promise<Map<Channel, number>> {
    return new Map(
      (await this.accounts.list(appId)).flatMap(({ channel, pace }): [Channel, number][] =>
        pace?.perSecond === undefined ? [] : [[channel, pace.perSecond]],
      ),
    );
  }
}

/** Counts what sub-batches come to. */
class Outlook {
  readonly planned = new Map<Channel, number>();
  examined = 0;
  private readonly platforms = new Map<number, PlatformOutlook>();
  private readonly samples: Sample[] = [];

  plan(channel: Channel, recipients: number): void {
    this.planned.set(channel, (this.planned.get(channel) ?? 0) + recipients);
  }

  /** @param pause  why nothing leaves on the channel */
  add(channel: Channel, { size, items, settled }: SubBatch, pause: string | null): void {
    this.examined += size;
    for (const { platform, status, reason } of settled) {
      const of = this.of(platform, channel);
      count(status === STATUSES.skipped ? of.skipped : of.failed, reason);
      of.examined += 1;
    }
    for (const { platform, outgoing } of items) {
      const of = this.of(platform, channel);
      of.examined += 1;
      if (pause === null) {
        of.ready += 1;
      } else {
        count(of.skipped, pause);
      }
      const name = platformOf(platform);
      if (name && this.samples.length < SAMPLES) {
        this.samples.push({ platform: name, payload: outgoing.payload });
      }
    }
  }

  /** Who was not examined is of the platforms of those who were, by their shares. */
  result(wanted: readonly Platform[]): Pick<Rehearsal, 'planned' | 'examined' | 'platforms' | 'samples'> {
    const platforms = [...this.platforms.values()].map((of) => {
      const alike = [...this.platforms.values()].filter(({ channel }) => channel === of.channel);
      const examined = alike.reduce((sum, one) => sum + one.examined, 0);
      return {
        ...of,
        planned: Math.round(((this.planned.get(of.channel) ?? 0) * of.examined) / Math.max(1, examined)),
      };
    });
    return {
      planned: [...this.planned.values()].reduce((sum, n) => sum + n, 0),
      examined: this.examined,
      platforms: platforms.toSorted((a, b) => wanted.indexOf(a.platform) - wanted.indexOf(b.platform)),
      samples: this.samples,
    };
  }

  private of(number: number, channel: Channel): PlatformOutlook {
    const known = this.platforms.get(number);
    if (known) {
      return known;
    }
    const platform = platformOf(number);
    if (!platform) {
      throw new Error(`No platform has number ${number}`);
    }
    const made = { platform, channel, planned: 0, examined: 0, ready: 0, skipped: {}, failed: {} };
    this.platforms.set(number, made);
    return made;
  }
}

function count(reasons: Record<string, number>, reason: string | null): void {
  const name = reason ?? 'OTHER';
  reasons[name] = (reasons[name] ?? 0) + 1;
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
  return { dispatch, plan: planRendering(message), links: null, files: [] };
}
