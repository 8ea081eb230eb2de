import { Inject, Injectable } from '@nestjs/common';
import { AudienceService, type ResolvedTarget } from '#libs/audience';
import { CHANNELS, type Channel } from '#libs/channels';
import { InboxWriterService } from '#libs/inbox';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS, IdBlockRepository } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { JobQueue } from '#platform/queue';
import { ChunkRepository, type NewChunk, type OpenChunk } from './chunk.repository.js';
import { type CutChunk, cutChunks } from './cut-chunks.js';
import { byLane, chunkLane, launchDispatch, launchLane, sendChunk, sendSingles } from './delivery.jobs.js';
import { type ChunkKey, type DispatchRequest, HOLDS, type Lane } from './delivery.types.js';
import { DispatchRepository, type LaunchLease } from './dispatch.repository.js';
import { HookService } from './hooks/hook.service.js';
import { dispose, LaunchAudience, type Range } from './launch-audience.service.js';
import type { Samples } from './sample.repository.js';
import { isSmall, namesFew } from './singles/is-small.js';
import { type NewSingle, SingleSendRepository } from './singles/single-send.repository.js';
import { SingleIntake } from './singles/single-intake.service.js';

const ALL: Range = { vbFrom: 0, vbTo: BUCKETS };

const SERIES = { dispatch: 'delivery.dispatch', chunk: 'delivery.chunk' } as const;

/** Single sends that share a job of the sweep. */
const MOST_SINGLES = 50;

