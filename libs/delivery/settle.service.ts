import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InboxWriterService } from '#libs/inbox';
import { type NewSuppression, SuppressionService } from '#libs/users';
import { Config } from '#platform/config';
import { Database, isConnectionLoss, isOutOfResources, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { countMore } from './chunk-counts.js';
import { ChunkRepository } from './chunk.repository.js';
import { type DeadToken, type Hold, HOLDS, type LeasedChunk, type Result, type Settlement } from './delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';
import type { FrozenMessage } from './frozen-messages.js';
import { HookCallService } from './hooks/hook-call.service.js';
import { ResultRepository } from './result.repository.js';
import { TokenHygiene } from './token-hygiene.service.js';

/** Pauses between attempts to store results grow to the longest. */
const SETTLE_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

/** Another worker holds the chunk now: nothing of what this one does counts any more. */
export class LeaseLost extends Error {}

/** The end of a sub-batch: results, retries, doubts, dead tokens, inbox, counters and position in one transaction. */
@Injectable()
export class SettleService {
  constructor(
    private readonly db: Database,
    private readonly chunks: ChunkRepository,
    private readonly results: ResultRepository,
    private readonly dispatches: DispatchRepository,
    private readonly hygiene: TokenHygiene,
    private readonly suppressions: SuppressionService,
    private readonly inbox: InboxWriterService,
    private readonly hooks: HookCallService,
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
  async settle(chunk: LeasedChunk, message: FrozenMessage, settlement: Settlement): Promise<Hold> {
    let hold: Hold = HOLDS.none;
    for (let attempt = 1; ; attempt++) {
      try {
        hold = await this.commit(chunk, message, settlement);
        break;
      } catch (error) {
        if (error instanceof LeaseLost) {
          const settled = await this.chunks.findSettled(chunk, chunk.done + settlement.advance);
          if (settled !== undefined) {
            hold = settled;
            break;
          }
        }
        if (!passes(error)) {
          throw error;
        }
        this.logger.warn({ err: error, chunkId: chunk.chunkId, attempt }, 'results could not be stored, trying again');
        await sleep(Math.min(LONGEST_PAUSE_MS, SETTLE_PAUSE_MS * attempt));
      }
    }
    chunk.done += settlement.advance;
    chunk.counts = countMore(chunk.counts, settlement.results);
    if (settlement.last) {
      await this.finish([chunk.dispatchId]);
    }
    return hold;
  }

  /** Ends all that is left of a chunk, without sending. @param doubted  of them those who may have been sent to */
  async settleAll(
    chunk: LeasedChunk,
    message: FrozenMessage,
    results: Result[],
    doubted: readonly number[],
  ): Promise<void> {
    await this.settle(chunk, message, {
      results,
      retries: [],
      doubts: doubted.map((recipientId) => ({ recipientId, cause: 'crash' })),
      dead: [],
      inbox: [],
      advance: chunk.remaining.length,
      nextIntent: null,
      last: true,
    });
  }

  private async commit(chunk: LeasedChunk, { dispatch }: FrozenMessage, settlement: Settlement): Promise<Hold> {
    const messages = await this.inbox.assignPiids(chunk.appId, settlement.inbox);
    const { hookId } = dispatch.options;
    const calls = hookId === undefined ? [] : await this.hooks.plan(settlement.results);
    return this.db.tx(async (tx) => {
      const hold = await this.chunks.settle(tx, chunk, settlement, this.config.LEASE_MS);
      if (hold === undefined) {
        throw new LeaseLost();
      }
      await this.results.insert(tx, chunk, dispatch.day, settlement.results);
      await this.results.insertRetries(tx, chunk, settlement.retries, hold === HOLDS.stopped);
      await this.results.insertDoubts(tx, chunk, settlement.doubts);
      await this.inbox.storeMessages(tx, chunk.appId, dispatch, messages);
      if (hookId !== undefined) {
        await this.hooks.store(tx, chunk, hookId, calls);
      }
      // Last: other settlements of the dispatch that have dead tokens wait for this commit.
      await this.retireDead(tx, chunk, settlement);
      return hold;
    });
  }

  /** A dead token retires its installation; a dead address is suppressed, whoever has it. */
  private async retireDead(tx: Tx, chunk: LeasedChunk, { dead }: Settlement): Promise<void> {
    if (dead.length === 0) {
      return;
    }
    if (chunk.channel === 'smtp' || chunk.channel === 'sms') {
      await this.suppressions.add(tx, chunk.appId, dead.map(chunk.channel === 'smtp' ? bouncedMail : refusedNumber));
    } else {
      await this.hygiene.strike(tx, chunk, dead);
    }
  }

  /** Closes those of some dispatches of which nothing is left to do. */
  async finish(dispatchIds: readonly number[]): Promise<void> {
    for (const { dispatchId, planned, settled } of await this.dispatches.finish(dispatchIds)) {
      if (planned !== settled) {
        this.logger.error({ dispatchId, planned, settled }, 'a finished dispatch does not add up');
      }
    }
  }
}

function bouncedMail({ token, raw }: DeadToken): NewSuppression {
  return { channel: 'email', address: token, reason: 'HARD_BOUNCE', detail: raw };
}

function refusedNumber({ token, reason, raw }: DeadToken): NewSuppression {
  return {
    channel: 'sms',
    address: token,
    reason: reason === 'OPTED_OUT' ? 'STOP' : 'INVALID_ADDRESS',
    detail: raw,
  };
}

/** Whether storing results again may succeed. A commit whose answer was lost is told apart by the chunk's position. */
function passes(error: unknown): boolean {
  return (
    isRolledBack(error) ||
    (error instanceof AppError && (isConnectionLoss(error.cause) || isOutOfResources(error.cause)))
  );
}
