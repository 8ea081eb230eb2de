import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { LOGGER } from '#platform/app';
import type { Logger } from '#platform/runtime';
import { channelByCode } from '../model/channel-policy.js';
import { ChunkRepository, type OpenChunk } from '../dispatches/chunk.repository.js';
import { type DueDispatch, PacingRepository, type WaitingChunk } from './pacing.repository.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';

/**
 * Releases waiting chunks: at their local time, or with the next package of a paced dispatch. The wait is stored in the chunk
 * rows, so a crash or an emptied queue changes nothing. Of two runs at the same time only one releases a package.
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

  /** @param jobSuffix  end of the job ids */
  async releaseDue(jobSuffix: string): Promise<void> {
    const late = await this.db.tx((tx) => this.pacing.applyLatePolicy(tx));
    for (const { dispatchId, policy } of late) {
      this.logger.warn({ dispatchId, policy }, 'late policy applied to chunks past their local time');
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
   * Releases the next package of a dispatch after the previous one is done. If that was late, the next package waits a whole
   * interval more: so no interval has more than one package.
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
    }));
  }

  /**
   * Takes whole chunks while they fit, and splits the next one.
   *
   * @returns size  recipients: more than a package only if a dead worker left more of them in flight
   */
  private async cutPackage(tx: Tx, pace: DueDispatch): Promise<{ chunks: WaitingChunk[]; size: number }> {
    const chunks: WaitingChunk[] = [];
    let size = 0;
    for (const chunk of await this.pacing.lockWaitingChunks(tx, pace.dispatchId, pace.packageSize)) {
      const room = pace.packageSize - size;
      if (room <= 0) {
        break;
      }
      chunks.push(chunk);
      size += chunk.left <= room ? chunk.left : await this.splitChunk(tx, chunk, room);
    }
    return { chunks, size };
  }

  /** Keeps recipients in flight together in the first part, even beyond the limit: they are resolved as one list. */
  private async splitChunk(tx: Tx, chunk: WaitingChunk, room: number): Promise<number> {
    const ids = await this.pacing.findRecipientIdsOfChunk(tx, chunk);
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
