import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Account, type BatchReport, Senders } from '#libs/channels';
import { InboxWriter } from '#libs/inbox';
import { UsersService } from '#libs/users';
import { Clock } from '#platform/clock';
import { Config } from '#platform/config';
import { Database, isConnectionLoss, isRolledBack } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/log';
import { LOGGER } from '#platform/platform';
import { CHANNEL_POLICIES } from './channel-policy.js';
import { ChunkRepository } from './chunk.repository.js';
import { type ChunkKey, type LeasedChunk, type Settlement, STATUSES } from './delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';
import { DoubtService } from './doubt.service.js';
import { type FrozenMessage, FrozenMessages } from './frozen-messages.js';
import { finalMessages } from './inbox-messages.js';
import { finalResult, judge, type Verdict } from './judge.js';
import { LaunchService } from './launch.service.js';
import { ProviderAccounts } from './provider-accounts.js';
import { ResultRepository } from './result.repository.js';
import { type SubBatch, SubBatches } from './sub-batch.js';

/** Together half a minute of trying to store results: Postgres may restart meanwhile. */
const SETTLE_ATTEMPTS = 16;
const SETTLE_PAUSE_MS = 250;

/** Another worker holds the chunk now: nothing of what this one does counts any more. */
class LeaseLost extends Error {}

/**
 * Sends chunks by the protocol of design, section 5: lease with an epoch, then per sub-batch an intent, the sending, and
 * one transaction with results, retries, counters and position, which also carries the next intent.
 */
