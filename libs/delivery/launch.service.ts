import { Inject, Injectable } from '@nestjs/common';
import { AudienceService, type RecipientKind, type ResolvedTarget } from '#libs/audience';
import { CHANNELS, type Channel } from '#libs/channels';
import { channelOf, PLATFORMS, platformOf, type Platform } from '#libs/content';
import { InboxWriter } from '#libs/inbox';
import { UsersService } from '#libs/users';
import { Clock } from '#platform/clock';
import { Config } from '#platform/config';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS, IdBlocks } from '#platform/ids';
import type { Logger } from '#platform/log';
import { LOGGER } from '#platform/platform';
import { JobQueue } from '#platform/queue';
import { ChunkRepository, type NewChunk } from './chunk.repository.js';
import { cutChunks, type RecipientGroup } from './cut-chunks.js';
import { chunkLane, launchDispatch, launchLane, sendChunk } from './delivery.jobs.js';
import type { ChunkKey, DispatchRequest, Lane } from './delivery.types.js';
import { DispatchRepository, type LaunchLease } from './dispatch.repository.js';

/** Users whose recipients are frozen in one transaction: keeps it under a second or two. */
const USERS_PER_SLICE = 200_000;

const SERIES = { dispatch: 'delivery.dispatch', chunk: 'delivery.chunk' } as const;

