import { Injectable } from '@nestjs/common';
import { groupBy } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { channelByCode } from '../model/channel-policy.js';
import { ChunkRepository, type NewChunk } from '../dispatches/chunk.repository.js';
import { CHUNK_SIZE } from '../model/delivery.jobs.js';
import { HOLD_REASONS } from '../model/delivery.types.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { type DueRetry, ResultRepository } from '../sending/result.repository.js';

/** Makes chunks of due retries, so that a retry follows the same protocol as a first attempt. */
@Injectable()
export class RetryChunksService {
  constructor(
    private readonly db: Database,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly dispatches: DispatchRepository,
    private readonly chunks: ChunkRepository,
    private readonly results: ResultRepository,
  ) {}

  /** @returns how many retries are in a chunk now */
  async createRetryChunks(): Promise<number> {
    return this.db.tx(async (tx) => {
      const due = await this.results.takeDueRetries(tx);
      for (const group of groupRetries(due)) {
        await this.createChunksOf(tx, group);
      }
      return due.length;
    });
  }

  private async createChunksOf(tx: Tx, group: readonly DueRetry[]): Promise<void> {
    const [first] = group;
    if (!first) {
      return;
    }
    const channel = channelByCode(first.channel);
    const { lane, holdReason, isReplaced } = await this.dispatches.lockHoldReason(tx, first.dispatchId);
    const cut: Omit<NewChunk, 'chunkId'>[] = [];
    for (let start = 0; start < group.length; start += CHUNK_SIZE.min) {
      const slice = group.slice(start, start + CHUNK_SIZE.min);
      cut.push({
        vb: slice[0]?.vb ?? first.vb,
        channel,
        dueAt: null,
        holdReason,
        isReplaced,
        ids: slice.map(({ recipientId }) => recipientId),
        owners: new Map(slice.flatMap(({ recipientId, uid }) => (uid === null ? [] : [[recipientId, uid]]))),
        accounts: new Map(
          slice.flatMap(({ recipientId, accountId }) => (accountId === null ? [] : [[recipientId, accountId]])),
        ),
        attempt: first.attempt,
        expiresAt: new Date(Math.min(...slice.map(({ expiresAt }) => expiresAt.getTime()))),
        error: mostFrequentError(slice),
      });
    }
    const chunks = await this.chunks.assignIds(cut);
    await this.chunks.insertChunks(tx, first.appId, first.dispatchId, chunks);
    if (holdReason === HOLD_REASONS.paused) {
      return;
    }
    const keys = chunks.map(({ vb, chunkId }) => ({ vb, chunkId, appId: first.appId, dispatchId: first.dispatchId }));
    tx.afterCommit(() => this.deliveryQueue.enqueueChunks(lane, channel, keys, 'first'));
  }
}

/** The answer that most of some retries had; null: they have none. */
function mostFrequentError(retries: readonly DueRetry[]): NewChunk['error'] {
  const groups = groupBy(retries, ({ errorCode, reason }) => `${errorCode} ${reason}`);
  const [largest] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  const { errorCode = null, reason = null, words = null } = largest?.[0] ?? {};
  return errorCode === null && reason === null
    ? null
    : { code: errorCode ?? '', reason: reason ?? '', ...(words !== null && { words }) };
}

/**
 * Deadlines that one chunk may share: none of them is earlier than another by more than a fiftieth of the time that is
 * left, or by a second.
 */
function roundDeadline({ expiresAt, leftMs }: DueRetry): string {
  const width = Math.max(1000, 2 ** Math.floor(Math.log2(Math.max(1, leftMs / 50))));
  return `${width}:${Math.floor(expiresAt.getTime() / width)}`;
}

/**
 * Groups retries of the same dispatch, channel and attempt, and of nearly the same deadline, each group in (vb, id)
 * order. The dispatches stand in the order of their ids, in which statements lock several of them (`lockedInOrder`).
 */
function groupRetries(due: readonly DueRetry[]): DueRetry[][] {
  const groups = groupBy(
    due,
    (retry) => `${retry.dispatchId}:${retry.channel}:${retry.attempt}:${roundDeadline(retry)}`,
  );
  return [...groups.values()]
    .map((group) => group.toSorted((a, b) => a.vb - b.vb || a.recipientId - b.recipientId))
    .toSorted(([a], [b]) => (a?.dispatchId ?? 0) - (b?.dispatchId ?? 0));
}