/** Accepts dispatches, freezes their audiences and cuts them into chunks. */
@Injectable()
export class LaunchService {
  constructor(
    private readonly db: Database,
    private readonly ids: IdBlockRepository,
    private readonly queue: JobQueue,
    private readonly dispatches: DispatchRepository,
    private readonly chunks: ChunkRepository,
    private readonly audience: AudienceService,
    private readonly recipients: LaunchAudience,
    private readonly hooks: HookService,
    private readonly inbox: InboxWriterService,
    private readonly singles: SingleSendRepository,
    private readonly intake: SingleIntake,
    private readonly config: Config,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ids for `accept`. To be taken before its transaction, which should not hold a connection while it waits for them. */
  async newDispatchIds(count: number): Promise<number[]> {
    return this.newIds(SERIES.dispatch, count);
  }

  /**
   * Stores a dispatch in the caller's transaction and wakes a worker once that is committed.
   *
   * @param dispatchId  of `newDispatchIds`
   * @throws AppError malformed for a message whose hook is not defined
   */
  async accept(tx: Tx, dispatchId: number, request: DispatchRequest): Promise<void> {
    const { appId, message, options } = request;
    const hookId = message.hook && (await this.hooks.idOf(tx, appId, message.hook.name));
    const complete = hookId === undefined ? request : { ...request, options: { ...options, hookId } };
    if (this.isSmallAndDue(request)) {
      await this.singles.insert(tx, [{ dispatchId, request: complete }]);
      return;
    }
    await this.dispatches.insert(tx, dispatchId, complete);
    if (this.isDue(request)) {
      tx.afterCommit(() => this.offerLaunch(dispatchId, request.lane, 'first'));
    }
  }

  /**
   * Stores what one request brings, all or nothing, and wakes workers. Small single sends need no transaction of their own, unless
   * the caller stands in one.
   *
   * @throws AppError as `accept` and `Database.untilKnown`
   */
  async acceptAll(sends: readonly NewSingle[]): Promise<void> {
    if (
      !this.db.isInTransaction &&
      sends.every(({ request }) => this.isSmallAndDue(request) && !request.message.hook)
    ) {
      await this.intake.store(sends);
      return;
    }
    await this.db.tx(async (tx) => {
      for (const { dispatchId, request } of sends) {
        await this.accept(tx, dispatchId, request);
      }
    });
  }

  private isSmallAndDue(request: DispatchRequest): boolean {
    return this.isDue(request) && isSmall(request);
  }

  private isDue({ dueAt }: DispatchRequest): boolean {
    return dueAt !== null && dueAt <= this.clock.now();
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

  /** The key whose place on the device a notification takes: its own, or that of the one it replaced. */
  async rootOf(appId: number, notificationKey: number): Promise<number> {
    return (await this.dispatches.findRoot(appId, notificationKey)) ?? notificationKey;
  }

  async offerLaunch(dispatchId: number, lane: Lane, offer: string): Promise<void> {
    await this.queue.enqueue(launchDispatch, launchLane(lane), [
      { id: `launch-${dispatchId}-${offer}`, payload: { dispatchId } },
    ]);
  }

  /** Wakes workers for single sends, many with one job. Those that are not small are left to jobs of their own there. */
  async offerSingles(dispatchIds: readonly number[], offer: string): Promise<void> {
    for (let start = 0; start < dispatchIds.length; start += MOST_SINGLES) {
      const some = dispatchIds.slice(start, start + MOST_SINGLES);
      await this.queue.enqueue(sendSingles, launchLane('single'), [
        { id: `singles-${some[0]}-${offer}`, payload: { dispatchIds: some } },
      ]);
    }
  }

  async offerChunks(lane: Lane, channel: Channel, keys: readonly ChunkKey[], offer: string): Promise<void> {
    await this.queue.enqueue(
      sendChunk,
      chunkLane(lane, channel),
      keys.map(({ vb, appId, dispatchId, chunkId }) => ({
        id: `chunk-${chunkId}-${offer}`,
        payload: { vb, appId, dispatchId, chunkId },
      })),
    );
  }

  /** Offers chunks of any lanes. */
  async offerOpen(chunks: readonly OpenChunk[], offer: string): Promise<void> {
    for (const mine of byLane(chunks).values()) {
      const [first] = mine;
      if (first) {
        await this.offerChunks(first.lane, first.channel, mine, offer);
      }
    }
  }

  /** New chunk ids, one per cut chunk. */
  async number<C extends CutChunk>(cut: readonly C[]): Promise<(C & { chunkId: number })[]> {
    const chunkIds = await this.newChunkIds(cut.length);
    return cut.map((chunk, index) => ({ ...chunk, chunkId: chunkIds[index] ?? Number.NaN }));
  }

  async newChunkIds(count: number): Promise<number[]> {
    return this.newIds(SERIES.chunk, count);
  }

  private async newIds(series: string, count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      ids.push(await this.ids.next(series));
    }
    return ids;
  }

  /**
   * Freezes the audience range by range, each in one short transaction that also moves the cursor: a crash goes on at
   * the cursor, and no recipient is frozen twice or missed.
   */
  async launch(dispatchId: number): Promise<void> {
    const lease = await this.dispatches.claimLaunch(dispatchId, this.config.LEASE_MS);
    if (!lease || (await this.isTooLate(lease))) {
      return;
    }
    if (lease.message.inbox) {
      await this.inbox.storeContent(lease.appId, lease);
    }
    const ranges = await this.ranges(lease);
    const samples = ranges && (lease.options.limits ? await this.samples(lease, ranges) : new Map<number, never>());
    if (!ranges || !samples) {
      return;
    }
    try {
      for (const range of ranges.filter(({ vbTo }) => vbTo > lease.vbNext)) {
        const rest = { ...range, vbFrom: Math.max(range.vbFrom, lease.vbNext) };
        if (!(await this.launchRange(lease, rest, samples))) {
          return;
        }
      }
    } finally {
      dispose(samples);
    }
    await this.dispatches.finish([dispatchId]);
  }

  /** All buckets, in ranges that are frozen in a transaction each; null as `resolve`. */
  private async ranges(lease: LaunchLease): Promise<readonly Range[] | null> {
    if (namesFew(lease.target)) {
      return [ALL];
    }
    const target = await this.resolve(lease);
    return target && this.audience.listRangesFor(lease.appId, target);
  }

  private async samples(lease: LaunchLease, ranges: readonly Range[]): Promise<Samples | null> {
    const target = await this.resolve(lease);
    const alive = () => this.dispatches.renewLaunch(lease, this.config.LEASE_MS);
    return target && this.recipients.samplesOf(lease, target, ranges, alive);
  }

  /** False when the launch cannot go on, or is somebody else's now. */
  private async launchRange(lease: LaunchLease, range: Range, samples: Samples): Promise<boolean> {
    const target = await this.resolve(lease);
    if (!target) {
      return false;
    }
    const groups = await this.recipients.recipients(lease, target, range, samples);
    const cut = cutChunks(groups).map((chunk) => ({ ...chunk, attempt: 0, expiresAt: null, hold: HOLDS.none }));
    const free = await this.storeRange(lease, await this.number(cut), range.vbTo);
    for (const channel of channelsOf(free ?? [])) {
      const mine = (free ?? []).filter((chunk) => chunk.channel === channel);
      const { appId, dispatchId } = lease;
      const keys = mine.map(({ vb, chunkId }) => ({ vb, appId, dispatchId, chunkId }));
      await this.offerChunks(lease.lane, channel, keys, 'first');
    }
    return free !== undefined;
  }

  /** @returns the chunks that may be sent now; undefined when the launch is somebody else's */
  private async storeRange(lease: LaunchLease, chunks: NewChunk[], vbNext: number): Promise<NewChunk[] | undefined> {
    return this.db.tx(async (tx) => {
      const held = await this.dispatches.advanceLaunch(tx, lease, {
        vbNext,
        planned: chunks.reduce((total, { ids }) => total + ids.length, 0),
        last: vbNext >= BUCKETS,
        leaseMs: this.config.LEASE_MS,
      });
      if (!held) {
        return undefined;
      }
      const holds = chunks.map((chunk) => ({
        ...chunk,
        hold: held.isPaced || chunk.dueAt ? HOLDS.waiting : held.isPaused ? HOLDS.paused : HOLDS.none,
      }));
      await this.chunks.insert(tx, lease.appId, lease.dispatchId, holds);
      return holds.filter(({ hold }) => hold === HOLDS.none);
    });
  }

  /**
   * A scheduled send that is found long after its time, because nothing ran, follows what it says about that: it goes
   * anyway, it is stopped, or it waits until somebody resumes it.
   */
  private async isTooLate(lease: LaunchLease): Promise<boolean> {
    const { late } = lease.options;
    const minutes = (lease.launchedAt.getTime() - lease.dueAt.getTime()) / 60_000;
    if (!late || lease.vbNext > 0 || minutes <= late.afterMinutes) {
      return false;
    }
    const { dispatchId, notificationKey } = lease;
    this.logger.warn(
      { dispatchId, notificationKey, minutes: Math.round(minutes), policy: late.policy },
      'a scheduled send is found too late',
    );
    if (late.policy === 'skip') {
      await this.dispatches.stop(lease);
    } else if (late.policy === 'ask') {
      await this.dispatches.putOff(lease, 'LATE');
    }
    return late.policy !== 'send';
  }

  /**
   * The target as of now. Null when it means nothing any more, for example because an attribute of it was deleted before
   * the campaign was due: then the dispatch is stopped.
   */
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
}

function channelsOf(chunks: readonly NewChunk[]): Channel[] {
  const present = new Set(chunks.map(({ channel }) => channel));
  return (Object.keys(CHANNELS) as Channel[]).filter((channel) => present.has(channel));
}
