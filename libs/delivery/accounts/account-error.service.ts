import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Account, AccountFault, BatchReport } from '#libs/channels';
import { LOGGER } from '#platform/app';
import { type Logger, reportFault } from '#platform/runtime';
import { type AccountError, AccountErrorRepository } from './account-error.repository.js';
import { assessHealth } from './assess-health.js';
import type { AccountVersion } from './circuit-breaker.repository.js';

/** Each process stores and logs what an account does at most this often. */
const WRITE_INTERVAL_MS = 5000;

/** The facts that a process knows of one account that has failed. */
interface Tally {
  account: Pick<Account, 'appId' | 'accountId' | 'version' | 'channel'>;
  /** Not stored yet: failed messages with their last fault, and whether a success came after them. */
  fault: AccountFault | undefined;
  times: number;
  isOver: boolean;
  /** A time of the monotonic clock. */
  writtenAt: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Keeps the last fault of each account, for people: what the provider says, since when, and how often. The first failed
 * message stores it at once; all further ones share a statement in some seconds. The next success ends it.
 */
@Injectable()
export class AccountErrorService implements OnApplicationShutdown {
  /** Accounts whose fault is not over, as far as this process knows. */
  private readonly tallies = new Map<number, Tally>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly errors: AccountErrorRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The last faults of an application's accounts, by account. Those of earlier credentials are left out. */
  async list(accounts: readonly AccountVersion[]): Promise<Map<number, AccountError>> {
    const [first] = accounts;
    const rows = first ? await this.errors.list(first.appId) : [];
    const versions = new Map(accounts.map(({ accountId, version }) => [accountId, version]));
    return new Map(
      rows
        .filter(({ accountId, version }) => versions.get(accountId) === version)
        .map(({ accountId, version: _version, ...error }) => [accountId, error]),
    );
  }

  async findTroubledApps(): Promise<number[]> {
    return this.errors.findTroubledApps();
  }

  /** Another process has stored a fault: the next success of this one ends it. */
  noteStored(account: Tally['account']): void {
    if (!this.tallies.has(account.accountId)) {
      this.tallies.set(account.accountId, createTally(account));
    }
  }

  /** Takes what a batch shows. It only counts; statements run later, or beside the sending. */
  record(account: Account, report: BatchReport): void {
    const fault = findFault(report);
    if (fault !== undefined) {
      const tally = this.tallies.get(account.accountId) ?? createTally(account);
      this.tallies.set(account.accountId, tally);
      tally.account = account;
      tally.fault = fault;
      tally.times += Math.max(1, report.outcomes.filter(({ kind }) => kind === 'retry' || kind === 'unknown').length);
      tally.isOver = false;
      this.plan(tally);
      return;
    }
    const tally = this.tallies.get(account.accountId);
    if (tally && report.fault === undefined && report.outcomes.some(({ kind }) => kind === 'sent')) {
      tally.account = account;
      tally.isOver = true;
      this.plan(tally);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const open = [...this.tallies.values()].filter(({ times, isOver }) => times > 0 || isOver);
    await Promise.all([...open.map((tally) => this.write(tally)), ...this.writing]);
  }

  private plan(tally: Tally): void {
    const waitMs = tally.writtenAt + WRITE_INTERVAL_MS - performance.now();
    if (waitMs <= 0) {
      this.writeAside(tally);
    } else {
      tally.timer ??= setTimeout(() => this.writeAside(tally), waitMs).unref();
    }
  }

  private writeAside(tally: Tally): void {
    const writing = this.write(tally).finally(() => this.writing.delete(writing));
    this.writing.add(writing);
  }

  /** Never throws: a fault that cannot be stored is logged at least. */
  private async write(tally: Tally): Promise<void> {
    clearTimeout(tally.timer);
    const { account, fault, times, isOver } = tally;
    Object.assign(tally, { timer: undefined, fault: undefined, times: 0, isOver: false, writtenAt: performance.now() });
    const { appId, accountId, channel } = account;
    if (isOver && this.tallies.get(accountId) === tally) {
      this.tallies.delete(accountId);
    }
    if (fault) {
      const { code, why, words } = fault;
      // `npm start` shows the reason of an error in its terminal.
      this.logger.error(
        { appId, channel, code, why, reason: words || code, times },
        'messages of a provider account fail',
      );
    }
    try {
      if (fault) {
        await this.errors.add(account, fault, times);
      }
      if (isOver) {
        await this.errors.end(account);
        this.logger.info({ appId, channel }, 'a provider account that failed sends again');
      }
    } catch (error) {
      reportFault(this.logger, 'failed to store the last fault of a provider account', error, { appId, channel });
    }
  }
}

/** The fault of an account that does not work: it is refused, slowed down, or most of a batch got no good answer. */
function findFault(report: BatchReport): AccountFault | undefined {
  const { fault, pause, outcomes } = report;
  if (fault === undefined || pause) {
    return fault ?? (pause && { ...pause, words: '' });
  }
  return outcomes.some(({ kind }) => kind === 'sent') && assessHealth(report).failures === 0 ? undefined : fault;
}

function createTally(account: Tally['account']): Tally {
  return {
    account,
    fault: undefined,
    times: 0,
    isOver: false,
    writtenAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
  };
}
