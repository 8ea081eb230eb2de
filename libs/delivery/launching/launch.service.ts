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
import { ChunkRepository, type NewChunk, type OpenChunk } from '../dispatches/chunk.repository.js';
import { type CutChunk, cutChunks } from '../dispatches/cut-chunks.js';
import {
  groupByQueue,
  chunkQueueName,
  launchDispatch,
  launchQueueName,
  sendChunk,
  sendTransactional,
} from '../model/delivery.jobs.js';
import { type ChunkKey, type DispatchRequest, HOLD_REASONS, type Lane } from '../model/delivery.types.js';
import { DispatchRepository, type LaunchLease } from '../dispatches/dispatch.repository.js';
import { WebhookEndpointService } from '../webhooks/webhook-endpoint.service.js';
import { disposeSamples, RecipientSelectionService, type BucketRange } from './recipient-selection.service.js';
import type { Samples } from './sample.repository.js';
import { usesFastPath, isShortList } from '../model/fast-path.js';
import { type NewTransactionalSend, TransactionalRepository } from '../transactional/transactional.repository.js';
import { TransactionalIntakeService } from '../intake/transactional-intake.service.js';

const ALL_BUCKETS: BucketRange = { vbFrom: 0, vbTo: BUCKETS };

const ID_SERIES = { dispatch: 'delivery.dispatch', chunk: 'delivery.chunk' } as const;

