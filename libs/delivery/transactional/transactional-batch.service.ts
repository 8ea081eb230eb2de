import { Injectable } from '@nestjs/common';
import type { Account } from '#libs/channels';
import { type Channel, CHANNEL_POLICIES } from '#libs/channels/definitions';
import { Config } from '#platform/config';
import { AccountRateLimitService, AccountStateService } from '#libs/delivery/accounts';
import { PROBE_SIZE } from '../model/channel-policy.js';
import { LANES } from '../model/delivery.types.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import { AttemptSenderService } from '../sending/attempt-sender.service.js';
import { ProviderClientService } from '../sending/provider-client.service.js';
import { findUntaken } from '../sending/untaken-places.js';
import {
  type AccountBatch,
  type ChunkCommit,
  countRecipients,
  type DispatchGroup,
  type PreparedChunk,
} from './transactional.types.js';

interface WaitOptions {
  /** When the dispatches were claimed, by `performance.now()`. */
  claimedAt: number;
  /** Called when the rate limit makes the batch wait. */
  onWait(): void;
}

/** Prepares the batches of a group, one per account, and sends them. */
@Injectable()
export class TransactionalBatchService {
  constructor(
    private readonly preparation: BatchPreparationService,
    private readonly accounts: AccountStateService,
    private readonly rateLimits: AccountRateLimitService,
    private readonly attempts: AttemptSenderService,
    private readonly providerClient: ProviderClientService,
    private readonly config: Config,
  ) {}

  /** Prepares what may leave now. Chunks of other accounts stay out: each of them gets a job of its own. */
  async prepareBatches({ dispatches, channels }: DispatchGroup, options: WaitOptions): Promise<AccountBatch[]> {
    const chunks = dispatches.flatMap((dispatch) =>
      dispatch.chunks.map((chunk) => ({ chunk, message: dispatch.message })),
    );
    const batches: AccountBatch[] = [];
    for (const channel of channels) {
      const batch = await this.prepareBatch(
        channel,
        chunks.filter(({ chunk }) => chunk.channel === channel),
        // With two channels neither waits for the rate limit of the other.
        channels.length === 1 ? options : null,
      );
      if (batch) {
        batches.push(batch);
      }
    }
    return batches;
  }

  /** @param options  null: do not wait for a rate limit */
  private async prepareBatch(
    channel: Channel,
    candidates: readonly Omit<PreparedChunk, 'batch'>[],
    options: WaitOptions | null,
  ): Promise<AccountBatch | undefined> {
    const [first] = candidates;
    // Several accounts are chosen from, message by message, where a chunk has a job of its own.
    const isPlain = first && !(await this.accounts.isShared(first.chunk.appId, channel));
    const state = isPlain && (await this.accounts.find(first.chunk.appId, channel));
    if (!state || state.kind !== 'ready' || (state.account.pace && !options)) {
      return undefined;
    }
    const { account, isProbe } = state;
    const maxSize = isProbe
      ? PROBE_SIZE
      : await this.rateLimits.batchSize(account, CHANNEL_POLICIES[channel].batchSize);
    const fitting = candidates.filter(
      (_, index) => countRecipients(candidates.slice(0, index + 1).map(({ chunk }) => chunk)) <= maxSize,
    );
    const batches = await this.preparation.prepareChunks(fitting);
    const chunks = fitting.flatMap((candidate, index) => {
      const batch = batches[index];
      return batch ? [{ ...candidate, batch }] : [];
    });
    const size = chunks.reduce((sum, { batch }) => sum + batch.recipients.length, 0);
    const mayLeave = size === 0 || !options || (await this.acquireRateLimit(account, size, options));
    return mayLeave ? { account, isProbe, chunks } : undefined;
  }

  /** Waits no longer than the leases of the launches are sure to hold. */
  private async acquireRateLimit(account: Account, size: number, { claimedAt, onWait }: WaitOptions): Promise<boolean> {
    if (!account.pace) {
      return true;
    }
    const isStillNeeded = async (): Promise<boolean> =>
      performance.now() - claimedAt < this.config.LEASE_MS / 3 &&
      (await this.accounts.find(account.appId, account.channel)).kind === 'ready';
    return this.rateLimits.acquire(account, account.pace, { lane: LANES.transactional, size, onWait }, isStillNeeded);
  }

  /** Sends the chunks of launched dispatches. @returns what is to be committed for them */
  async sendBatch({ account, isProbe, chunks }: AccountBatch, launched: ReadonlySet<number>): Promise<ChunkCommit[]> {
    const launchedChunks = chunks.filter(({ chunk }) => launched.has(chunk.dispatchId));
    const recipients = launchedChunks.flatMap(({ batch }) => batch.recipients);
    const leases = launchedChunks.flatMap(({ chunk, batch }) => batch.recipients.map(() => chunk.lease));
    const answers = await this.attempts.sendBy(account, recipients, {
      lane: LANES.transactional,
      mayLeave: (index) => leases[index]?.mayLeave ?? false,
      isProbe,
    });
    let next = 0;
    return launchedChunks.map(({ chunk, message, batch }) => {
      const outcomes = answers.slice(next, (next += batch.recipients.length));
      const classification = this.providerClient.classifyBatch(
        account,
        chunk,
        message,
        batch.recipients,
        outcomes,
        batch.postponed,
      );
      const commit = {
        ...classification,
        results: [...batch.unsendable, ...classification.results],
        ...findUntaken(
          chunk,
          batch.recipients.map((recipient, index) => ({ recipient, outcome: outcomes[index] })),
        ),
        // A message that is kept in the inbox does not come this way.
        inboxMessages: [],
        nextInboxMessages: [],
        advance: batch.size,
        checkedAt: batch.checkedAt,
        nextInFlight: null,
        isLast: true,
      };
      return { chunk, message, commit };
    });
  }
}
