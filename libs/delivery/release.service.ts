import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { channelOfNumber } from './channel-numbers.js';
import type { OpenChunk } from './chunk.repository.js';
import { type DuePace, ReleaseRepository, type WaitingChunk } from './release.repository.js';
import { LaunchService } from './launch.service.js';

/**
 * Lets chunks go that wait: for the moment that local time means for them, or for their package. Chunks that wait are
 * rows like all others, so a crash, an emptied queue or a second scheduler change nothing; of two sweeps at the same
 * time one lets a package go.
 */
@Injectable()
export class ReleaseService {
  constructor(
    private readonly db: Database,
    private readonly waiting: ReleaseRepository,
    private readonly launches: LaunchService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param offer  part of the jobs' names */
  async release(offer: string): Promise<void> {
    const late = await this.db.tx((tx) => this.waiting.judgeLate(tx));
    for (const { dispatchId, policy } of late) {
      this.logger.warn({ dispatchId, policy }, 'recipients of a local time were found too late');
    }
    await this.launches.offerOpen(await this.db.tx((tx) => this.waiting.releaseDue(tx)), offer);
    for (const dispatchId of await this.waiting.findDuePaces()) {
      await this.launches.offerOpen(await this.db.tx((tx) => this.nextPackage(tx, dispatchId)), offer);
    }
  }

  /**
   * Lets the next package of a dispatch go, not before the one before it is done. Where that was still being sent when
   * this one was due, a whole interval passes from when it is done: no interval ever sees more than one package.
   */
  private async nextPackage(tx: Tx, dispatchId: number): Promise<OpenChunk[]> {
    const pace = await this.waiting.claimPace(tx, dispatchId);
    if (!pace) {
      return [];
    }
    if (await this.waiting.isSending(tx, dispatchId)) {
      await this.waiting.setPace(tx, dispatchId, 0, true);
      return [];
    }
    if (pace.isLate) {
      await this.waiting.setPace(tx, dispatchId, 1, false);
      return [];
    }
    const { chunks, size } = await this.cutPackage(tx, pace);
    if (size > 0) {
      await this.waiting.release(tx, chunks);
      await this.waiting.setPace(tx, dispatchId, Math.ceil(size / pace.packageSize), false);
    }
    return chunks.map((chunk) => ({
      ...chunk,
      lane: pace.lane,
      channel: channelOfNumber(chunk.channel),
      abandoned: false,
    }));
  }

  /**
   * Takes whole chunks as long as they fit, and of the next one what still does.
   *
   * @returns size  recipients; more than a package only where a dead worker left more than that in doubt
   */
  private async cutPackage(tx: Tx, pace: DuePace): Promise<{ chunks: WaitingChunk[]; size: number }> {
    const chunks: WaitingChunk[] = [];
    let size = 0;
    for (const chunk of await this.waiting.findWaiting(tx, pace.dispatchId, pace.packageSize)) {
      const room = pace.packageSize - size;
      if (room <= 0) {
        break;
      }
      const taken = chunk.left <= room ? chunk.left : await this.splitAt(tx, chunk, room);
      chunks.push(chunk);
      size += taken;
    }
    return { chunks, size };
  }

  /** Who may have been sent to already stays in front, together, whatever the room: their doubt is decided by the list. */
  private async splitAt(tx: Tx, chunk: WaitingChunk, room: number): Promise<number> {
    const ids = await this.waiting.idsOf(tx, chunk);
    const remaining = ids.slice(chunk.done);
    const doubted = new Set(chunk.intended);
    const size = Math.max(room, 1 + remaining.findLastIndex((id) => doubted.has(id)));
    const tail = remaining.slice(size);
    if (tail.length > 0) {
      const [chunkId] = await this.launches.newChunkIds(1);
      await this.waiting.split(tx, chunk, ids.slice(0, chunk.done + size), {
        chunkId: chunkId ?? Number.NaN,
        ids: tail,
      });
    }
    return Math.min(size, remaining.length);
  }
}
