import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import type { LeasedChunk, BatchCommit } from '../model/delivery.types.js';
import type { PreparedMessage } from '../sending/message-cache.service.js';
import { LeaseLostError, BatchCommitService } from '../sending/batch-commit.service.js';
import { MicroBatcher } from './micro-batcher.js';
import { TransactionalRepository } from './transactional.repository.js';

/**
 * Between two looks at which dispatches have ended. Whether they have is nobody's business but the statistics', and one look
 * at many costs little more than one at a few.
 */
const FINISH_INTERVAL_MS = 200;
const MAX_FINISHED = 500;

/** A chunk together with what its last sub-batch changes. */
export interface ChunkCommit {
  chunk: LeasedChunk;
  message: PreparedMessage;
  commit: BatchCommit;
}

/** The end of small chunks, several together. */
@Injectable()
export class TransactionalCommitService {
  private readonly finishBatcher = new MicroBatcher<number>(
    (ids) => this.finishAll(ids),
    FINISH_INTERVAL_MS,
    MAX_FINISHED,
  );

  constructor(
    private readonly sends: TransactionalRepository,
    private readonly batchCommits: BatchCommitService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends small chunks, those that bring nothing but results in one statement. When that fails, and for all others, each
   * is settled by itself, as any chunk is.
   */
  async commitAll(commits: readonly ChunkCommit[]): Promise<void> {
    const plain = commits.filter(isPlain);
    const completedIds = await this.completeTogether(plain);
    const faults: unknown[] = [];
    for (const { chunk, message, commit: settlement } of commits.filter(
      (ending) => !completedIds.has(ending.chunk.chunkId),
    )) {
      try {
        await this.batchCommits.commitBatch(chunk, message, settlement);
      } catch (error) {
        if (!(error instanceof LeaseLostError)) {
          faults.push(error);
        }
        this.logger.warn({ err: error, chunkId: chunk.chunkId }, 'a single send was not settled here');
      }
    }
    const finishedDispatchIds = new Set(
      plain.filter(({ chunk }) => completedIds.has(chunk.chunkId)).map(({ chunk }) => chunk.dispatchId),
    );
    await this.finish([...finishedDispatchIds]);
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  /** Closes those of some dispatches of which nothing is left to do, together with others. */
  async finish(dispatchIds: readonly number[]): Promise<void> {
    await Promise.all(dispatchIds.map((dispatchId) => this.finishBatcher.add(dispatchId)));
  }

  /** @returns the chunks that are ended */
  private async completeTogether(plain: readonly ChunkCommit[]): Promise<Set<number>> {
    if (plain.length === 0) {
      return new Set();
    }
    try {
      return await this.sends.completeChunks(
        plain.map(({ chunk, message, commit: settlement }) => {
          return { chunk, day: message.dispatch.day, results: settlement.results };
        }),
      );
    } catch (error) {
      this.logger.warn({ err: error, chunks: plain.length }, 'single sends could not be settled together');
      return new Set();
    }
  }

  private async finishAll(dispatchIds: readonly number[]): Promise<void> {
    try {
      await this.batchCommits.finishDispatches(dispatchIds);
    } catch (error) {
      this.logger.warn({ err: error, dispatches: dispatchIds.length }, 'dispatches are left to the sweep to finish');
    }
  }
}

/** Its results and its end are all that there is to write down. */
function isPlain({ chunk, message, commit: settlement }: ChunkCommit): boolean {
  const { results, retries, unconfirmed: doubts, deadTokens: dead, inboxMessages: inbox, isLast: last } = settlement;
  const nothingElse = retries.length + doubts.length + dead.length + inbox.length === 0;
  const isWhole = last && chunk.done === 0 && results.length === chunk.remaining.length;
  return nothingElse && isWhole && message.dispatch.options.hookId === undefined;
}
