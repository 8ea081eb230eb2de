import { Inject, Injectable } from '@nestjs/common';
import type { Account, BatchReport, AccountRateLimits } from '#libs/channels';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AccountTurns } from './account-turns.js';
import { CHANNEL_POLICIES, PROBE_SIZE } from './channel-policy.js';
import { ChunkLeases } from './chunk-leases.service.js';
import { ChunkRepository } from './chunk.repository.js';
import {
  type ChunkKey,
  type Hold,
  HOLDS,
  type Lane,
  type LeasedChunk,
  type Result,
  STATUSES,
} from './delivery.types.js';
import { DoubtService } from './doubt.service.js';
import { type FrozenMessage, FrozenMessages } from './frozen-messages.js';
import { finalMessages } from './inbox-messages.js';
import { finalResult } from './judge.js';
import { LaunchService } from './launch.service.js';
import { ProviderAccounts } from './provider-accounts.js';
import { LeaseLost, SettleService } from './settle.service.js';
import { type Item, type SubBatch, SubBatches } from './sub-batch.js';
import { Wire } from './wire.service.js';

/** Why recipients of a chunk that is held for good are skipped. */
const SKIP_REASONS: Partial<Record<Hold, string>> = { [HOLDS.stopped]: 'STOPPED', [HOLDS.late]: 'LATE' };

/**
 * Sends chunks by the protocol of design, section 5: lease with an epoch, then per sub-batch an intent, the sending, and
 * one transaction with results, retries, counters and position, which also carries the next intent.
 */
