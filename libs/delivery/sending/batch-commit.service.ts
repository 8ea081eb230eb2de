import { Inject, Injectable } from '@nestjs/common';
import type { Place } from '#libs/contact-policy';
import { InboxWriterService, type NewInboxMessage } from '#libs/inbox';
import { Database, type Tx } from '#platform/db';
import { type Logger, reportFault } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { readMoment } from '../model/times/lease-deadline.js';
import { ticketsOf } from '../model/inbox-copy.js';
import { repeatOnFault } from '../model/repeat-on-fault.js';
import type { PinnedAccounts } from '../model/recipient-set.js';
import { addResults, elapsedSince } from '../dispatches/chunk.js';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import {
  type HoldReason,
  HOLD_REASONS,
  type LeasedChunk,
  type Result,
  type BatchCommit,
} from '../model/delivery.types.js';
import { CommittedBatchService } from '../dispatches/committed-batch.service.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import { ResultRepository } from './result.repository.js';
import { AddressAnswerService } from './address-answer.service.js';

/** Another worker holds the lease of the chunk; writes of this one change nothing any more. */
export class LeaseLostError extends Error {}

/** Another send has taken a place under a frequency cap. The ids are not in flight, and the batch is planned again. */
export class PlaceTakenError extends Error {}

/** The state that is stored before a batch leaves; `accounts` as in `ChunkRepository.markInFlight`. */
interface InFlight {
  ids: readonly number[];
  /** Places under frequency caps that their messages take. */
  places: readonly Place[];
  inboxMessages: readonly NewInboxMessage[];
  accounts?: PinnedAccounts;
}

/** Stores all that a batch changes in one transaction. */
@Injectable()
export class BatchCommitService {
  constructor(
    private readonly db: Database,
    private readonly chunks: ChunkRepository,
    private readonly results: ResultRepository,
    private readonly committed: CommittedBatchService,
    private readonly addressAnswers: AddressAnswerService,
    private readonly inbox: InboxWriterService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Commits a batch. Its messages have left. So the commit is tried again after every fault but a broken invariant: no
   * connection, a read-only server, a full disk, a time-out. It ends when another worker has the lease; that worker finds
   * the batch in doubt.
   *
   * @returns the hold reason of the chunk: the next batch may leave only after `HOLD_REASONS.none`
   * @throws LeaseLostError
   */
  async commitBatch(chunk: LeasedChunk, message: PreparedMessage, commit: BatchCommit): Promise<HoldReason> {
    const { hold, isFound } = await this.repeatWhileLeased(chunk, () => this.commitOnce(chunk, message, commit));
    chunk.done += commit.advance;
    chunk.counts = addResults(chunk.counts, commit.results);
    this.committed.count(chunk, message.dispatch, commit);
    if (commit.isLast) {
      await this.committed.finishDispatches([chunk.dispatchId]);
    }
    // The campaign may have been held since, or held then and resumed since. Nothing of the next batch has left.
    return isFound && commit.nextInFlight
      ? this.markInFlight(chunk, message, {
          ids: commit.nextInFlight,
          inboxMessages: commit.nextInboxMessages,
          places: [],
        })
      : hold;
  }

  /**
   * Stores the ids in flight before a batch leaves, with the inbox copies of its messages: who opens the inbox from the
   * notification finds the message there. Whether they are stored must be known, so it is tried again like a commit. Else
   * recipients would be in doubt though nothing has left. Places under frequency caps are taken with it.
   *
   * @returns the hold reason of the chunk: the batch may leave only after `HOLD_REASONS.none`
   * @throws LeaseLostError, PlaceTakenError
   */
  async markInFlight(
    chunk: LeasedChunk,
    message: PreparedMessage,
    { ids, inboxMessages, places, accounts }: InFlight,
  ): Promise<HoldReason> {
    return this.repeatWhileLeased(chunk, async () => {
      const identified = await this.inbox.assignPiids(chunk.appId, inboxMessages, ticketsOf(message.dispatch));
      const markedAt = readMoment();
      const hold =
        identified.length + places.length === 0
          ? await this.chunks.markInFlight(this.db, chunk, ids, accounts)
          : await this.db.tx(
              async (tx) => {
                const marked = await this.chunks.markInFlight(tx, chunk, ids, accounts);
                if (marked === HOLD_REASONS.none) {
                  if (!(await this.addressAnswers.takePlaces(tx, chunk.appId, places))) {
                    throw new PlaceTakenError();
                  }
                  await this.inbox.storeMessages(tx, chunk.appId, message.dispatch, identified);
                }
                return marked;
              },
              { maxLockWaitMs: this.chunks.maxLockWaitMs },
            );
      if (hold === undefined) {
        throw new LeaseLostError();
      }
      chunk.lease.renew(markedAt);
      chunk.lease.startBatch(markedAt);
      return hold;
    });
  }

  /**
   * Stores that some ids in flight go to another account, before they do.
   *
   * @param accounts  of all ids in flight
   * @returns false when it is not stored for certain, so they must not leave
   */
  async moveInFlight(chunk: LeasedChunk, accounts: PinnedAccounts): Promise<boolean> {
    try {
      return await this.chunks.moveInFlight(chunk, accounts);
    } catch (error) {
      reportFault(this.logger, 'failed to store another account of messages', error, { chunkId: chunk.chunkId });
      return false;
    }
  }

  /**
   * Ends the rest of a chunk without sending. @param unconfirmedIds  recipients of the rest that may have got the
   * message
   */
  async commitRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    results: Result[],
    unconfirmedIds: readonly number[],
  ): Promise<void> {
    await this.commitBatch(chunk, message, {
      results,
      retries: [],
      unconfirmed: unconfirmedIds.map((recipientId) => ({ recipientId, cause: 'crash' })),
      deadTokens: [],
      acceptedTokens: [],
      inboxMessages: [],
      nextInboxMessages: [],
      advance: chunk.remaining.length,
      nextInFlight: null,
      isLast: true,
    });
  }