/** Accepts dispatches, freezes their audiences and cuts them into chunks. */
@Injectable()
export class LaunchService {
  constructor(
    private readonly db: Database,
    private readonly ids: IdBlocks,
    private readonly queue: JobQueue,
    private readonly dispatches: DispatchRepository,
    private readonly chunks: ChunkRepository,
    private readonly audience: AudienceService,
    private readonly users: UsersService,
    private readonly inbox: InboxWriter,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores a dispatch in the caller's transaction and wakes a worker once that is committed. */
  async accept(tx: Tx, request: DispatchRequest): Promise<number> {
    const dispatchId = await this.ids.next(SERIES.dispatch);
    await this.dispatches.insert(tx, dispatchId, request);
    if (request.dueAt && request.dueAt <= this.clock.now()) {
      tx.afterCommit(() => this.offerLaunch(dispatchId, request.lane, 'first'));
    }
    return dispatchId;
  }

  /**
   * Lets campaigns that wait for approval go; they are due at once.
   *
   * @returns keys of those that were let go
   */
  async approve(tx: Tx, appId: number, notificationKeys: readonly number[]): Promise<number[]> {
    const approved = await this.dispatches.approve(tx, appId, notificationKeys);
    for (const { dispatchId, lane } of approved) {
      tx.afterCommit(() => this.offerLaunch(dispatchId, lane, 'approved'));
    }
    return approved.map(({ notificationKey }) => notificationKey);
  }

  async offerLaunch(dispatchId: number, lane: Lane, offer: string): Promise<void> {
    await this.queue.offer(launchDispatch, launchLane(lane), [
      { id: `launch-${dispatchId}-${offer}`, payload: { dispatchId } },
    ]);
  }

  async offerChunks(lane: Lane, channel: Channel, keys: readonly ChunkKey[], offer: string): Promise<void> {
    await this.queue.offer(
      sendChunk,
      chunkLane(lane, channel),
      keys.map(({ vb, appId, dispatchId, chunkId }) => ({
        id: `chunk-${chunkId}-${offer}`,
        payload: { vb, appId, dispatchId, chunkId },
      })),
    );
  }

  /** New chunk ids, one per cut chunk. */
  async number(cut: readonly Omit<NewChunk, 'chunkId'>[]): Promise<NewChunk[]> {
    const numbered: NewChunk[] = [];
    for (const chunk of cut) {
      numbered.push({ ...chunk, chunkId: await this.ids.next(SERIES.chunk) });
    }
    return numbered;
  }

  /**
   * Freezes the audience range by range, each in one short transaction that also moves the cursor: a crash goes on at
   * the cursor, and no recipient is frozen twice or missed.
   */
  async launch(dispatchId: number): Promise<void> {
    const lease = await this.dispatches.claimLaunch(dispatchId, this.config.LEASE_MS);
    if (!lease) {
      return;
    }
    if (lease.message.inbox) {
      await this.inbox.keepContent(lease.appId, lease);
    }
    const width = await this.sliceWidth(lease.appId);
    for (let vbFrom = lease.vbNext; vbFrom < BUCKETS; vbFrom += width) {
      const groups = await this.recipients(lease, vbFrom, Math.min(vbFrom + width, BUCKETS));
      if (!groups) {
        return;
      }
      const cut = cutChunks(groups).map((chunk) => ({ ...chunk, attempt: 0, expiresAt: null }));
      const chunks = await this.number(cut);
      if (!(await this.storeSlice(lease, chunks, vbFrom + width))) {
        return;
      }
      for (const channel of channelsOf(chunks)) {
        const mine = chunks.filter((chunk) => chunk.channel === channel);
        const keys = mine.map(({ vb, chunkId }) => ({ vb, appId: lease.appId, dispatchId, chunkId }));
        await this.offerChunks(lease.lane, channel, keys, 'first');
      }
    }
    await this.dispatches.finish([dispatchId]);
  }

  private async storeSlice(lease: LaunchLease, chunks: NewChunk[], vbNext: number): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const kept = await this.dispatches.advanceLaunch(tx, lease, {
        vbNext: Math.min(vbNext, BUCKETS),
        planned: chunks.reduce((total, { ids }) => total + ids.length, 0),
        last: vbNext >= BUCKETS,
        leaseMs: this.config.LEASE_MS,
      });
      if (kept) {
        await this.chunks.insert(tx, lease.appId, lease.dispatchId, chunks);
      }
      return kept;
    });
  }

  /**
   * Recipients of every channel that the message goes to, bucket by bucket. Null when the target means nothing any more,
   * for example because an attribute of it was deleted before the campaign was due: then the dispatch is stopped.
   */
  private async recipients(lease: LaunchLease, vbFrom: number, vbTo: number): Promise<RecipientGroup[] | null> {
    const resolved = await this.resolve(lease);
    if (!resolved) {
      return null;
    }
    const groups: RecipientGroup[] = [];
    for (const [kind, platforms] of byKind(lease.message.platforms)) {
      const found = await this.audience.recipients(lease.appId, resolved, {
        kind,
        platforms: platforms.map((platform) => PLATFORMS[platform].number),
        vbFrom,
        vbTo,
        includeOptedOut: lease.options.includeOptedOut === true,
        lastActiveDevice: lease.options.lastActiveDevice === true,
      });
      for (const { vb, platform, native, ids } of found) {
        groups.push({ vb, channel: native ? 'apns' : (CHANNEL_OF_KIND[kind] ?? channelOfPlatform(platform)), ids });
      }
    }
    return groups;
  }

  private async resolve(lease: LaunchLease): Promise<ResolvedTarget | null> {
    try {
      return await this.audience.resolve(lease.appId, lease.target);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') {
        throw error;
      }
      this.logger.error(
        { err: error, dispatchId: lease.dispatchId },
        'a dispatch is stopped: its target means nothing',
      );
      await this.dispatches.stop(lease);
      return null;
    }
  }

  private async sliceWidth(appId: number): Promise<number> {
    const slices = Math.ceil((await this.users.highestCount(appId)) / USERS_PER_SLICE);
    return Math.max(1, Math.floor(BUCKETS / Math.max(1, slices)));
  }
}

/** E-mail and SMS reach users, one channel each; push reaches installations, whose platform says the channel. */
const CHANNEL_OF_KIND: Record<RecipientKind, Channel | null> = { push: null, email: 'smtp', sms: 'sms' };

function byKind(platforms: readonly Platform[]): [RecipientKind, Platform[]][] {
  const kinds = new Map<RecipientKind, Platform[]>();
  for (const platform of platforms) {
    const kind = platform === 'EMAIL' ? 'email' : platform === 'SMS' ? 'sms' : 'push';
    kinds.set(kind, [...(kinds.get(kind) ?? []), platform]);
  }
  return [...kinds];
}

function channelsOf(chunks: readonly NewChunk[]): Channel[] {
  const present = new Set(chunks.map(({ channel }) => channel));
  return (Object.keys(CHANNELS) as Channel[]).filter((channel) => present.has(channel));
}

function channelOfPlatform(platform: number): Channel {
  const name = platformOf(platform);
  if (!name) {
    throw new Error(`No platform has number ${platform}`);
  }
  return channelOf(name);
}