@Injectable()
export class ChunkService {
  private stopping = false;

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly leases: ChunkLeases,
    private readonly settlements: SettleService,
    private readonly launches: LaunchService,
    private readonly frozen: FrozenMessages,
    private readonly subBatches: SubBatches,
    private readonly doubts: DoubtService,
    private readonly accounts: ProviderAccounts,
    private readonly turns: AccountTurns,
    private readonly wire: Wire,
    private readonly config: Config,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends what is left of a chunk. Does nothing when it is done, or somebody works on it: another worker or this one. */
  async send(key: ChunkKey): Promise<void> {
    const chunk = this.leases.has(key.chunkId) ? undefined : await this.chunks.claim(key, this.config.LEASE_MS);
    if (!chunk) {
      return;
    }
    try {
      await this.leases.keep([chunk], () => this.work(chunk));
    } catch (error) {
      if (!(error instanceof LeaseLost)) {
        throw error;
      }
      this.logger.warn({ dispatchId: chunk.dispatchId, chunkId: chunk.chunkId }, 'a chunk was taken over');
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
    if (SKIP_REASONS[chunk.hold]) {
      await this.skipRemaining(chunk, message);
      return;
    }
    const account = await this.accounts.find(chunk.appId, chunk.channel);
    if (account.kind === 'paused') {
      await this.chunks.release(chunk);
      return;
    }
    if (account.kind === 'resting' && !isOver(chunk, this.clock.now())) {
      await this.chunks.releaseUntil(chunk, account.until, this.config.REOFFER_MS);
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
    } else if (account.kind === 'resting' || isOver(chunk, this.clock.now())) {
      await this.settleAll(chunk, message, STATUSES.failed, 'EXPIRED');
    } else {
      await this.sendRemaining(chunk, message, account.account, account.isProbe);
    }
  }

  /** One sub-batch after the other; the next is read and rendered while the current one is on the wire. */
  private async sendRemaining(
    chunk: LeasedChunk,
    message: FrozenMessage,
    account: Account,
    isProbe: boolean,
  ): Promise<void> {
    const size = await this.turns.sizeOf(account, CHANNEL_POLICIES[chunk.channel].subBatch);
    const tried = isProbe ? chunk.remaining.slice(0, PROBE_SIZE) : [];
    const parts = [...slices(tried, size), ...slices(chunk.remaining.slice(tried.length), size)];
    let current = await this.subBatches.prepare(chunk, message, parts[0] ?? []);
    if (!(await this.begin(chunk, message, account, current))) {
      return;
    }
    for (let index = 0; index < parts.length; index++) {
      const following = parts[index + 1];
      const [report, prepared] = await Promise.all([
        this.wire.deliver(account, current.items, message.dispatch.lane),
        following && !this.stopping ? this.prepareNext(chunk, message, following) : null,
      ]);
      const mayGoOn = await this.mayGoOn(account, report, isProbe && index * size < tried.length);
      const next = mayGoOn && !this.stopping ? prepared : null;
      const verdict = this.wire.judge(chunk, message, current.items, report.outcomes);
      const hold = await this.settlements.settle(chunk, message, {
        ...verdict,
        results: [...current.settled, ...verdict.results],
        inbox: finalMessages(current.items, verdict.results),
        advance: current.size,
        nextIntent: next && next.items.length > 0 && !account.pace ? idsOf(next) : null,
        last: !following,
      });
      if (!following) {
        return;
      }
      chunk.remaining = chunk.remaining.slice(current.size);
      if (hold !== HOLDS.none) {
        await this.leaveHeld(chunk, message, hold);
        return;
      }
      if (!next) {
        await this.handBack(chunk, message);
        return;
      }
      if (account.pace && !(await this.begin(chunk, message, account, next))) {
        return;
      }
      current = next;
    }
  }

  /**
   * Waits for the turn of a sub-batch and states that it is about to leave: in this order, so that who waits is not in doubt.
   *
   * @returns false when it may not leave; the chunk is given back or ended then
   */
  private async begin(chunk: LeasedChunk, message: FrozenMessage, account: Account, next: SubBatch): Promise<boolean> {
    if (next.items.length === 0) {
      return true;
    }
    if (account.pace && !(await this.takeTurn(account, account.pace, message.dispatch.lane, next.items.length))) {
      await this.handBack(chunk, message);
      return false;
    }
    const hold = await this.chunks.intend(chunk, idsOf(next), this.config.LEASE_MS);
    if (hold === undefined) {
      throw new LeaseLost();
    }
    if (hold !== HOLDS.none) {
      await this.leaveHeld(chunk, message, hold);
      return false;
    }
    return true;
  }

  private async takeTurn(account: Account, pace: AccountRateLimits, lane: Lane, size: number): Promise<boolean> {
    return this.turns.take(
      account,
      pace,
      { lane, size },
      async () => !this.stopping && (await this.accounts.find(account.appId, account.channel)).kind === 'ready',
    );
  }

  /** Null when it fails, as while the database is away: what is on the wire meanwhile must be written down first. */
  private async prepareNext(
    chunk: LeasedChunk,
    message: FrozenMessage,
    ids: readonly number[],
  ): Promise<SubBatch | null> {
    try {
      return await this.subBatches.prepare(chunk, message, ids);
    } catch (error) {
      this.logger.warn({ err: error, chunkId: chunk.chunkId }, 'the next sub-batch could not be read');
      return null;
    }
  }

  /**
   * What a batch says of its provider, and whether others have found it to rest. Where nobody can tell, as while the database
   * is away, nothing more leaves; what has left is written down in any case.
   */
  private async mayGoOn(account: Account, report: BatchReport, isProbe: boolean): Promise<boolean> {
    try {
      const isWell = report.outcomes.length === 0 || (await this.accounts.learn(account, report, isProbe));
      return isWell && (await this.accounts.find(account.appId, account.channel)).kind === 'ready';
    } catch (error) {
      this.logger.warn({ err: error, channel: account.channel }, 'the state of an account is not known');
      return false;
    }
  }

  /** Somebody holds the campaign: nothing more leaves. What is held for good is written down, the rest given back. */
  private async leaveHeld(chunk: LeasedChunk, message: FrozenMessage, hold: Hold): Promise<void> {
    chunk.hold = hold;
    if (SKIP_REASONS[hold]) {
      await this.skipRemaining(chunk, message);
    } else {
      await this.chunks.release(chunk);
    }
  }

  /** Ends who is left as skipped, but for those whom a dead worker may have sent to: their fate nobody can tell. */
  private async skipRemaining(chunk: LeasedChunk, message: FrozenMessage): Promise<void> {
    const doubted = new Set(chunk.intent?.ids ?? []);
    const results = await this.endRemaining(chunk, message, (item) =>
      doubted.has(item.recipientId)
        ? finalResult(item, STATUSES.failed, null, 'IN_DOUBT')
        : finalResult(item, STATUSES.skipped, null, SKIP_REASONS[chunk.hold] ?? null),
    );
    await this.settlements.settleAll(chunk, message, results, [...doubted]);
  }

  /** Gives an unfinished chunk back. On a stop another worker takes it at once; at rest, the sweep offers it later. */
  private async handBack(chunk: LeasedChunk, { dispatch }: FrozenMessage): Promise<void> {
    const account = this.stopping ? null : await this.accounts.find(chunk.appId, chunk.channel);
    const released =
      account?.kind === 'resting'
        ? await this.chunks.releaseUntil(chunk, account.until, this.config.REOFFER_MS)
        : await this.chunks.release(chunk);
    if (released && this.stopping) {
      await this.launches.offerChunks(dispatch.lane, chunk.channel, [chunk], `again-${chunk.epoch}`);
    }
  }

  /** Decides what a dead worker left in flight, and goes on behind it. */
  private async recover(chunk: LeasedChunk, message: FrozenMessage, account: Account | null): Promise<void> {
    const { region, settlement } = await this.doubts.recover(chunk, message, account);
    await this.settlements.settle(chunk, message, settlement);
    chunk.remaining = chunk.remaining.slice(region);
    chunk.intent = null;
  }

  private async settleAll(
    chunk: LeasedChunk,
    message: FrozenMessage,
    status: (typeof STATUSES)['skipped' | 'failed'],
    reason: string,
  ): Promise<void> {
    const results = await this.endRemaining(chunk, message, (item) => finalResult(item, status, null, reason));
    await this.settlements.settleAll(chunk, message, results, []);
  }

  /** What becomes of all that is left, if nothing leaves. Rendered messages are kept of one sub-batch at a time. */
  private async endRemaining(
    chunk: LeasedChunk,
    message: FrozenMessage,
    end: (item: Item) => Result,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (const ids of slices(chunk.remaining, CHANNEL_POLICIES[chunk.channel].subBatch)) {
      const { items, settled } = await this.subBatches.prepare(chunk, message, ids);
      results.push(...settled, ...items.map(end));
    }
    return results;
  }
}

/** Its recipients have waited too long. */
function isOver({ expiresAt }: LeasedChunk, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function idsOf({ items }: SubBatch): number[] {
  return items.map(({ recipientId }) => recipientId);
}

function slices(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}
