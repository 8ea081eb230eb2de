import { Injectable } from '@nestjs/common';
import type { Outcome } from '#libs/channels';
import { CHANNEL_POLICIES } from '#libs/channels/definitions';
import { ClockService } from '#platform/runtime';
import { AccountRateLimitService, type AccountState, type ChannelAccount, routeBatch } from '#libs/delivery/accounts';
import { PROBE_SIZE } from '../model/channel-policy.js';
import type { LeasedChunk } from '../model/delivery.types.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import { type Attempt, groupByAccount, type PlannedBatch, type Work } from './attempt.js';

export type ReadyState = Extract<AccountState, { kind: 'ready' }>;

const WITHHELD: Outcome = { kind: 'withheld' };

/** Plans the batches of a chunk: how many recipients, and the account of each message. */
@Injectable()
export class BatchPlannerService {
  constructor(
    private readonly preparation: BatchPreparationService,
    private readonly rateLimits: AccountRateLimitService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Plans the next batch, small enough for each account to send its part at once. An only account that is probed gets a few.
   *
   * @param rest     recipients of the chunk that no batch has, at least one
   * @param earlier  the batch before it
   * @param ahead    the batch that `prepareAhead` has prepared
   */
  async plan(
    work: Work,
    rest: readonly number[],
    state: ReadyState,
    earlier?: PlannedBatch,
    ahead?: Batch | null,
  ): Promise<PlannedBatch> {
    const isShared = needsChoice(work.chunk, state.accounts);
    const size = Math.min(rest.length, await this.findSize(work.chunk, state, isShared ? earlier : undefined));
    const batch = ahead && ahead.size <= size ? ahead : await this.prepare(work, rest.slice(0, size));
    if (!isShared) {
      const { account, isProbe } = state;
      const attempts = batch.recipients.map((recipient): Attempt => {
        return { recipient, account, isProbe, others: [], outcome: WITHHELD };
      });
      return { batch, attempts, isShared };
    }
    const routes = routeBatch(work.chunk, batch.recipients, state.accounts, this.clock.now());
    const attempts = batch.recipients.flatMap((recipient, index) => {
      const route = routes[index];
      return route ? [{ recipient, ...route }] : [];
    });
    const surplus = await this.findSurplus(attempts);
    return surplus === undefined
      ? { batch, attempts, isShared }
      : this.plan(work, rest.slice(0, rest.indexOf(surplus)), state, earlier);
  }

  /** Prepares the batch after one that is being sent. Null: it depends on what the accounts answer now. */
  async prepareAhead(work: Work, current: PlannedBatch, rest: readonly number[]): Promise<Batch | null> {
    const account = current.attempts[0]?.account;
    if (current.isShared || rest.length === 0 || !account) {
      return null;
    }
    const size = await this.rateLimits.batchSize(account, CHANNEL_POLICIES[work.chunk.channel].batchSize);
    return this.prepare(work, rest.slice(0, size));
  }

  private async prepare({ chunk, message }: Work, ids: readonly number[]): Promise<Batch> {
    return this.preparation.prepareBatch(chunk, message, ids);
  }

  /** Doubles the batch of several accounts at most: more will hardly fit into their rate limits. */
  private async findSize({ channel }: LeasedChunk, state: ReadyState, earlier?: PlannedBatch): Promise<number> {
    const { batchSize } = CHANNEL_POLICIES[channel];
    if (state.accounts.length > 1) {
      return earlier ? Math.min(batchSize, earlier.batch.size * 2) : batchSize;
    }
    const size = await this.rateLimits.batchSize(state.account, batchSize);
    return state.isProbe ? Math.min(size, PROBE_SIZE) : size;
  }

  /** The first recipient beyond what its account may send at once; undefined: there is none. */
  private async findSurplus(attempts: readonly Attempt[]): Promise<number | undefined> {
    const surplus = new Set<Attempt>();
    for (const [account, group] of groupByAccount(attempts)) {
      const size = await this.rateLimits.batchSize(account, group.length);
      group.slice(size).forEach((attempt) => surplus.add(attempt));
    }
    return attempts.find((attempt) => surplus.has(attempt))?.recipient.recipientId;
  }
}

/** Tests if a message of the chunk may go by another account than the only one of its channel. */
function needsChoice({ accounts }: LeasedChunk, known: readonly ChannelAccount[]): boolean {
  return known.length > 1 || [...accounts.values()].some((id) => id !== known[0]?.accountId);
}
