import { Inject, Injectable } from '@nestjs/common';
import { type Account, type Outcome, CHANNEL_POLICIES } from '#libs/channels';
import { LOGGER } from '#platform/app';
import { groupBy } from '#platform/collections';
import { ClockService, type Logger, reportFault } from '#platform/runtime';
import { AccountRateLimitService } from '../accounts/account-rate-limit.service.js';
import { AccountStateService } from '../accounts/account-state.service.js';
import type { AccountState, ChannelAccount } from '../accounts/choice/channel-account.js';
import { routeBatch } from '../accounts/choice/route-batch.js';
import { HOLD_REASONS, type LeasedChunk } from '../model/delivery.types.js';
import type { PinnedAccounts } from '../model/recipient-set.js';
import { BatchCommitService } from './batch-commit.service.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import type { OutgoingRecipient } from '../recipients/recipient.js';
import { ChunkCompletionService } from './chunk-completion.service.js';
import type { Classification } from './classify-outcomes.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import { ProviderClientService } from './provider-client.service.js';

/** Accounts that a message tries in one batch, one after the other. */
const MAX_TRIES = 3;

/** A message of a batch. Account and outcome change while it is sent. */
interface Attempt {
  recipient: OutgoingRecipient;
  /** Null: it goes nowhere. */
  account: Account | null;
  isProbe: boolean;
  /** Accounts that may take it when this one proves that it took nothing. */
  others: readonly Account[];
  outcome: Outcome;
}

type Leaving = Attempt & { account: Account };
type Turn = () => Promise<boolean>;

/** A leased chunk with its message. */
interface Work {
  chunk: LeasedChunk;
  message: PreparedMessage;
}

/**
 * Sends a leased chunk of a channel with several accounts. The account of each message is stored with its id in flight,
 * before it leaves. Another account gets the message only when this one has proven that it took nothing, and that is
 * stored first too. So a worker that takes over knows whom to ask, and a message in doubt has one account alone.
 */
@Injectable()
export class SeveralAccountsSenderService {
  private isStopping = false;

  constructor(
    private readonly preparation: BatchPreparationService,
    private readonly commits: BatchCommitService,
    private readonly client: ProviderClientService,
    private readonly accounts: AccountStateService,
    private readonly rateLimits: AccountRateLimitService,
    private readonly completion: ChunkCompletionService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The batch in flight is the last one of every chunk. */
  stop(): void {
    this.isStopping = true;
  }

  /**
   * Sends one batch after the other, each by the accounts as they are then.
   *
   * @param first       the state in which the first batch leaves
   * @param isTurnOver  as in `ChunkSenderService.sendChunk`
   */
  async sendRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    first: Extract<AccountState, { kind: 'ready' }>,
    isTurnOver: Turn,
  ): Promise<void> {
    const { batchSize } = CHANNEL_POLICIES[chunk.channel];
    const work = { chunk, message };
    let state: AccountState = first;
    let size = batchSize;
    while (state.kind === 'ready' && !this.isStopping) {
      const { batch, attempts } = await this.prepare(work, state.accounts, size);
      // What fits into the rate limits of one batch will hardly fit twice into the next one.
      size = Math.min(batchSize, batch.size * 2);
      if (!(await this.start(work, attempts, isTurnOver))) {
        return;
      }
      await this.send(work, attempts.filter(isLeaving));
      if (!(await this.finish(work, batch, attempts, isTurnOver))) {
        return;
      }
      state = await this.accounts.find(chunk.appId, chunk.channel);
    }
    await this.completion.releaseUnfinished(chunk, message, this.isStopping);
  }

