import { Inject, Injectable } from '@nestjs/common';
import type { Account, BatchReport, AccountRateLimits } from '#libs/channels';
import { ClockService } from '#platform/runtime';
import { Config } from '#platform/config';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AccountRateLimitService } from '../accounts/account-rate-limit.service.js';
import { CHANNEL_POLICIES, PROBE_SIZE } from '../model/channel-policy.js';
import { ChunkLeaseService } from './chunk-lease.service.js';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import {
  type ChunkKey,
  type HoldReason,
  HOLD_REASONS,
  type Lane,
  type LeasedChunk,
  type Result,
  STATUSES,
} from '../model/delivery.types.js';
import { UnconfirmedSendsService } from './unconfirmed-sends.service.js';
import { type PreparedMessage, MessageCacheService } from './message-cache.service.js';
import { selectInboxMessages } from './inbox-copy.js';
import { buildResult } from './classify-outcomes.js';
import { LaunchService } from '../launching/launch.service.js';
import { AccountStateService } from '../accounts/account-state.service.js';
import { LeaseLostError, BatchCommitService } from './batch-commit.service.js';
import { type OutgoingRecipient, type Batch, BatchPreparationService } from './batch-preparation.service.js';
import { ProviderClientService } from './provider-client.service.js';

/** Why recipients of a chunk that is held for good are skipped. */
const SKIP_REASONS: Partial<Record<HoldReason, string>> = {
  [HOLD_REASONS.stopped]: 'STOPPED',
  [HOLD_REASONS.late]: 'LATE',
};

/**
 * Sends chunks by the protocol of design, section 5: lease with an epoch, then per sub-batch an intent, the sending, and
 * one transaction with results, retries, counters and position, which also carries the next intent.
 */
@Injectable()
export class ChunkSenderService {
  private isStopping = false;

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly leases: ChunkLeaseService,
    private readonly batchCommits: BatchCommitService,
    private readonly deliveryQueue: LaunchService,
    private readonly messageCache: MessageCacheService,
    private readonly batchPreparation: BatchPreparationService,
    private readonly unconfirmedSends: UnconfirmedSendsService,
    private readonly accounts: AccountStateService,
    private readonly rateLimits: AccountRateLimitService,
    private readonly providerClient: ProviderClientService,
    private readonly config: Config,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends what is left of a chunk. Does nothing when it is done, or somebody works on it: another worker or this one. */
  async sendChunk(key: ChunkKey): Promise<void> {
    const chunk = this.leases.hasLease(key.chunkId)
      ? undefined
      : await this.chunks.claimChunk(key, this.config.LEASE_MS);
    if (!chunk) {
      return;
    }
    try {
      await this.leases.keepLeases([chunk], () => this.processChunk(chunk));
    } catch (error) {
      if (!(error instanceof LeaseLostError)) {
        throw error;
      }
      this.logger.warn({ dispatchId: chunk.dispatchId, chunkId: chunk.chunkId }, 'a chunk was taken over');
    }
  }

  /** From now on chunks end after the sub-batch in flight and are handed back. */
  stop(): void {
    this.isStopping = true;
  }

  private async processChunk(chunk: LeasedChunk): Promise<void> {
    const message = await this.messageCache.getMessage(chunk.dispatchId);
    if (!message) {
      throw new Error(`Dispatch ${chunk.dispatchId} of chunk ${chunk.chunkId} is not launched`);
    }
    if (SKIP_REASONS[chunk.holdReason]) {
      await this.skipRemaining(chunk, message);
      return;
    }
    const account = await this.accounts.find(chunk.appId, chunk.channel);
    if (account.kind === 'paused') {
      await this.chunks.releaseChunk(chunk);
      return;
    }
    if (account.kind === 'resting' && !isExpired(chunk, this.clock.now())) {
      await this.chunks.releaseChunkUntil(chunk, account.until, this.config.REOFFER_MS);
      return;
    }
    if (chunk.inFlight) {
      await this.resolveInFlight(chunk, message, account.kind === 'ready' ? account.account : null);
    }
    if (chunk.remaining.length === 0) {
      return;
    }
    if (account.kind === 'none') {
      await this.finishRemaining(chunk, message, STATUSES.skipped, 'CHANNEL_NOT_CONFIGURED');
    } else if (account.kind === 'resting' || isExpired(chunk, this.clock.now())) {
      await this.finishRemaining(chunk, message, STATUSES.failed, 'EXPIRED');
    } else {
      await this.sendRemaining(chunk, message, account.account, account.isProbe);
    }
  }

