import { Inject, Injectable } from '@nestjs/common';
import type { Account, BatchReport, Channel, PauseReason } from '#libs/channels';
import { ProviderAccountService, type ProviderAccount } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { type AccountRest, AccountRestRepository } from './account-rest.repository.js';
import { healthOf, MOST_FAILURES } from './provider-health.js';
import { SimulatedOrigins } from './simulated-origins.js';

/**
 * How the account of a channel stands: ready, at rest until its provider may be tried again, paused until somebody resumes
 * it, or not set up. A ready one that `isProbe` is tried by this caller alone.
 */
export type AccountState =
  | { kind: 'ready'; account: Account; isProbe: boolean }
  | { kind: 'resting'; until: Date }
  | { kind: 'paused' }
  | { kind: 'none' };

/** How an account stands, for people. */
export interface AccountStanding extends Omit<ProviderAccount, 'credentials'> {
  rest: Omit<AccountRest, 'accountId'> | null;
}

/** A change of credentials, a pause or a rest reaches a running worker this much later, at most. */
const KEPT_MS = 2000;
/** A provider that is out of order rests 5 s at first, then twice as long each time, and up to half as long again. */
const OUTAGE = { firstMs: 5000, longestMs: 300_000 };
/** One that refuses credentials is tried again after a minute, as it does that too when it is out of order itself. */
const REFUSAL = { firstMs: 60_000, longestMs: 1_800_000 };
const JITTER = 0.5;
const PROBE_MS = 60_000;

/**
 * The accounts that messages leave with. Credentials come from tenancy; where a simulated account's provider stands
 * comes from the simulators of this installation, never from request data. What batches say of a provider decides when it
 * rests: that stands in one row for all workers, and an account that never rested has none.
 */
@Injectable()
export class ProviderAccounts {
  private readonly kept = new Map<string, { at: number; state: Promise<AccountState> }>();
  /** By account: messages that failed in a row, in this process. */
  private readonly failures = new Map<number, number>();

  constructor(
    private readonly tenancy: ProviderAccountService,
    private readonly rests: AccountRestRepository,
    private readonly simulators: SimulatedOrigins,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async find(appId: number, channel: Channel): Promise<AccountState> {
    const name = `${appId}:${channel}`;
    const now = this.clock.now().getTime();
    const known = this.kept.get(name);
    if (known && now - known.at < KEPT_MS) {
      return known.state;
    }
    const state = this.read(appId, channel);
    // A try is one caller's: for whoever else asks meanwhile, the account rests.
    const forOthers = state.then((found): AccountState => (isTry(found) ? restFor(now + KEPT_MS) : found));
    this.kept.set(name, { at: now, state: forOthers });
    forOthers.catch(() => this.kept.delete(name));
    return state;
  }

  /** Accounts of an application with their pauses and rests. */
  async standings(appId: number): Promise<AccountStanding[]> {
    const rests = new Map((await this.rests.list(appId)).map(({ accountId, ...rest }) => [accountId, rest]));
    const now = this.clock.now();
    return (await this.tenancy.listAccounts(appId)).map((account) => {
      const rest = rests.get(account.accountId);
      return { ...account, rest: rest && (rest.trips > 0 || rest.until > now) ? rest : null };
    });
  }

  /** Ends pause and rest of an account. @returns false when it had neither */
  async resume(appId: number, channel: Channel): Promise<boolean> {
    const account = (await this.tenancy.listAccounts(appId)).find((each) => each.channel === channel);
    const isRested = account !== undefined && (await this.rests.clear(appId, account.accountId));
    const isResumed = await this.tenancy.resumeAccount(appId, channel);
    this.kept.delete(`${appId}:${channel}`);
    return isRested || isResumed;
  }

  /**
   * Draws conclusions from a batch: a refused account is paused, one whose provider is out of order or asks for patience
   * rests, one that was tried with success goes on.
   *
   * @returns whether more may leave
   */
  async learn(account: Account, report: BatchReport, isProbe: boolean): Promise<boolean> {
    const { failures, isHealthy, code } = healthOf(report);
    if (report.pause) {
      await this.pause(account, report.pause);
      return false;
    }
    if (isProbe && isHealthy) {
      await this.goOn(account);
    }
    const inARow = isHealthy ? 0 : (this.failures.get(account.accountId) ?? 0) + failures;
    if (inARow === 0) {
      this.failures.delete(account.accountId);
    } else {
      this.failures.set(account.accountId, inARow);
    }
    if (failures > 0 && (isProbe || inARow >= MOST_FAILURES)) {
      await this.trip(account, { code, why: 'PROVIDER_UNAVAILABLE' }, OUTAGE);
      return false;
    }
    if (report.slow) {
      const { code: answer, why, ms } = report.slow;
      this.logger.warn(
        { ...nameOf(account), code: answer, why, ms },
        'a provider asked for patience: its account rests',
      );
      await this.rests.slow(account, report.slow);
      this.forget(account);
      return false;
    }
    return true;
  }

  private async pause(account: Account, { code, why, isTransient: mayPass }: PauseReason): Promise<void> {
    this.logger.error({ ...nameOf(account), code, why }, 'provider account paused');
    await this.tenancy.pauseAccount(account, { code, why });
    if (mayPass) {
      await this.trip(account, { code, why }, REFUSAL);
    } else {
      await this.rests.clear(account.appId, account.accountId);
    }
    this.forget(account);
  }

  private async trip(
    account: Account,
    reason: { code: string; why: string },
    times: { firstMs: number; longestMs: number },
  ): Promise<void> {
    const spread = Math.random() * JITTER;
    const rest = await this.rests.trip(account, { ...reason, ...times, spread });
    this.failures.delete(account.accountId);
    this.forget(account);
    if (rest) {
      const { trips, until } = rest;
      this.logger.error(
        { ...nameOf(account), ...reason, trips, until: until.toISOString() },
        'a provider is out of order: its account rests and is then tried with a few messages',
      );
    }
  }

  private async goOn(account: Account): Promise<void> {
    await this.rests.clear(account.appId, account.accountId);
    const isResumed = await this.tenancy.resumeAccount(account.appId, account.channel);
    this.forget(account);
    this.logger.info({ ...nameOf(account), isResumed }, 'a provider is back: its account sends again');
  }

  private forget({ appId, channel }: Account): void {
    this.kept.delete(`${appId}:${channel}`);
  }

  private async read(appId: number, channel: Channel): Promise<AccountState> {
    const found = await this.tenancy.findAccount(appId, channel);
    if (!found) {
      return { kind: 'none' };
    }
    const { simulator, paused, ...account } = found;
    const rest = await this.rests.find(account);
    const now = this.clock.now();
    let isProbe = false;
    if (rest && rest.until > now) {
      return paused ? { kind: 'paused' } : { kind: 'resting', until: rest.until };
    }
    if (rest && rest.trips > 0) {
      isProbe = await this.rests.claimProbe(appId, account.accountId, PROBE_MS);
      if (!isProbe) {
        return paused ? { kind: 'paused' } : restFor(now.getTime() + KEPT_MS);
      }
    } else if (paused) {
      return { kind: 'paused' };
    }
    return {
      kind: 'ready',
      account: simulator ? { ...account, origin: await this.simulators.of(channel) } : account,
      isProbe,
    };
  }
}

function isTry(state: AccountState): boolean {
  return state.kind === 'ready' && state.isProbe;
}

function restFor(until: number): AccountState {
  return { kind: 'resting', until: new Date(until) };
}

function nameOf({ appId, channel }: Account): { appId: number; channel: Channel } {
  return { appId, channel };
}
