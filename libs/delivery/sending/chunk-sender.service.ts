import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { ClockService, type Logger } from '#platform/runtime';
import { inTraceOf } from '#platform/tracing';
import { AccountStateService, accountOf, type AccountState, maySendBy, type OwnState } from '#libs/delivery/accounts';
import { type ChunkKey, type LeasedChunk, STATUSES } from '../model/delivery.types.js';
import { LeaseLostError } from './batch-commit.service.js';
import { BatchSenderService } from './batch-sender.service.js';
import { ChunkCompletionService, SKIP_REASONS } from './chunk-completion.service.js';
import { ChunkLeaseService } from './chunk-lease.service.js';
import { MessageCacheService, type PreparedMessage } from '../recipients/message-cache.service.js';
import { UnconfirmedSendsService } from './unconfirmed-sends.service.js';

/** Takes the lease of a chunk, decides what its state allows, and sends the rest. */
@Injectable()
export class ChunkSenderService {
  constructor(
    private readonly leases: ChunkLeaseService,
    private readonly messageCache: MessageCacheService,
    private readonly accounts: AccountStateService,
    private readonly unconfirmedSends: UnconfirmedSendsService,
    private readonly batchSender: BatchSenderService,
    private readonly completion: ChunkCompletionService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends the rest of a chunk.
   *
   * @param isTurnOver  asked between two batches: after true the chunk is given back
   * @returns false when the chunk is done, or when any worker holds its lease
   */
  async sendChunk(key: ChunkKey, isTurnOver: () => Promise<boolean> = async () => false): Promise<boolean> {
    const chunk = await this.leases.claimChunk(key);
    if (!chunk) {
      return false;
    }
    try {
      await this.leases.keepLeases([chunk], () => this.processChunk(chunk, isTurnOver));
    } catch (error) {
      if (!(error instanceof LeaseLostError)) {
        throw error;
      }
      this.logger.warn({ dispatchId: chunk.dispatchId, chunkId: chunk.chunkId }, 'another worker took over a chunk');
    }
    return true;
  }

  /** From now on a chunk ends after the batch in flight, and is released. */
  stop(): void {
    this.batchSender.stop();
  }

  private async processChunk(chunk: LeasedChunk, isTurnOver: () => Promise<boolean>): Promise<void> {
    const message = await this.messageCache.getMessage(chunk.dispatchId);
    if (!message) {
      throw new Error(`Dispatch ${chunk.dispatchId} of chunk ${chunk.chunkId} is not launched`);
    }
    const attributes = {
      'herald.application_id': chunk.appId,
      'herald.dispatch_id': chunk.dispatchId,
      'herald.chunk_id': chunk.chunkId,
      'herald.attempt': chunk.attempt,
    };
    await inTraceOf([message.dispatch.options.trace], { name: 'send chunk', kind: 'consumer', attributes }, () => {
      return this.sendRest(chunk, message, isTurnOver);
    });
  }

  private async sendRest(
    chunk: LeasedChunk,
    message: PreparedMessage,
    isTurnOver: () => Promise<boolean>,
  ): Promise<void> {
    if (SKIP_REASONS[chunk.holdReason]) {
      await this.completion.skipRemaining(chunk, message);
      return;
    }
    const account = await this.accounts.find(chunk.appId, chunk.channel);
    if (account.kind === 'paused' || (account.kind === 'open' && !isExpired(chunk, this.clock.now()))) {
      await this.completion.releaseChunk(chunk, account);
      return;
    }
    if (account.kind === 'ready' && !maySendBy(account, message.dispatch.options)) {
      await this.completion.finishRemaining(chunk, message, STATUSES.skipped, 'NOT_SIMULATED');
      return;
    }
    if (chunk.inFlight) {
      const stopped = findStopped(chunk, account);
      if (stopped && !isExpired(chunk, this.clock.now())) {
        await this.completion.releaseChunk(chunk, stopped);
        return;
      }
      await this.unconfirmedSends.resolveInFlight(chunk, message, account);
    }
    if (chunk.remaining.length === 0) {
      return;
    }
    if (account.kind === 'none') {
      await this.completion.finishRemaining(chunk, message, STATUSES.skipped, 'CHANNEL_NOT_CONFIGURED');
    } else if (account.kind === 'open' || isExpired(chunk, this.clock.now())) {
      await this.completion.finishRemaining(chunk, message, STATUSES.failed, 'EXPIRED');
    } else {
      await this.batchSender.sendRemaining(chunk, message, account, isTurnOver);
    }
  }
}

/** An account by which ids in flight have left, and which cannot be asked now. */
function findStopped({ channel, inFlight, accounts }: LeasedChunk, state: AccountState): OwnState | undefined {
  const known = state.kind === 'none' ? [] : state.accounts;
  return inFlight?.ids
    .map((id) => accountOf(known, channel, accounts.get(id))?.state)
    .find((own) => own !== undefined && own.kind !== 'ready');
}

function isExpired({ expiresAt }: LeasedChunk, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}