@Injectable()
export class ChunkService {
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly chunks: ChunkRepository,
    private readonly results: ResultRepository,
    private readonly dispatches: DispatchRepository,
    private readonly launches: LaunchService,
    private readonly frozen: FrozenMessages,
    private readonly subBatches: SubBatches,
    private readonly doubts: DoubtService,
    private readonly accounts: ProviderAccounts,
    private readonly senders: Senders,
    private readonly users: UsersService,
    private readonly inbox: InboxWriter,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends what is left of a chunk. Does nothing when it is done or held by another worker. */
  async send(key: ChunkKey): Promise<void> {
    const chunk = await this.chunks.claim(key, this.config.LEASE_MS);
    if (!chunk) {
      return;
    }
    const heartbeat = setInterval(() => {
      this.chunks.renew(chunk, this.config.LEASE_MS).catch((error: unknown) => {
        this.logger.warn({ err: error, chunkId: chunk.chunkId }, 'a lease could not be renewed');
      });
    }, this.config.LEASE_MS / 3);
    try {
      await this.work(chunk);
    } catch (error) {
      if (!(error instanceof LeaseLost)) {
        throw error;
      }
      this.logger.warn({ dispatchId: chunk.dispatchId, chunkId: chunk.chunkId }, 'a chunk was taken over');
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** From now on chunks end after the sub-batch in flight and are handed back. */
  stop(): void {
    this.stopping = true;
  }

  private async work(chunk: LeasedChunk): Promise<void> {
    const message = await this.frozen.get(chunk.dispatchId);
    if (!message) {
      throw new Error(`Dispatch ${chunk.dispatchId} of chunk ${chunk.chunkId} is not launched`);
    }
    const account = await this.accounts.find(chunk.appId, chunk.channel);
    if (account.kind === 'paused') {
      await this.chunks.release(chunk);
      return;
    }
    if (chunk.intent) {
      await this.recover(chunk, message, account.kind === 'ready' ? account.account : null);
    }
    if (chunk.remaining.length === 0) {
      return;
    }
    if (account.kind === 'none') {
      await this.settleAll(chunk, message, STATUSES.skipped, 'CHANNEL_NOT_CONFIGURED');
    } else if (chunk.expiresAt && chunk.expiresAt <= this.clock.now()) {
      await this.settleAll(chunk, message, STATUSES.failed, 'EXPIRED');
    } else {
      await this.sendRemaining(chunk, message, account.account);
    }
  }

  /** One sub-batch after the other; the next is read and rendered while the current one is on the wire. */
  private async sendRemaining(chunk: LeasedChunk, message: FrozenMessage, account: Account): Promise<void> {
    const { subBatch } = CHANNEL_POLICIES[chunk.channel];
    const parts = slices(chunk.remaining, subBatch);
    let current = await this.subBatches.prepare(chunk, message, parts[0] ?? []);
    if (current.items.length > 0 && !(await this.chunks.intend(chunk, idsOf(current), this.config.LEASE_MS))) {
      throw new LeaseLost();
    }
    for (let index = 0; index < parts.length; index++) {
      const following = parts[index + 1];
      const [report, prepared] = await Promise.all([
        this.deliver(account, current),
        following && !this.stopping ? this.subBatches.prepare(chunk, message, following) : null,
      ]);
      if (report.pause) {
        await this.accounts.pause(account, report.pause.code, report.pause.why);
      }
      const next = report.pause || this.stopping ? null : prepared;
      const verdict = this.judge(chunk, message, current, report);
      await this.settle(chunk, message, {
        ...verdict,
        results: [...current.settled, ...verdict.results],
        inbox: finalMessages(current.items, verdict.results),
        advance: current.size,
        nextIntent: next && next.items.length > 0 ? idsOf(next) : null,
        last: !following,
      });
      if (!following) {
        return;
      }
      if (!next) {
        await this.handBack(chunk, message);
        return;
      }
      current = next;
    }
  }

  /** Gives an unfinished chunk back. On a stop another worker takes it at once; at rest, the sweep offers it later. */
  private async handBack(chunk: LeasedChunk, { dispatch }: FrozenMessage): Promise<void> {
    const released = await this.chunks.release(chunk);
    if (released && this.stopping) {
      await this.launches.offerChunks(dispatch.lane, chunk.channel, [chunk], `again-${chunk.epoch}`);
    }
  }

  private async deliver(account: Account, { items }: SubBatch): Promise<BatchReport> {
    if (items.length === 0) {
      return { outcomes: [] };
    }
    const since = this.clock.now();
    const outgoing = items.map((item) => item.outgoing);
    const report = await this.senders.for(account.channel).send(account, outgoing);
    return { ...report, outcomes: await this.doubts.clarify(account, outgoing, report.outcomes, since) };
  }

  private judge(chunk: LeasedChunk, { dispatch }: FrozenMessage, batch: SubBatch, report: BatchReport): Verdict {
    return judge(batch.items, report.outcomes, {
      channel: chunk.channel,
      doubt: this.senders.for(chunk.channel).doubt,
      attempt: chunk.attempt,
      now: this.clock.now(),
      expiresAt: chunk.expiresAt,
      ttlSeconds: dispatch.message.ttlSeconds,
    });
  }

  /** Decides what a dead worker left in flight, and goes on behind it. */
  private async recover(chunk: LeasedChunk, message: FrozenMessage, account: Account | null): Promise<void> {
    const { region, settlement } = await this.doubts.recover(chunk, message, account);
    await this.settle(chunk, message, settlement);
    chunk.remaining = chunk.remaining.slice(region);
  }

  private async settleAll(
    chunk: LeasedChunk,
    message: FrozenMessage,
    status: (typeof STATUSES)['skipped' | 'failed'],
    reason: string,
  ): Promise<void> {
    const { items, settled } = await this.subBatches.prepare(chunk, message, chunk.remaining);
    await this.settle(chunk, message, {
      results: [...settled, ...items.map((item) => finalResult(item, status, null, reason))],
      retries: [],
      doubts: [],
      dead: [],
      inbox: [],
      advance: chunk.remaining.length,
      nextIntent: null,
      last: true,
    });
  }

  /**
   * Commits a sub-batch. What was sent must be written down, so what passes (a deadlock, Postgres away for a while) is
   * tried again as long as the lease may hold; a lost lease leaves the sub-batch to the next worker, as in doubt.
   */
  private async settle(chunk: LeasedChunk, message: FrozenMessage, settlement: Settlement): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.commit(chunk, message, settlement);
        break;
      } catch (error) {
        if (error instanceof LeaseLost && (await this.chunks.isSettled(chunk, chunk.done + settlement.advance))) {
          break;
        }
        if (attempt === SETTLE_ATTEMPTS || !passes(error)) {
          throw error;
        }
        this.logger.warn({ err: error, chunkId: chunk.chunkId, attempt }, 'results could not be stored, trying again');
        await sleep(SETTLE_PAUSE_MS * attempt);
      }
    }
    chunk.done += settlement.advance;
    if (settlement.last) {
      await this.finish(chunk.dispatchId);
    }
  }

  private async commit(chunk: LeasedChunk, { dispatch }: FrozenMessage, settlement: Settlement): Promise<void> {
    const messages = await this.inbox.number(chunk.appId, settlement.inbox);
    await this.db.tx(async (tx) => {
      if (!(await this.chunks.settle(tx, chunk, settlement, this.config.LEASE_MS))) {
        throw new LeaseLost();
      }
      await this.results.insert(tx, chunk, dispatch.day, settlement.results);
      await this.results.insertRetries(tx, chunk, settlement.retries);
      await this.results.insertDoubts(tx, chunk, settlement.doubts);
      await this.retireDead(tx, chunk, settlement);
      await this.inbox.store(tx, chunk.appId, dispatch, messages);
    });
  }

  private async retireDead(
    tx: Parameters<UsersService['retireTokens']>[0],
    chunk: LeasedChunk,
    { dead }: Settlement,
  ): Promise<void> {
    if (dead.length > 0 && chunk.channel !== 'smtp' && chunk.channel !== 'sms') {
      await this.users.retireTokens(tx, chunk.appId, dead);
    }
  }

  private async finish(dispatchId: number): Promise<void> {
    for (const { planned, settled } of await this.dispatches.finish([dispatchId])) {
      if (planned !== settled) {
        this.logger.error({ dispatchId, planned, settled }, 'a finished dispatch does not add up');
      }
    }
  }
}

/** Whether storing results again may succeed. A commit whose answer was lost is told apart by the chunk's position. */
function passes(error: unknown): boolean {
  return isRolledBack(error) || (error instanceof AppError && isConnectionLoss(error.cause));
}

function idsOf({ items }: SubBatch): number[] {
  return items.map(({ recipientId }) => recipientId);
}

function slices(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}