  /**
   * Repeats a change of a leased chunk after every fault but a broken invariant, until another worker has the lease.
   *
   * @throws LeaseLostError
   */
  private async repeatWhileLeased<R>(chunk: LeasedChunk, change: () => Promise<R>): Promise<R> {
    try {
      return await repeatOnFault(
        async (attempt) => {
          if (attempt > 1) {
            await this.renewLease(chunk);
          }
          return change();
        },
        (error, attempt) =>
          reportFault(this.logger, 'failed to store a batch; trying again', error, { chunkId: chunk.chunkId, attempt }),
      );
    } catch (error) {
      if (!(error instanceof LeaseLostError || error instanceof PlaceTakenError)) {
        reportFault(this.logger, 'a batch cannot be stored; its recipients in flight will be in doubt', error, {
          level: 'error',
          dispatchId: chunk.dispatchId,
          chunkId: chunk.chunkId,
        });
      }
      throw error;
    }
  }

  /** A commit that waits for a lock keeps the lease from being renewed, so it is renewed between two attempts. */
  private async renewLease(chunk: LeasedChunk): Promise<void> {
    try {
      await this.chunks.renewLeases([chunk]);
    } catch (error) {
      reportFault(this.logger, 'failed to renew a chunk lease', error, { chunkId: chunk.chunkId });
    }
  }

  /**
   * Commits a batch, or finds that an earlier attempt did whose answer was lost.
   *
   * @throws LeaseLostError
   */
  private async commitOnce(
    chunk: LeasedChunk,
    message: PreparedMessage,
    commit: BatchCommit,
  ): Promise<{ hold: HoldReason; isFound: boolean }> {
    try {
      return { hold: await this.tryCommit(chunk, message, commit), isFound: false };
    } catch (error) {
      const hold = error instanceof LeaseLostError ? await this.chunks.findHoldIfCommitted(chunk, commit) : undefined;
      if (hold === undefined) {
        throw error;
      }
      return { hold, isFound: true };
    }
  }

  private async tryCommit(chunk: LeasedChunk, { dispatch }: PreparedMessage, commit: BatchCommit): Promise<HoldReason> {
    const tickets = ticketsOf(dispatch);
    const inboxMessages = await this.inbox.assignPiids(chunk.appId, commit.inboxMessages, tickets);
    const nextInboxMessages = await this.inbox.assignPiids(chunk.appId, commit.nextInboxMessages, tickets);
    const store = async (tx: Tx): Promise<HoldReason> => {
      const hold = await this.chunks.commitBatch(tx, chunk, commit);
      if (hold === undefined) {
        throw new LeaseLostError();
      }
      await this.results.insertResults(tx, chunk, dispatch.day, commit.results, elapsedSince(commit.checkedAt));
      await this.committed.addToFeed(tx, [{ chunk, dispatch, results: commit.results }]);
      await this.results.insertRetries(tx, chunk, commit.retries, hold === HOLD_REASONS.stopped);
      await this.results.insertUnconfirmed(tx, chunk, commit.unconfirmed);
      await this.inbox.storeMessages(tx, chunk.appId, dispatch, inboxMessages);
      if (hold === HOLD_REASONS.none) {
        await this.inbox.storeMessages(tx, chunk.appId, dispatch, nextInboxMessages);
      }
      await this.addressAnswers.record(tx, chunk, commit);
      return hold;
    };
    const startedAt = readMoment();
    const committedHold = await this.db.tx(store, { maxLockWaitMs: this.chunks.maxLockWaitMs });
    chunk.lease.renew(startedAt);
    chunk.lease.startBatch(startedAt);
    return committedHold;
  }
}
