import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InboxWriterService } from '#libs/inbox';
import { type NewSuppression, SuppressionService } from '#libs/users';
import { Config } from '#platform/config';
import { Database, isConnectionLoss, isOutOfResources, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { addResults } from '../dispatches/chunk-counts.js';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import {
  type DeadToken,
  type HoldReason,
  HOLD_REASONS,
  type LeasedChunk,
  type Result,
  type BatchCommit,
} from '../model/delivery.types.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import type { PreparedMessage } from './message-cache.service.js';
import { WebhookDeliveryService } from '../webhooks/webhook-delivery.service.js';
import { ResultRepository } from './result.repository.js';
import { DeadTokenService } from '../tokens/dead-token.service.js';

/** Pauses between attempts to store results grow to the longest. */
const RETRY_PAUSE_MS = 250;
const MAX_RETRY_PAUSE_MS = 4000;

/** Another worker holds the chunk now: nothing of what this one does counts any more. */
export class LeaseLostError extends Error {}

/** The end of a sub-batch: results, retries, doubts, dead tokens, inbox, counters and position in one transaction. */
@Injectable()
export class BatchCommitService {
  constructor(
    private readonly db: Database,
    private readonly chunks: ChunkRepository,
    private readonly results: ResultRepository,
    private readonly dispatches: DispatchRepository,
    private readonly deadTokens: DeadTokenService,
    private readonly suppressions: SuppressionService,
    private readonly inbox: InboxWriterService,
    private readonly webhookDeliveries: WebhookDeliveryService,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Commits a sub-batch. What was sent must be written down, so what passes (a deadlock, Postgres away, its disk full) is
   * tried again until it succeeds, or another worker has taken the chunk: that one finds the sub-batch in doubt.
   *
   * @returns what holds the chunk by now: only with `HOLDS.none` the next sub-batch may leave
   * @throws LeaseLost
   */
  async commitBatch(chunk: LeasedChunk, message: PreparedMessage, commit: BatchCommit): Promise<HoldReason> {
    let hold: HoldReason = HOLD_REASONS.none;
    for (let attempt = 1; ; attempt++) {
      try {
        hold = await this.tryCommit(chunk, message, commit);
        break;
      } catch (error) {
        if (error instanceof LeaseLostError) {
          const committedHold = await this.chunks.findHoldIfCommitted(chunk, chunk.done + commit.advance);
          if (committedHold !== undefined) {
            hold = committedHold;
            break;
          }
        }
        if (!isTransient(error)) {
          throw error;
        }
        this.logger.warn({ err: error, chunkId: chunk.chunkId, attempt }, 'results could not be stored, trying again');
        await sleep(Math.min(MAX_RETRY_PAUSE_MS, RETRY_PAUSE_MS * attempt));
      }
    }
    chunk.done += commit.advance;
    chunk.counts = addResults(chunk.counts, commit.results);
    if (commit.isLast) {
      await this.finishDispatches([chunk.dispatchId]);
    }
    return hold;
  }

  /** Ends all that is left of a chunk, without sending. @param unconfirmedIds  of them those who may have been sent to */
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
      inboxMessages: [],
      advance: chunk.remaining.length,
      nextInFlight: null,
      isLast: true,
    });
  }

  private async tryCommit(chunk: LeasedChunk, { dispatch }: PreparedMessage, commit: BatchCommit): Promise<HoldReason> {
    const inboxMessages = await this.inbox.assignPiids(chunk.appId, commit.inboxMessages);
    const { hookId } = dispatch.options;
    const deliveries = hookId === undefined ? [] : await this.webhookDeliveries.planDeliveries(commit.results);
    return this.db.tx(async (tx) => {
      const hold = await this.chunks.commitBatch(tx, chunk, commit, this.config.LEASE_MS);
      if (hold === undefined) {
        throw new LeaseLostError();
      }
      await this.results.insertResults(tx, chunk, dispatch.day, commit.results);
      await this.results.insertRetries(tx, chunk, commit.retries, hold === HOLD_REASONS.stopped);
      await this.results.insertUnconfirmed(tx, chunk, commit.unconfirmed);
      await this.inbox.storeMessages(tx, chunk.appId, dispatch, inboxMessages);
      if (hookId !== undefined) {
        await this.webhookDeliveries.storeDeliveries(tx, chunk, hookId, deliveries);
      }
      // Last: other settlements of the dispatch that have dead tokens wait for this commit.
      await this.retireDeadAddresses(tx, chunk, commit);
      return hold;
    });
  }

  /** A dead token retires its installation; a dead address is suppressed, whoever has it. */
  private async retireDeadAddresses(tx: Tx, chunk: LeasedChunk, { deadTokens: dead }: BatchCommit): Promise<void> {
    if (dead.length === 0) {
      return;
    }
    if (chunk.channel === 'smtp' || chunk.channel === 'sms') {
      await this.suppressions.add(
        tx,
        chunk.appId,
        dead.map(chunk.channel === 'smtp' ? toEmailSuppression : toSmsSuppression),
      );
    } else {
      await this.deadTokens.report(tx, chunk, dead);
    }
  }

  /** Closes those of some dispatches of which nothing is left to do. */
  async finishDispatches(dispatchIds: readonly number[]): Promise<void> {
    for (const { dispatchId, planned, settled } of await this.dispatches.finishCompleted(dispatchIds)) {
      if (planned !== settled) {
        this.logger.error({ dispatchId, planned, settled }, 'a finished dispatch does not add up');
      }
    }
  }
}

function toEmailSuppression({ token, raw }: DeadToken): NewSuppression {
  return { channel: 'email', address: token, reason: 'HARD_BOUNCE', detail: raw };
}

function toSmsSuppression({ token, reason, raw }: DeadToken): NewSuppression {
  return {
    channel: 'sms',
    address: token,
    reason: reason === 'OPTED_OUT' ? 'STOP' : 'INVALID_ADDRESS',
    detail: raw,
  };
}

/** Whether storing results again may succeed. A commit whose answer was lost is told apart by the chunk's position. */
function isTransient(error: unknown): boolean {
  return (
    isRolledBack(error) ||
    (error instanceof AppError && (isConnectionLoss(error.cause) || isOutOfResources(error.cause)))
  );
}
