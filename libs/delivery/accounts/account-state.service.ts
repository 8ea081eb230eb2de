import { Inject, Injectable } from '@nestjs/common';
import type { Account, BatchReport, Channel, PauseReason } from '#libs/channels';
import { ProviderAccountService, type ProviderAccount } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { type CircuitBreaker, CircuitBreakerRepository } from './circuit-breaker.repository.js';
import { assessHealth, MAX_CONSECUTIVE_FAILURES } from './provider-health.js';
import { SimulatorOriginsService } from './simulator-origins.service.js';

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
export interface AccountStatus extends Omit<ProviderAccount, 'credentials'> {
  rest: Omit<CircuitBreaker, 'accountId'> | null;
}

/** A change of credentials, a pause or a rest reaches a running worker this much later, at most. */
const CACHE_TTL_MS = 2000;
/** A provider that is out of order rests 5 s at first, then twice as long each time, and up to half as long again. */
const OUTAGE_BACKOFF = { firstMs: 5000, longestMs: 300_000 };
/** One that refuses credentials is tried again after a minute, as it does that too when it is out of order itself. */
const REFUSAL_BACKOFF = { firstMs: 60_000, longestMs: 1_800_000 };
const JITTER = 0.5;
const PROBE_TIMEOUT_MS = 60_000;

/**
 * The accounts that messages leave with. Credentials come from tenancy; where a simulated account's provider stands
 * comes from the simulators of this installation, never from request data. What batches say of a provider decides when it
 * rests: that stands in one row for all workers, and an account that never rested has none.
 */
@Injectable()
export class AccountStateService {
  private readonly cache = new Map<string, { at: number; state: Promise<AccountState> }>();
  /** By account: messages that failed in a row, in this process. */
  private readonly failures = new Map<number, number>();