  /** One sub-batch after the other; the next is read and rendered while the current one is on the wire. */
  private async sendRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    account: Account,
    isProbe: boolean,
  ): Promise<void> {
    const size = await this.rateLimits.batchSize(account, CHANNEL_POLICIES[chunk.channel].batchSize);
    const probeIds = isProbe ? chunk.remaining.slice(0, PROBE_SIZE) : [];
    const batchIds = [...splitIds(probeIds, size), ...splitIds(chunk.remaining.slice(probeIds.length), size)];
    let current = await this.batchPreparation.prepareBatch(chunk, message, batchIds[0] ?? []);
    if (!(await this.startBatch(chunk, message, account, current))) {
      return;
    }
    for (let index = 0; index < batchIds.length; index++) {
      const nextIds = batchIds[index + 1];
      const [report, nextBatch] = await Promise.all([
        this.providerClient.sendBatch(account, current.recipients, message.dispatch.lane),
        nextIds && !this.isStopping ? this.prepareNextBatch(chunk, message, nextIds) : null,
      ]);
      const mayContinue = await this.checkAccount(account, report, isProbe && index * size < probeIds.length);
      const next = mayContinue && !this.isStopping ? nextBatch : null;
      const classification = this.providerClient.classifyBatch(chunk, message, current.recipients, report.outcomes);
      const hold = await this.batchCommits.commitBatch(chunk, message, {
        ...classification,
        results: [...current.unsendable, ...classification.results],
        inboxMessages: selectInboxMessages(current.recipients, classification.results),
        advance: current.size,
        nextInFlight: next && next.recipients.length > 0 && !account.pace ? recipientIds(next) : null,
        isLast: !nextIds,
      });
      if (!nextIds) {
        return;
      }
      chunk.remaining = chunk.remaining.slice(current.size);
      if (hold !== HOLD_REASONS.none) {
        await this.applyHold(chunk, message, hold);
        return;
      }
      if (!next) {
        await this.releaseUnfinished(chunk, message);
        return;
      }
      if (account.pace && !(await this.startBatch(chunk, message, account, next))) {
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
  private async startBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    account: Account,
    next: Batch,
  ): Promise<boolean> {
    if (next.recipients.length === 0) {
      return true;
    }
    if (
      account.pace &&
      !(await this.acquireRateLimit(account, account.pace, message.dispatch.lane, next.recipients.length))
    ) {
      await this.releaseUnfinished(chunk, message);
      return false;
    }
    const hold = await this.chunks.markInFlight(chunk, recipientIds(next), this.config.LEASE_MS);
    if (hold === undefined) {
      throw new LeaseLostError();
    }
    if (hold !== HOLD_REASONS.none) {
      await this.applyHold(chunk, message, hold);
      return false;
    }
    return true;
  }

  private async acquireRateLimit(
    account: Account,
    pace: AccountRateLimits,
    lane: Lane,
    size: number,
  ): Promise<boolean> {
    return this.rateLimits.acquire(
      account,
      pace,
      { lane, size },
      async () => !this.isStopping && (await this.accounts.find(account.appId, account.channel)).kind === 'ready',
    );
  }

  /** Null when it fails, as while the database is away: what is on the wire meanwhile must be written down first. */
  private async prepareNextBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ids: readonly number[],
  ): Promise<Batch | null> {
    try {
      return await this.batchPreparation.prepareBatch(chunk, message, ids);
    } catch (error) {
      this.logger.warn({ err: error, chunkId: chunk.chunkId }, 'the next sub-batch could not be read');
      return null;
    }
  }

  /**
   * What a batch says of its provider, and whether others have found it to rest. Where nobody can tell, as while the database
   * is away, nothing more leaves; what has left is written down in any case.
   */
  private async checkAccount(account: Account, report: BatchReport, isProbe: boolean): Promise<boolean> {
    try {
      const isHealthy = report.outcomes.length === 0 || (await this.accounts.recordReport(account, report, isProbe));
      return isHealthy && (await this.accounts.find(account.appId, account.channel)).kind === 'ready';
    } catch (error) {
      this.logger.warn({ err: error, channel: account.channel }, 'the state of an account is not known');
      return false;
    }
  }

  /** Somebody holds the campaign: nothing more leaves. What is held for good is written down, the rest given back. */
  private async applyHold(chunk: LeasedChunk, message: PreparedMessage, hold: HoldReason): Promise<void> {
    chunk.holdReason = hold;
    if (SKIP_REASONS[hold]) {
      await this.skipRemaining(chunk, message);
    } else {
      await this.chunks.releaseChunk(chunk);
    }
  }

  /** Ends who is left as skipped, but for those whom a dead worker may have sent to: their fate nobody can tell. */
  private async skipRemaining(chunk: LeasedChunk, message: PreparedMessage): Promise<void> {
    const inFlightIds = new Set(chunk.inFlight?.ids ?? []);
    const results = await this.buildRemainingResults(chunk, message, (recipient) =>
      inFlightIds.has(recipient.recipientId)
        ? buildResult(recipient, STATUSES.failed, null, 'IN_DOUBT')
        : buildResult(recipient, STATUSES.skipped, null, SKIP_REASONS[chunk.holdReason] ?? null),
    );
    await this.batchCommits.commitRemaining(chunk, message, results, [...inFlightIds]);
  }

  /** Gives an unfinished chunk back. On a stop another worker takes it at once; at rest, the sweep offers it later. */
  private async releaseUnfinished(chunk: LeasedChunk, { dispatch }: PreparedMessage): Promise<void> {
    const account = this.isStopping ? null : await this.accounts.find(chunk.appId, chunk.channel);
    const isReleased =
      account?.kind === 'resting'
        ? await this.chunks.releaseChunkUntil(chunk, account.until, this.config.REOFFER_MS)
        : await this.chunks.releaseChunk(chunk);
    if (isReleased && this.isStopping) {
      await this.deliveryQueue.enqueueChunks(dispatch.lane, chunk.channel, [chunk], `again-${chunk.epoch}`);
    }
  }

  /** Decides what a dead worker left in flight, and goes on behind it. */
  private async resolveInFlight(chunk: LeasedChunk, message: PreparedMessage, account: Account | null): Promise<void> {
    const { coveredCount, commit } = await this.unconfirmedSends.resolveInFlight(chunk, message, account);
    await this.batchCommits.commitBatch(chunk, message, commit);
    chunk.remaining = chunk.remaining.slice(coveredCount);
    chunk.inFlight = null;
  }

  private async finishRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    status: (typeof STATUSES)['skipped' | 'failed'],
    reason: string,
  ): Promise<void> {
    const results = await this.buildRemainingResults(chunk, message, (recipient) =>
      buildResult(recipient, status, null, reason),
    );
    await this.batchCommits.commitRemaining(chunk, message, results, []);
  }

  /** What becomes of all that is left, if nothing leaves. Rendered messages are kept of one sub-batch at a time. */
  private async buildRemainingResults(
    chunk: LeasedChunk,
    message: PreparedMessage,
    toResult: (recipient: OutgoingRecipient) => Result,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (const ids of splitIds(chunk.remaining, CHANNEL_POLICIES[chunk.channel].batchSize)) {
      const { recipients, unsendable } = await this.batchPreparation.prepareBatch(chunk, message, ids);
      results.push(...unsendable, ...recipients.map(toResult));
    }
    return results;
  }
}

/** Its recipients have waited too long. */
function isExpired({ expiresAt }: LeasedChunk, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function recipientIds({ recipients }: Batch): number[] {
  return recipients.map(({ recipientId }) => recipientId);
}

function splitIds(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}
