import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { channelByCode } from '../model/channel-policy.js';
import { ChunkRepository, type OpenChunk } from '../dispatches/chunk.repository.js';
import { type DueDispatch, PacingRepository, type WaitingChunk } from './pacing.repository.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';

/**
 * Lets chunks go that wait: for the moment that local time means for them, or for their package. Chunks that wait are
 * rows like all others, so a crash, an emptied queue or a second scheduler change nothing; of two sweeps at the same
 * time one lets a package go.
 */
@Injectable()
export class PacingService {
  constructor(
    private readonly db: Database,
    private readonly pacing: PacingRepository,
    private readonly chunks: ChunkRepository,
    private readonly deliveryQueue: DeliveryQueueService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param jobSuffix  part of the jobs' names */
  async releaseDue(jobSuffix: string): Promise<void> {
    const late = await this.db.tx((tx) => this.pacing.applyLatePolicy(tx));
    for (const { dispatchId, policy } of late) {
      this.logger.warn({ dispatchId, policy }, 'recipients of a local time were found too late');
    }
    await this.deliveryQueue.enqueueOpenChunks(await this.db.tx((tx) => this.pacing.releaseDueChunks(tx)), jobSuffix);
    for (const dispatchId of await this.pacing.findDueDispatches()) {
      await this.deliveryQueue.enqueueOpenChunks(
        await this.db.tx((tx) => this.releaseNextPackage(tx, dispatchId)),
        jobSuffix,
      );
    }
  }

  /**
   * Lets the next package of a dispatch go, not before the one before it is done. Where that was still being sent when
   * this one was due, a whole interval passes from when it is done: no interval ever sees more than one package.
   */
  private async releaseNextPackage(tx: Tx, dispatchId: number): Promise<OpenChunk[]> {
    const pace = await this.pacing.lockDueDispatch(tx, dispatchId);
    if (!pace) {
      return [];
    }
    if (await this.pacing.isSending(tx, dispatchId)) {
      await this.pacing.scheduleNextPackage(tx, dispatchId, 0, true);
      return [];
    }
    if (pace.isLate) {
      await this.pacing.scheduleNextPackage(tx, dispatchId, 1, false);
      return [];
    }
    const { chunks, size } = await this.cutPackage(tx, pace);
    if (size > 0) {
      await this.pacing.releaseChunks(tx, chunks);
      await this.pacing.scheduleNextPackage(tx, dispatchId, Math.ceil(size / pace.packageSize), false);
    }
    return chunks.map((chunk) => ({
      ...chunk,
      lane: pace.lane,
      channel: channelByCode(chunk.channel),
      abandoned: false,
    }));
  }

  /**
   * Takes whole chunks as long as they fit, and of the next one what still does.
   *
   * @returns size  recipients; more than a package only where a dead worker left more than that in doubt
   */
  private async cutPackage(tx: Tx, pace: DueDispatch): Promise<{ chunks: WaitingChunk[]; size: number }> {
    const chunks: WaitingChunk[] = [];
    let size = 0;
    for (const chunk of await this.pacing.lockWaitingChunks(tx, pace.dispatchId, pace.packageSize)) {
      const room = pace.packageSize - size;
      if (room <= 0) {
        break;
      }
      const recipientCount = chunk.left <= room ? chunk.left : await this.splitChunk(tx, chunk, room);
      chunks.push(chunk);
      size += recipientCount;
    }
    return { chunks, size };
  }

  /** Who may have been sent to already stays in front, together, whatever the room: their doubt is decided by the list. */
  private async splitChunk(tx: Tx, chunk: WaitingChunk, room: number): Promise<number> {
    const ids = await this.pacing.readRecipientIds(tx, chunk);
    const remaining = ids.slice(chunk.done);
    const inFlight = new Set(chunk.inFlight);
    const size = Math.max(room, 1 + remaining.findLastIndex((id) => inFlight.has(id)));
    const tail = remaining.slice(size);
    if (tail.length > 0) {
      const [tailChunk] = await this.chunks.assignIds([{ ids: tail }]);
      if (tailChunk) {
        await this.pacing.splitChunk(tx, chunk, ids.slice(0, chunk.done + size), tailChunk);
      }
    }
    return Math.min(size, remaining.length);
  }
}