  constructor(
    private readonly tenancy: ProviderAccountService,
    private readonly breakers: CircuitBreakerRepository,
    private readonly simulators: SimulatorOriginsService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async find(appId: number, channel: Channel): Promise<AccountState> {
    const key = `${appId}:${channel}`;
    const now = this.clock.now().getTime();
    const cached = this.cache.get(key);
    if (cached && now - cached.at < CACHE_TTL_MS) {
      return cached.state;
    }
    const state = this.readState(appId, channel);
    // A try is one caller's: for whoever else asks meanwhile, the account rests.
    const sharedState = state.then((result): AccountState =>
      isProbeState(result) ? restingUntil(now + CACHE_TTL_MS) : result,
    );
    this.cache.set(key, { at: now, state: sharedState });
    sharedState.catch(() => this.cache.delete(key));
    return state;
  }

  /** Accounts of an application with their pauses and rests. */
  async listStatuses(appId: number): Promise<AccountStatus[]> {
    const breakersById = new Map(
      (await this.breakers.list(appId)).map(({ accountId, ...breaker }) => [accountId, breaker]),
    );
    const now = this.clock.now();
    return (await this.tenancy.listAccounts(appId)).map((account) => {
      const breaker = breakersById.get(account.accountId);
      return { ...account, rest: breaker && (breaker.trips > 0 || breaker.until > now) ? breaker : null };
    });
  }

  /** Ends pause and rest of an account. @returns false when it had neither */
  async resume(appId: number, channel: Channel): Promise<boolean> {
    const account = (await this.tenancy.listAccounts(appId)).find((candidate) => candidate.channel === channel);
    const hadBreaker = account !== undefined && (await this.breakers.reset(appId, account.accountId));
    const isResumed = await this.tenancy.resumeAccount(appId, channel);
    this.cache.delete(`${appId}:${channel}`);
    return hadBreaker || isResumed;
  }

  /**
   * Draws conclusions from a batch: a refused account is paused, one whose provider is out of order or asks for patience
   * rests, one that was tried with success goes on.
   *
   * @returns whether more may leave
   */
  async recordReport(account: Account, report: BatchReport, isProbe: boolean): Promise<boolean> {
    const { failures, isHealthy, code } = assessHealth(report);
    if (report.pause) {
      await this.pause(account, report.pause);
      return false;
    }
    if (isProbe && isHealthy) {
      await this.closeBreaker(account);
    }
    const consecutiveFailures = isHealthy ? 0 : (this.failures.get(account.accountId) ?? 0) + failures;
    if (consecutiveFailures === 0) {
      this.failures.delete(account.accountId);
    } else {
      this.failures.set(account.accountId, consecutiveFailures);
    }
    if (failures > 0 && (isProbe || consecutiveFailures >= MAX_CONSECUTIVE_FAILURES)) {
      await this.trip(account, { code, why: 'PROVIDER_UNAVAILABLE' }, OUTAGE_BACKOFF);
      return false;
    }
    if (report.slow) {
      const { code: answer, why, ms } = report.slow;
      this.logger.warn(
        { ...logFields(account), code: answer, why, ms },
        'a provider asked for patience: its account rests',
      );
      await this.breakers.throttle(account, report.slow);
      this.invalidate(account);
      return false;
    }
    return true;
  }

  private async pause(account: Account, { code, why, isTransient: isTransient }: PauseReason): Promise<void> {
    this.logger.error({ ...logFields(account), code, why }, 'provider account paused');
    await this.tenancy.pauseAccount(account, { code, why });
    if (isTransient) {
      await this.trip(account, { code, why }, REFUSAL_BACKOFF);
    } else {
      await this.breakers.reset(account.appId, account.accountId);
    }
    this.invalidate(account);
  }

  private async trip(
    account: Account,
    reason: { code: string; why: string },
    backoff: { firstMs: number; longestMs: number },
  ): Promise<void> {
    const spread = Math.random() * JITTER;
    const breaker = await this.breakers.trip(account, { ...reason, ...backoff, spread });
    this.failures.delete(account.accountId);
    this.invalidate(account);
    if (breaker) {
      const { trips, until } = breaker;
      this.logger.error(
        { ...logFields(account), ...reason, trips, until: until.toISOString() },
        'a provider is out of order: its account rests and is then tried with a few messages',
      );
    }
  }

  private async closeBreaker(account: Account): Promise<void> {
    await this.breakers.reset(account.appId, account.accountId);
    const isResumed = await this.tenancy.resumeAccount(account.appId, account.channel);
    this.invalidate(account);
    this.logger.info({ ...logFields(account), isResumed }, 'a provider is back: its account sends again');
  }

  private invalidate({ appId, channel }: Account): void {
    this.cache.delete(`${appId}:${channel}`);
  }

  private async readState(appId: number, channel: Channel): Promise<AccountState> {
    const storedAccount = await this.tenancy.findAccount(appId, channel);
    if (!storedAccount) {
      return { kind: 'none' };
    }
    const { simulator, paused, ...account } = storedAccount;
    const breaker = await this.breakers.find(account);
    const now = this.clock.now();
    let isProbe = false;
    if (breaker && breaker.until > now) {
      return paused ? { kind: 'paused' } : { kind: 'resting', until: breaker.until };
    }
    if (breaker && breaker.trips > 0) {
      isProbe = await this.breakers.claimProbe(appId, account.accountId, PROBE_TIMEOUT_MS);
      if (!isProbe) {
        return paused ? { kind: 'paused' } : restingUntil(now.getTime() + CACHE_TTL_MS);
      }
    } else if (paused) {
      return { kind: 'paused' };
    }
    return {
      kind: 'ready',
      account: simulator ? { ...account, origin: await this.simulators.find(channel) } : account,
      isProbe,
    };
  }
}

function isProbeState(state: AccountState): boolean {
  return state.kind === 'ready' && state.isProbe;
}

function restingUntil(until: number): AccountState {
  return { kind: 'resting', until: new Date(until) };
}

function logFields({ appId, channel }: Account): { appId: number; channel: Channel } {
  return { appId, channel };
}
