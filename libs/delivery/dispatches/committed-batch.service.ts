import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import type { Tx } from '#platform/db';
import { type Change, MESSAGE_CHANGES, OutboxRepository } from '#platform/outbox';
import { ClockService, type Logger } from '#platform/runtime';
import { DeliveryCountersService } from '../metrics/delivery-counters.service.js';
import {
  type BatchCommit,
  type ChunkKey,
  type Dispatch,
  type LeasedChunk,
  type Result,
  STATUSES,
} from '../model/delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';

/** Tells others of the commit of a batch: the change feed, the metrics, and its dispatch, which may be finished. */
@Injectable()
export class CommittedBatchService {
  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly counters: DeliveryCountersService,
    private readonly outbox: OutboxRepository,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds the results of batches to the change feed, in the transaction that stores them. */
  async addToFeed(
    tx: Tx,
    batches: readonly { chunk: Pick<ChunkKey, 'appId' | 'dispatchId'>; results: readonly Result[] }[],
  ): Promise<void> {
    if (MESSAGE_CHANGES.some((kind) => this.outbox.isWritten(kind))) {
      await this.outbox.addAll(
        tx,
        batches.flatMap(({ chunk, results }) => toMessageChanges(chunk, results)),
      );
    }
  }

  /** Adds a committed batch to the metrics of this process. */
  count({ channel }: LeasedChunk, { lane, dueAt }: Dispatch, commit: BatchCommit): void {
    const seconds = (this.clock.now().getTime() - dueAt.getTime()) / 1000;
    this.counters.countCommit(channel, lane, commit, seconds);
  }

  /** Finishes those dispatches that have no open chunk and no retry. */
  async finishDispatches(dispatchIds: readonly number[]): Promise<void> {
    for (const { dispatchId, planned, settled } of await this.dispatches.finishCompleted(dispatchIds)) {
      if (planned !== settled) {
        this.logger.error({ dispatchId, planned, settled }, 'the counts of a finished dispatch do not add up');
      }
    }
  }
}

/** The rows of the change feed about results of a chunk: who got the message, and who could not get it. */
function toMessageChanges(
  { appId, dispatchId }: Pick<ChunkKey, 'appId' | 'dispatchId'>,
  results: readonly Result[],
): Change[] {
  const uidsOf = (status: Result['status']): number[] => {
    const uids = new Set(
      results.flatMap((result) => (result.status === status && result.uid !== null ? [result.uid] : [])),
    );
    return [...uids].toSorted((a, b) => a - b);
  };
  return [
    { appId, kind: 'sent', uids: uidsOf(STATUSES.success), keys: [], ref: dispatchId },
    { appId, kind: 'failed', uids: uidsOf(STATUSES.failed), keys: [], ref: dispatchId },
  ];
}