  /** Prepares a batch with the account of each message, small enough for each account to send its part at once. */
  private async prepare(
    work: Work,
    accounts: readonly ChannelAccount[],
    size: number,
  ): Promise<{ batch: Batch; attempts: Attempt[] }> {
    const ids = work.chunk.remaining.slice(0, size);
    const batch = await this.preparation.prepareBatch(work.chunk, work.message, ids);
    const routes = routeBatch(work.chunk, batch.recipients, accounts, this.clock.now());
    const attempts = batch.recipients.flatMap((recipient, index) => {
      const route = routes[index];
      return route ? [{ recipient, ...route }] : [];
    });
    const surplus = await this.findSurplus(attempts);
    return surplus === undefined ? { batch, attempts } : this.prepare(work, accounts, ids.indexOf(surplus));
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

  /**
   * Waits for the rate limits of the accounts, then stores the ids in flight with their accounts.
   *
   * @returns false when the batch may not leave; the chunk is then released or ended
   */
  private async start({ chunk, message }: Work, attempts: readonly Attempt[], isTurnOver: Turn): Promise<boolean> {
    const leaving = attempts.filter(isLeaving);
    let endsTurn = false;
    const isStillNeeded = async (): Promise<boolean> => {
      endsTurn = await this.endsTurn(isTurnOver);
      return !endsTurn && !this.isStopping && (await this.areReady(chunk, leaving));
    };
    for (const [account, { length }] of groupByAccount(leaving)) {
      if (!(await this.acquire(message, account, length, isStillNeeded))) {
        await (endsTurn
          ? this.completion.endTurn(chunk)
          : this.completion.releaseUnfinished(chunk, message, this.isStopping));
        return false;
      }
    }
    if (leaving.length === 0) {
      return true;
    }
    const hold = await this.commits.markInFlight(chunk, message, {
      ids: leaving.map(({ recipient }) => recipient.recipientId),
      inboxMessages: leaving.flatMap(({ recipient }) => recipient.inbox ?? []),
      accounts: accountsOf(chunk, leaving),
    });
    if (hold !== HOLD_REASONS.none) {
      await this.completion.applyHold(chunk, message, hold);
      return false;
    }
    return true;
  }

  /** Sends a batch whose ids are in flight. What an account proves not to have taken goes on to the next one. */
  private async send(work: Work, leaving: readonly Leaving[]): Promise<void> {
    await this.sendEach(work, leaving);
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const moves = await this.planMoves(work, leaving);
      const stored = accountsOf(work.chunk, leaving, moves);
      if (moves.size === 0 || !(await this.commits.moveInFlight(work.chunk, stored))) {
        return;
      }
      for (const [attempt, account] of moves) {
        Object.assign(attempt, { account, isProbe: false, others: attempt.others.slice(1) });
      }
      await this.sendEach(work, [...moves.keys()]);
    }
  }

  /** The next accounts of messages that no account has. A paused one, or one without a free place in its rate limit, gets none. */
  private async planMoves({ chunk, message }: Work, leaving: readonly Leaving[]): Promise<Map<Leaving, Account>> {
    const moves = new Map<Leaving, Account>();
    const movable = leaving.filter(({ outcome, others }) => isUntaken(outcome) && others.length > 0);
    for (const [account, group] of groupBy(movable, ({ others: [next] }) => next)) {
      let asked = 0;
      const once = async (): Promise<boolean> => (asked += 1) === 1 && !this.isStopping;
      const isReady = account && (await this.areReady(chunk, [{ account, isProbe: false }]));
      if (isReady && (await this.acquire(message, account, group.length, once))) {
        group.forEach((attempt) => moves.set(attempt, account));
      }
    }
    return moves;
  }

  /** Tests if each account still sends: one may have been paused while its messages waited. A probe is this caller's own. */
  private async areReady(
    { appId, channel }: LeasedChunk,
    leaving: readonly Pick<Leaving, 'account' | 'isProbe'>[],
  ): Promise<boolean> {
    const state = await this.accounts.find(appId, channel);
    const accounts = state.kind === 'none' ? [] : state.accounts;
    const ready = new Set(accounts.filter(({ state: { kind } }) => kind === 'ready').map(({ accountId }) => accountId));
    return leaving.every(({ account, isProbe }) => isProbe || ready.has(account.accountId));
  }

  private async acquire(
    { dispatch }: PreparedMessage,
    account: Account,
    size: number,
    isStillNeeded: () => Promise<boolean>,
  ): Promise<boolean> {
    const request = { lane: dispatch.lane, size };
    return account.pace === undefined || this.rateLimits.acquire(account, account.pace, request, isStillNeeded);
  }

  private async sendEach(work: Work, attempts: readonly Leaving[]): Promise<void> {
    await Promise.all([...groupByAccount(attempts)].map(([account, group]) => this.sendGroup(work, account, group)));
  }

