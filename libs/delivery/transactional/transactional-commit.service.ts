import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { MicroBatcher } from '#platform/async';
import { groupBy } from '#platform/collections';
import { Database, type Tx } from '#platform/db';
import { type Logger, reportFault } from '#platform/runtime';
import { CommittedBatchService } from '../dispatches/committed-batch.service.js';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import { AddressAnswerService } from '../sending/address-answer.service.js';
import { BatchCommitService, LeaseLostError } from '../sending/batch-commit.service.js';
import { TransactionalRepository } from './transactional.repository.js';
import type { ChunkCommit } from './transactional.types.js';

/**
 * Time between two checks which dispatches are finished. Only statistics depend on it, and a check of many costs little
 * more.
 */
const FINISH_INTERVAL_MS = 200;
const MAX_FINISHED = 500;

/** Commits small chunks, several together. */
@Injectable()
export class TransactionalCommitService {
  private readonly finishBatcher = new MicroBatcher<number>(
    (dispatchIds) => this.finishAll(dispatchIds),
    FINISH_INTERVAL_MS,
    MAX_FINISHED,
  );

  constructor(
    private readonly db: Database,
    private readonly sends: TransactionalRepository,
    private readonly chunks: ChunkRepository,
    private readonly batchCommits: BatchCommitService,
    private readonly addressAnswers: AddressAnswerService,
    private readonly committed: CommittedBatchService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Commits chunks that have only results with one statement. The others, and all of them if it fails, are committed
   * singly.
   */
  async commitAll(commits: readonly ChunkCommit[]): Promise<void> {
    const plain = commits.filter(isPlain);
    const completedIds = await this.completeTogether(plain);
    const completed = plain.filter(({ chunk }) => completedIds.has(chunk.chunkId));
    completed.forEach(({ chunk, message, commit }) => this.committed.count(chunk, message.dispatch, commit));
    await this.recordAccepted(completed);
    const faults: unknown[] = [];
    for (const { chunk, message, commit } of commits.filter((entry) => !completedIds.has(entry.chunk.chunkId))) {
      try {
        await this.batchCommits.commitBatch(chunk, message, commit);
      } catch (error) {
        if (!(error instanceof LeaseLostError)) {
          faults.push(error);
        }
        reportFault(this.logger, 'failed to commit a transactional send', error, { chunkId: chunk.chunkId });
      }
    }
    await this.finish([...new Set(completed.map(({ chunk }) => chunk.dispatchId))]);
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  /** Finishes the completed ones of some dispatches, together with others. */
  async finish(dispatchIds: readonly number[]): Promise<void> {
    await Promise.all(dispatchIds.map((dispatchId) => this.finishBatcher.add(dispatchId)));
  }

  /** @returns ids of the completed chunks */
  private async completeTogether(commits: readonly ChunkCommit[]): Promise<Set<number>> {
    if (commits.length === 0) {
      return new Set();
    }
    try {
      const completed = commits.map(({ chunk, message, commit }) => {
        return { chunk, dispatch: message.dispatch, results: commit.results, checkedAt: commit.checkedAt };
      });
      const store = async (tx: Tx): Promise<Set<number>> => {
        const chunkIds = await this.sends.completeChunks(tx, completed);
        await this.committed.addToFeed(
          tx,
          completed.filter(({ chunk }) => chunkIds.has(chunk.chunkId)),
        );
        return chunkIds;
      };
      return await this.db.tx(store, { maxLockWaitMs: this.chunks.maxLockWaitMs });
    } catch (error) {
      reportFault(this.logger, 'failed to commit transactional sends together', error, { chunks: commits.length });
      return new Set();
    }
  }

  /** Not part of the commit: what fails here is made up for at the next success. */
  private async recordAccepted(commits: readonly ChunkCommit[]): Promise<void> {
    for (const [appId, ofApplication] of groupBy(commits, ({ chunk }) => chunk.appId)) {
      const tokens = ofApplication.flatMap(({ commit }) => commit.acceptedTokens);
      await this.addressAnswers.recordAccepted(appId, tokens).catch((error: unknown) => {
        reportFault(this.logger, 'failed to mark tokens as accepted', error, { appId, tokens: tokens.length });
      });
    }
  }

  private async finishAll(dispatchIds: readonly number[]): Promise<void> {
    try {
      await this.committed.finishDispatches(dispatchIds);
    } catch (error) {
      reportFault(this.logger, 'failed to finish dispatches; recovery will finish them', error, {
        dispatches: dispatchIds.length,
      });
    }
  }
}

/** Tests if a commit has nothing but the results of a whole chunk. */
function isPlain({ chunk, commit }: ChunkCommit): boolean {
  const { results, retries, unconfirmed, deadTokens, inboxMessages, isLast, unsent = [] } = commit;
  const others = [retries, unconfirmed, deadTokens, inboxMessages, unsent];
  const hasOnlyResults = others.every(({ length }) => length === 0);
  const isWhole = isLast && chunk.done === 0 && results.length === chunk.remaining.length;
  return hasOnlyResults && isWhole;
}
