import { Inject, Injectable } from '@nestjs/common';
import { type Account, type BatchReport, CHANNEL_POLICIES } from '#libs/channels';
import type { NewInboxMessage } from '#libs/inbox';
import { LOGGER } from '#platform/app';
import { cutInto } from '#platform/collections';
import { type Logger, reportFault } from '#platform/runtime';
import { AccountRateLimitService } from '../accounts/account-rate-limit.service.js';
import { AccountStateService } from '../accounts/account-state.service.js';
import type { AccountState, ChannelAccount } from '../accounts/choice/channel-account.js';
import { PROBE_SIZE } from '../model/channel-policy.js';
import { HOLD_REASONS, type LeasedChunk } from '../model/delivery.types.js';
import { BatchCommitService } from './batch-commit.service.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import { ChunkCompletionService } from './chunk-completion.service.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import { ProviderClientService } from './provider-client.service.js';
import { SeveralAccountsSenderService } from './several-accounts-sender.service.js';

/**
 * Sends a leased chunk batch by batch. The ids in flight are stored before a batch leaves. One transaction then stores
 * its results, retries, counters and position, and the ids of the next batch.
 */
@Injectable()
export class BatchSenderService {
  private isStopping = false;

  constructor(
    private readonly batchPreparation: BatchPreparationService,
    private readonly batchCommits: BatchCommitService,
    private readonly providerClient: ProviderClientService,
    private readonly accounts: AccountStateService,
    private readonly rateLimits: AccountRateLimitService,
    private readonly completion: ChunkCompletionService,
    private readonly sharedSender: SeveralAccountsSenderService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The batch in flight is the last one of every chunk. */
  stop(): void {
    this.isStopping = true;
    this.sharedSender.stop();
  }

  /**
   * Sends one batch after the other. The next batch is read and rendered while the provider answers. Where a message may go
   * by several accounts, they are chosen from for each batch.
   *
   * @param isTurnOver  as in `ChunkSenderService.sendChunk`
   */
  async sendRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ready: Extract<AccountState, { kind: 'ready' }>,
    isTurnOver: () => Promise<boolean>,
  ): Promise<void> {
    if (isShared(chunk, ready.accounts)) {
      await this.sharedSender.sendRemaining(chunk, message, ready, isTurnOver);
      return;
    }
    const { account, isProbe } = ready;
    const size = await this.rateLimits.batchSize(account, CHANNEL_POLICIES[chunk.channel].batchSize);
    const probeIds = isProbe ? chunk.remaining.slice(0, PROBE_SIZE) : [];
    const batchIds = [...cutInto(probeIds, size), ...cutInto(chunk.remaining.slice(probeIds.length), size)];
    let current = await this.batchPreparation.prepareBatch(chunk, message, batchIds[0] ?? []);
    if (!(await this.startBatch(chunk, message, account, current, isTurnOver))) {
      return;
    }
    for (let index = 0; index < batchIds.length; index++) {
      const nextIds = batchIds[index + 1];
      const isProbeBatch = isProbe && index * size < probeIds.length;
      const [report, nextBatch] = await Promise.all([
        this.providerClient.sendBatch(account, current.recipients, {
          lane: message.dispatch.lane,
          mayLeave: () => chunk.lease.mayLeave,
          isProbe: isProbeBatch,
        }),
        nextIds && !this.isStopping ? this.prepareNextBatch(chunk, message, nextIds) : null,
      ]);
      const mayContinue = await this.checkAccount(account, report, isProbeBatch);
      const endsTurn = nextIds !== undefined && (await this.checkTurn(isTurnOver));
      const next = mayContinue && !endsTurn && !this.isStopping ? nextBatch : null;
      const marked = next && next.recipients.length > 0 && !account.pace ? next : null;
      const classification = this.providerClient.classifyBatch(
        account,
        chunk,
        message,
        current.recipients,
        report.outcomes,
        current.postponed,
      );
      const hold = await this.batchCommits.commitBatch(chunk, message, {
        ...classification,
        results: [...current.unsendable, ...classification.results],
        inboxMessages: current.inboxOnly,
        nextInboxMessages: marked ? inboxMessages(marked) : [],
        advance: current.size,
        nextInFlight: marked && recipientIds(marked),
        isLast: !nextIds,
      });
      if (!nextIds) {
        return;
      }
      chunk.remaining = chunk.remaining.slice(current.size);
      if (hold !== HOLD_REASONS.none) {
        await this.completion.applyHold(chunk, message, hold);
        return;
      }
      if (!next) {
        await this.releaseChunk(chunk, message, endsTurn && mayContinue);
        return;
      }
      if (account.pace && !(await this.startBatch(chunk, message, account, next, isTurnOver))) {
        return;
      }
      current = next;
    }
  }