/** Single sends that share a job of the sweep. */
const MAX_TRANSACTIONAL_PER_JOB = 50;

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
    private readonly selection: RecipientSelectionService,
    private readonly webhooks: WebhookEndpointService,
    private readonly inbox: InboxWriterService,
    private readonly transactionalSends: TransactionalRepository,
    private readonly transactionalIntake: TransactionalIntakeService,
    private readonly config: Config,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ids for `accept`. To be taken before its transaction, which should not hold a connection while it waits for them. */
  async allocateDispatchIds(count: number): Promise<number[]> {
    return this.allocateIds(ID_SERIES.dispatch, count);
  }

  /**
   * Stores a dispatch in the caller's transaction and wakes a worker once that is committed.
   *
   * @param dispatchId  of `newDispatchIds`
   * @throws AppError malformed for a message whose hook is not defined
   */
  async accept(tx: Tx, dispatchId: number, request: DispatchRequest): Promise<void> {
    const { appId, message, options } = request;
    const hookId = message.hook && (await this.webhooks.getIdByName(tx, appId, message.hook.name));
    const resolvedRequest = hookId === undefined ? request : { ...request, options: { ...options, hookId } };
    if (this.isSmallAndDue(request)) {
      await this.transactionalSends.insert(tx, [{ dispatchId, request: resolvedRequest }]);
      return;
    }
    await this.dispatches.insert(tx, dispatchId, resolvedRequest);
    if (this.isDue(request)) {
      tx.afterCommit(() => this.enqueueLaunch(dispatchId, request.lane, 'first'));
    }
  }

  /**
   * Stores what one request brings, all or nothing, and wakes workers. Small single sends need no transaction of their own, unless
   * the caller stands in one.
   *
   * @throws AppError as `accept` and `Database.untilKnown`
   */
  async acceptAll(sends: readonly NewTransactionalSend[]): Promise<void> {
    if (
      !this.db.isInTransaction &&
      sends.every(({ request }) => this.isSmallAndDue(request) && !request.message.hook)
    ) {
      await this.transactionalIntake.store(sends);
      return;
    }
    await this.db.tx(async (tx) => {
      for (const { dispatchId, request } of sends) {
        await this.accept(tx, dispatchId, request);
      }
    });
  }

  private isSmallAndDue(request: DispatchRequest): boolean {
    return this.isDue(request) && usesFastPath(request);
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
      tx.afterCommit(() => this.enqueueLaunch(dispatchId, lane, 'approved'));
    }
    return approved.map(({ notificationKey }) => notificationKey);
  }

  /** The key whose place on the device a notification takes: its own, or that of the one it replaced. */
  async findReplacementRoot(appId: number, notificationKey: number): Promise<number> {
    return (await this.dispatches.findReplacementRoot(appId, notificationKey)) ?? notificationKey;
  }

  async enqueueLaunch(dispatchId: number, lane: Lane, jobSuffix: string): Promise<void> {
    await this.queue.enqueue(launchDispatch, launchQueueName(lane), [
      { id: `launch-${dispatchId}-${jobSuffix}`, payload: { dispatchId } },
    ]);
  }

  /** Wakes workers for single sends, many with one job. Those that are not small are left to jobs of their own there. */
  async enqueueTransactional(dispatchIds: readonly number[], jobSuffix: string): Promise<void> {
    for (let start = 0; start < dispatchIds.length; start += MAX_TRANSACTIONAL_PER_JOB) {
      const batch = dispatchIds.slice(start, start + MAX_TRANSACTIONAL_PER_JOB);
      await this.queue.enqueue(sendTransactional, launchQueueName('single'), [
        { id: `singles-${batch[0]}-${jobSuffix}`, payload: { dispatchIds: batch } },
      ]);
    }
  }

  async enqueueChunks(lane: Lane, channel: Channel, keys: readonly ChunkKey[], jobSuffix: string): Promise<void> {
    await this.queue.enqueue(
      sendChunk,
      chunkQueueName(lane, channel),
      keys.map(({ vb, appId, dispatchId, chunkId }) => ({
        id: `chunk-${chunkId}-${jobSuffix}`,
        payload: { vb, appId, dispatchId, chunkId },
      })),
    );
  }

  /** Offers chunks of any lanes. */
  async enqueueOpenChunks(chunks: readonly OpenChunk[], jobSuffix: string): Promise<void> {
    for (const group of groupByQueue(chunks).values()) {
      const [first] = group;
      if (first) {
        await this.enqueueChunks(first.lane, first.channel, group, jobSuffix);
      }
    }
  }

  /** New chunk ids, one per cut chunk. */
  async assignChunkIds<C extends CutChunk>(cut: readonly C[]): Promise<(C & { chunkId: number })[]> {
    const chunkIds = await this.allocateChunkIds(cut.length);
    return cut.map((chunk, index) => ({ ...chunk, chunkId: chunkIds[index] ?? Number.NaN }));
  }

  async allocateChunkIds(count: number): Promise<number[]> {
    return this.allocateIds(ID_SERIES.chunk, count);
  }

  private async allocateIds(series: string, count: number): Promise<number[]> {
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
    const ranges = await this.planRanges(lease);
    const samples =
      ranges && (lease.options.limits ? await this.prepareSamples(lease, ranges) : new Map<number, never>());
    if (!ranges || !samples) {
      return;
    }
    try {
      for (const range of ranges.filter(({ vbTo }) => vbTo > lease.vbNext)) {
        const remainingRange = { ...range, vbFrom: Math.max(range.vbFrom, lease.vbNext) };
        if (!(await this.launchRange(lease, remainingRange, samples))) {
          return;
        }
      }
    } finally {
      disposeSamples(samples);
    }
    await this.dispatches.finishCompleted([dispatchId]);
  }

  /** All buckets, in ranges that are frozen in a transaction each; null as `resolve`. */
  private async planRanges(lease: LaunchLease): Promise<readonly BucketRange[] | null> {
    if (isShortList(lease.target)) {
      return [ALL_BUCKETS];
    }
    const target = await this.resolveTarget(lease);
    return target && this.audience.listRangesFor(lease.appId, target);
  }

  private async prepareSamples(lease: LaunchLease, ranges: readonly BucketRange[]): Promise<Samples | null> {
    const target = await this.resolveTarget(lease);
    const renewLease = () => this.dispatches.renewLaunch(lease, this.config.LEASE_MS);
    return target && this.selection.findOrDrawSamples(lease, target, ranges, renewLease);
  }

  /** False when the launch cannot go on, or is somebody else's now. */
  private async launchRange(lease: LaunchLease, range: BucketRange, samples: Samples): Promise<boolean> {
    const target = await this.resolveTarget(lease);
    if (!target) {
      return false;
    }
    const groups = await this.selection.selectRecipients(lease, target, range, samples);
    const cut = cutChunks(groups).map((chunk) => ({ ...chunk, attempt: 0, expiresAt: null, hold: HOLD_REASONS.none }));
    const sendable = await this.storeRange(lease, await this.assignChunkIds(cut), range.vbTo);
    for (const channel of distinctChannels(sendable ?? [])) {
      const channelChunks = (sendable ?? []).filter((chunk) => chunk.channel === channel);
      const { appId, dispatchId } = lease;
      const keys = channelChunks.map(({ vb, chunkId }) => ({ vb, appId, dispatchId, chunkId }));
      await this.enqueueChunks(lease.lane, channel, keys, 'first');
    }
    return sendable !== undefined;
  }

  /** @returns the chunks that may be sent now; undefined when the launch is somebody else's */
  private async storeRange(lease: LaunchLease, chunks: NewChunk[], vbNext: number): Promise<NewChunk[] | undefined> {
    return this.db.tx(async (tx) => {
      const flags = await this.dispatches.advanceLaunch(tx, lease, {
        vbNext,
        planned: chunks.reduce((total, { ids }) => total + ids.length, 0),
        isLast: vbNext >= BUCKETS,
        leaseMs: this.config.LEASE_MS,
      });
      if (!flags) {
        return undefined;
      }
      const heldChunks = chunks.map((chunk) => ({
        ...chunk,
        hold:
          flags.isPaced || chunk.dueAt
            ? HOLD_REASONS.waiting
            : flags.isPaused
              ? HOLD_REASONS.paused
              : HOLD_REASONS.none,
      }));
      await this.chunks.insertChunks(tx, lease.appId, lease.dispatchId, heldChunks);
      return heldChunks.filter(({ hold }) => hold === HOLD_REASONS.none);
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
      await this.dispatches.abortLaunch(lease);
    } else if (late.policy === 'ask') {
      await this.dispatches.postponeLaunch(lease, 'LATE');
    }
    return late.policy !== 'send';
  }

  /**
   * The target as of now. Null when it means nothing any more, for example because an attribute of it was deleted before
   * the campaign was due: then the dispatch is stopped.
   */
  private async resolveTarget(lease: LaunchLease): Promise<ResolvedTarget | null> {
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
      await this.dispatches.abortLaunch(lease);
      return null;
    }
  }
}

function distinctChannels(chunks: readonly NewChunk[]): Channel[] {
  const present = new Set(chunks.map(({ channel }) => channel));
  return (Object.keys(CHANNELS) as Channel[]).filter((channel) => present.has(channel));
}
