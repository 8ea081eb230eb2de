import { Inject, Injectable } from '@nestjs/common';
import type { Account, Outcome } from '#libs/channels';
import { LOGGER } from '#platform/app';
import { groupBy } from '#platform/collections';
import { type Logger, reportFault } from '#platform/runtime';
import { AccountRateLimitService, AccountStateService } from '#libs/delivery/accounts';
import type { LeasedChunk } from '../model/delivery.types.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import type { OutgoingRecipient } from '#libs/delivery/checks';
import { accountsOf, groupByAccount, isLeaving, type Leaving, type PlannedBatch, type Work } from './attempt.js';
import { BatchCommitService } from './batch-commit.service.js';
import { type LeaveOptions, ProviderClientService } from './provider-client.service.js';

/** Accounts that a message tries in one batch, one after the other. */
const MAX_TRIES = 3;

const UNKNOWN: Outcome = { kind: 'unknown', code: '', reason: 'OUTCOME_UNKNOWN' };

/**
 * Sends batches whose ids are in flight. Another account gets a message only when this one has proven that it took nothing, and
 * that is stored first. So a worker that takes over knows which account to ask, and a message in doubt has one alone.
 */
@Injectable()
export class AttemptSenderService {
  constructor(
    private readonly commits: BatchCommitService,
    private readonly client: ProviderClientService,
    private readonly accounts: AccountStateService,
    private readonly rateLimits: AccountRateLimitService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Sends a batch. Its attempts have their outcomes afterwards. @param isStopping  no other account gets a message then */
  async send(work: Work, { attempts }: PlannedBatch, isStopping: () => boolean): Promise<void> {
    const leaving = attempts.filter(isLeaving);
    await this.sendEach(work, leaving);
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const moves = await this.planMoves(work, leaving, isStopping);
      if (moves.size === 0 || !(await this.commits.moveInFlight(work.chunk, accountsOf(work.chunk, leaving, moves)))) {
        return;
      }
      for (const [attempt, account] of moves) {
        Object.assign(attempt, { account, isProbe: false, others: attempt.others.slice(1) });
      }
      await this.sendEach(work, [...moves.keys()]);
    }
  }

  /**
   * Sends messages by an account, and records what the answers show of it. Without that, for example without the database,
   * they are kept all the same.
   *
   * @returns outcomes in the order of the recipients
   */
  async sendBy(
    account: Account,
    recipients: readonly OutgoingRecipient[],
    options: LeaveOptions,
  ): Promise<readonly Outcome[]> {
    const report = await this.client.sendBatch(account, recipients, options);
    if (recipients.length > 0) {
      await this.accounts.recordReport(account, report, options.isProbe).catch((error: unknown) => {
        reportFault(this.logger, 'failed to record the state of an account', error, { channel: account.channel });
      });
    }
    return report.outcomes;
  }

  /** Waits for the rate limit of an account. @returns false when the messages are not to leave any more */
  async acquire(
    { dispatch }: PreparedMessage,
    account: Account,
    size: number,
    isStillNeeded: () => Promise<boolean>,
  ): Promise<boolean> {
    const request = { lane: dispatch.lane, size };
    return account.pace === undefined || this.rateLimits.acquire(account, account.pace, request, isStillNeeded);
  }

  /** Tests if each account still sends: one may have been paused while its messages waited. A probe is this caller's own. */
  async areReady(
    { appId, channel }: LeasedChunk,
    leaving: readonly Pick<Leaving, 'account' | 'isProbe'>[],
  ): Promise<boolean> {
    const state = await this.accounts.find(appId, channel);
    const accounts = state.kind === 'none' ? [] : state.accounts;
    const ready = new Set(accounts.filter(({ state: { kind } }) => kind === 'ready').map(({ accountId }) => accountId));
    return leaving.every(({ account, isProbe }) => isProbe || ready.has(account.accountId));
  }

  /** The next accounts of messages that no account has. A paused one, or one without a free place in its rate limit, gets none. */
  private async planMoves(
    { chunk, message }: Work,
    leaving: readonly Leaving[],
    isStopping: () => boolean,
  ): Promise<Map<Leaving, Account>> {
    const moves = new Map<Leaving, Account>();
    const movable = leaving.filter(({ outcome, others }) => others.length > 0 && isUntaken(outcome));
    for (const [account, group] of groupBy(movable, ({ others: [next] }) => next)) {
      let asked = 0;
      const once = async (): Promise<boolean> => (asked += 1) === 1 && !isStopping();
      const isReady = account && (await this.areReady(chunk, [{ account, isProbe: false }]));
      if (isReady && (await this.acquire(message, account, group.length, once))) {
        group.forEach((attempt) => moves.set(attempt, account));
      }
    }
    return moves;
  }

  private async sendEach({ chunk, message }: Work, attempts: readonly Leaving[]): Promise<void> {
    const groups = [...groupByAccount(attempts)];
    await Promise.all(
      groups.map(async ([account, group]) => {
        const recipients = group.map(({ recipient }) => recipient);
        const outcomes = await this.sendBy(account, recipients, {
          lane: message.dispatch.lane,
          mayLeave: () => chunk.lease.mayLeave,
          isProbe: group.some((attempt) => attempt.isProbe),
        });
        group.forEach((attempt, index) => {
          attempt.outcome = outcomes[index] ?? UNKNOWN;
        });
      }),
    );
  }
}

/** Tests if the account has proven that it has not taken a message. Nothing else sends a message to another account. */
function isUntaken(outcome: Outcome): boolean {
  return outcome.kind === 'retry' && outcome.isUntaken === true;
}