  /**
   * Waits for the rate limit of the account, then stores the ids in flight. In this order a batch that waits is not in doubt.
   *
   * @returns false when the batch may not leave; the chunk is then released or ended
   */
  private async startBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    account: Account,
    batch: Batch,
    isTurnOver: () => Promise<boolean>,
  ): Promise<boolean> {
    const size = batch.recipients.length;
    if (size === 0) {
      return true;
    }
    if (account.pace) {
      let endsTurn = false;
      const isStillNeeded = async (): Promise<boolean> => {
        endsTurn = await this.checkTurn(isTurnOver);
        return (
          !endsTurn && !this.isStopping && (await this.accounts.find(account.appId, account.channel)).kind === 'ready'
        );
      };
      const request = { lane: message.dispatch.lane, size };
      if (!(await this.rateLimits.acquire(account, account.pace, request, isStillNeeded))) {
        await this.releaseChunk(chunk, message, endsTurn);
        return false;
      }
    }
    const hold = await this.batchCommits.markInFlight(chunk, message, {
      ids: recipientIds(batch),
      inboxMessages: inboxMessages(batch),
    });
    if (hold !== HOLD_REASONS.none) {
      await this.completion.applyHold(chunk, message, hold);
      return false;
    }
    return true;
  }

  private async releaseChunk(chunk: LeasedChunk, message: PreparedMessage, endsTurn: boolean): Promise<void> {
    if (endsTurn && !this.isStopping) {
      await this.completion.endTurn(chunk);
    } else {
      await this.completion.releaseUnfinished(chunk, message, this.isStopping);
    }
  }

  /** Without an answer the turn goes on. */
  private async checkTurn(isTurnOver: () => Promise<boolean>): Promise<boolean> {
    try {
      return await isTurnOver();
    } catch (error) {
      reportFault(this.logger, 'failed to check whether another application waits', error);
      return false;
    }
  }

  /** Null when it fails, for example without a database: the results of the batch in flight must be stored first. */
  private async prepareNextBatch(
    chunk: LeasedChunk,
    message: PreparedMessage,
    ids: readonly number[],
  ): Promise<Batch | null> {
    try {
      return await this.batchPreparation.prepareBatch(chunk, message, ids);
    } catch (error) {
      reportFault(this.logger, 'failed to prepare the next batch', error, { chunkId: chunk.chunkId });
      return null;
    }
  }

  /**
   * Records what a batch shows of its provider, and reads the state that all workers share. Without an answer, for example
   * from the database, nothing more leaves. The results of the batch are stored in any case.
   */
  private async checkAccount(account: Account, report: BatchReport, isProbe: boolean): Promise<boolean> {
    try {
      const isHealthy = report.outcomes.length === 0 || (await this.accounts.recordReport(account, report, isProbe));
      return isHealthy && (await this.accounts.find(account.appId, account.channel)).kind === 'ready';
    } catch (error) {
      reportFault(this.logger, 'failed to check the state of a provider account', error, { channel: account.channel });
      return false;
    }
  }
}

/** Whether a message of the chunk may go by another account than the only one of its channel. */
function isShared({ accounts }: LeasedChunk, known: readonly ChannelAccount[]): boolean {
  return known.length > 1 || [...accounts.values()].some((id) => id !== known[0]?.accountId);
}

function recipientIds({ recipients }: Batch): number[] {
  return recipients.map(({ recipientId }) => recipientId);
}

function inboxMessages({ recipients }: Batch): NewInboxMessage[] {
  const messages: NewInboxMessage[] = [];
  recipients.forEach(({ inbox }) => inbox && messages.push(inbox));
  return messages;
}