  /** Records what the answers show of the account. Without that, for example without the database, they are kept all the same. */
  private async sendGroup({ chunk, message }: Work, account: Account, group: readonly Leaving[]): Promise<void> {
    const isProbe = group.some((attempt) => attempt.isProbe);
    const recipients = group.map(({ recipient }) => recipient);
    const report = await this.client.sendBatch(account, recipients, {
      lane: message.dispatch.lane,
      mayLeave: () => chunk.lease.mayLeave,
      isProbe,
    });
    group.forEach((attempt, index) => {
      attempt.outcome = report.outcomes[index] ?? { kind: 'unknown', code: '', reason: 'OUTCOME_UNKNOWN' };
    });
    try {
      await this.accounts.recordReport(account, report, isProbe);
    } catch (error) {
      reportFault(this.logger, 'failed to record the state of an account', error, { channel: account.channel });
    }
  }

  /** Stores a batch. @returns whether another one may follow; else the chunk is done, ended or released */
  private async finish(
    { chunk, message }: Work,
    batch: Batch,
    attempts: readonly Attempt[],
    isTurnOver: Turn,
  ): Promise<boolean> {
    const isLast = batch.size === chunk.remaining.length;
    const classification = this.classify({ chunk, message }, batch, attempts);
    const hold = await this.commits.commitBatch(chunk, message, {
      ...classification,
      results: [...batch.unsendable, ...classification.results],
      inboxMessages: batch.inboxOnly,
      nextInboxMessages: [],
      advance: batch.size,
      nextInFlight: null,
      isLast,
    });
    chunk.remaining = chunk.remaining.slice(batch.size);
    if (isLast) {
      return false;
    }
    if (hold !== HOLD_REASONS.none) {
      await this.completion.applyHold(chunk, message, hold);
      return false;
    }
    if (!this.isStopping && (await this.endsTurn(isTurnOver))) {
      await this.completion.endTurn(chunk);
      return false;
    }
    return true;
  }

  private classify({ chunk, message }: Work, { postponed }: Batch, attempts: readonly Attempt[]): Classification {
    const whole = this.client.classifyBatch(null, chunk, message, [], [], postponed);
    for (const [account, group] of groupBy(attempts, (attempt) => attempt.account)) {
      const recipients = group.map(({ recipient }) => recipient);
      const outcomes = group.map(({ outcome }) => outcome);
      const part = this.client.classifyBatch(account, chunk, message, recipients, outcomes);
      whole.results.push(
        ...part.results.map((result) => (account ? { ...result, accountId: account.accountId } : result)),
      );
      whole.retries.push(...part.retries);
      whole.unconfirmed.push(...part.unconfirmed);
      whole.deadTokens.push(...part.deadTokens);
      whole.acceptedTokens.push(...part.acceptedTokens);
    }
    return whole;
  }

  /** Without an answer the turn goes on. */
  private async endsTurn(isTurnOver: Turn): Promise<boolean> {
    try {
      return await isTurnOver();
    } catch (error) {
      reportFault(this.logger, 'failed to check whether another application waits', error);
      return false;
    }
  }
}

function isLeaving(attempt: Attempt): attempt is Leaving {
  return attempt.account !== null;
}

/** Whether the account has proven that it has not taken a message. Nothing else sends a message to another account. */
function isUntaken(outcome: Outcome): boolean {
  return outcome.kind === 'retry' && outcome.isUntaken === true;
}

function groupByAccount<A extends Attempt>(attempts: readonly A[]): Map<Account, (A & Leaving)[]> {
  const leaving = attempts.filter((attempt): attempt is A & Leaving => isLeaving(attempt));
  return groupBy(leaving, ({ account }) => account);
}

/** What is stored of a chunk: the accounts of its ids in flight, and those that others had before. */
function accountsOf(
  chunk: LeasedChunk,
  leaving: readonly Leaving[],
  moves: ReadonlyMap<Leaving, Account> = new Map(),
): PinnedAccounts {
  return new Map([
    ...chunk.accounts,
    ...leaving.map((attempt): [number, number] => {
      const { accountId } = moves.get(attempt) ?? attempt.account;
      return [attempt.recipient.recipientId, accountId];
    }),
  ]);
}
