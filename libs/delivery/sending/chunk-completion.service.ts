import { CHANNEL_POLICIES } from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { cutInto } from '#platform/collections';
import { AccountStateService, type AccountState, type OwnState } from '#libs/delivery/accounts';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import { HOLD_REASONS, type HoldReason, type LeasedChunk, type Result, STATUSES } from '../model/delivery.types.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { UnconfirmedSendRepository } from '../dispatches/unconfirmed-send.repository.js';
import { BatchCommitService } from './batch-commit.service.js';
import { leftWith } from './unconfirmed-sends.service.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import type { Recipient } from '#libs/delivery/checks';
import { buildResult } from '../model/build-result.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';

/** Reasons of skipped recipients, for holds that end a chunk. */
export const SKIP_REASONS: Partial<Record<HoldReason, string>> = {
  [HOLD_REASONS.stopped]: 'STOPPED',
  [HOLD_REASONS.late]: 'LATE',
};

/** Ends or releases the rest of a leased chunk without sending it. */
@Injectable()
export class ChunkCompletionService {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly batchCommits: BatchCommitService,
    private readonly batchPreparation: BatchPreparationService,
    private readonly accounts: AccountStateService,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly unconfirmed: UnconfirmedSendRepository,
  ) {}

  /**
   * Obeys a hold that was set during the sending: a final one ends the chunk, any other releases it. A replaced chunk
   * soon has its turn again.
   */
  async applyHold(chunk: LeasedChunk, message: PreparedMessage, hold: HoldReason): Promise<void> {
    chunk.holdReason = hold;
    if (SKIP_REASONS[hold]) {
      await this.skipRemaining(chunk, message);
    } else if (hold === HOLD_REASONS.replaced) {
      await this.chunks.releaseOverdueChunk(chunk);
    } else {
      await this.chunks.releaseChunk(chunk);
    }
  }

  /** Ends the rest as skipped. */
  async skipRemaining(chunk: LeasedChunk, message: PreparedMessage): Promise<void> {
    await this.endRemaining(chunk, message, STATUSES.skipped, SKIP_REASONS[chunk.holdReason] ?? null);
  }

  /** Ends the rest with one status and reason. */
  async finishRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    status: (typeof STATUSES)['skipped' | 'failed'],
    reason: string,
  ): Promise<void> {
    await this.endRemaining(chunk, message, status, reason);
  }

  /** Recipients that may have got the message end as in doubt: in flight of a dead worker, or after an earlier attempt. */
  private async endRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    status: (typeof STATUSES)['skipped' | 'failed'],
    reason: string | null,
  ): Promise<void> {
    const inFlightIds = chunk.inFlight?.ids ?? [];
    const inDoubt = await this.unconfirmed.findListed(chunk, chunk.remaining);
    inFlightIds.forEach((id) => inDoubt.add(id));
    const results = await this.buildRemainingResults(chunk, message, (recipient) =>
      inDoubt.has(recipient.recipientId)
        ? leftWith(buildResult(recipient, STATUSES.failed, null, 'IN_DOUBT'), chunk)
        : buildResult(recipient, status, null, reason),
    );
    await this.batchCommits.commitRemaining(chunk, message, results, inFlightIds);
  }

  /** Gives the lease back. While the account rests, the recovery enqueues the chunk only after the rest. */
  async releaseChunk(chunk: LeasedChunk, account: AccountState | OwnState | null): Promise<boolean> {
    return account?.kind === 'open'
      ? this.chunks.releaseChunkUntil(chunk, account.until)
      : this.chunks.releaseChunk(chunk);
  }

  /** Gives the place of a chunk to another application. */
  async endTurn(chunk: LeasedChunk): Promise<void> {
    await this.chunks.releaseOverdueChunk(chunk);
  }

  /** Releases a chunk between two batches. @param isStopping  this worker stops: another one shall take over at once */
  async releaseUnfinished(chunk: LeasedChunk, { dispatch }: PreparedMessage, isStopping: boolean): Promise<void> {
    const account = isStopping ? null : await this.accounts.find(chunk.appId, chunk.channel);
    const isReleased = await this.releaseChunk(chunk, account);
    if (isReleased && isStopping) {
      await this.deliveryQueue.enqueueChunks(dispatch.lane, chunk.channel, [chunk], `again-${chunk.epoch}`);
    }
  }

  /** Renders one batch at a time, so that memory does not grow with the chunk. */
  private async buildRemainingResults(
    chunk: LeasedChunk,
    message: PreparedMessage,
    toResult: (recipient: Recipient) => Result,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (const ids of cutInto(chunk.remaining, CHANNEL_POLICIES[chunk.channel].batchSize)) {
      const { recipients, postponed, unsendable } = await this.batchPreparation.prepareBatch(chunk, message, ids, true);
      results.push(...unsendable, ...[...recipients, ...postponed].map(toResult));
    }
    return results;
  }
}
