import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import {
  SimulatorOriginsService,
  providerOf,
  providersOf,
  type Account,
  type BatchReport,
  type PauseReason,
} from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { ProviderAccountService, type ProviderAccount } from '#libs/tenancy';
import { LOGGER } from '#platform/app';
import type { MetricSource } from '#platform/health';
import { ClockService, faultsOf, type Logger } from '#platform/runtime';
import type { AccountError } from './account-error.repository.js';
import { AccountErrorService } from './account-error.service.js';
import { assessHealth } from './assess-health.js';
import {
  type AccountState,
  type ChannelAccount,
  combineStates,
  type OwnState,
  withoutProbes,
} from './choice/channel-account.js';
import { type CircuitBreaker, CircuitBreakerRepository } from './circuit-breaker.repository.js';

/** `unclear`: only addresses answered that may be invented. */
type ProbeResult = 'accepted' | 'refused' | 'unclear';

/** An account for operators. */
export interface AccountStatus extends Omit<ProviderAccount, 'credentials'> {
  /** Null: closed. */
  breaker: Omit<CircuitBreaker, 'accountId'> | null;
  /** With these credentials; null: none. */
  lastError: AccountError | null;
}

/** The longest time until a running worker sees new credentials, a pause or an open breaker. */
const CACHE_TTL_MS = 2000;
/** After an outage the breaker is open 5 s, then twice as long each time, plus up to half of it as jitter. */
const OUTAGE_BACKOFF = { firstMs: 5000, maxMs: 300_000 };
/**
 * The cause of a pause is tried again after a minute: providers also refuse good credentials during an outage of their
 * own, and a wrong set-up may have been mended elsewhere.
 */
const REFUSAL_BACKOFF = { firstMs: 60_000, maxMs: 1_800_000 };
const JITTER = 0.5;
const MAX_CONSECUTIVE_FAILURES = 10;
const PROBE_TIMEOUT_MS = 60_000;

/**
 * The accounts that send, with one circuit breaker each. The reports of batches open and close the breaker. All workers
 * share its row, and an account with a closed breaker has none.
 */
@Injectable()
export class AccountStateService {
  /** `at` is of the monotonic clock, which is never set. */
  private readonly cache = new Map<string, { at: number; state: Promise<AccountState> }>();
  private readonly providers = new Map<string, { at: number; names: readonly string[] }>();
  /** Messages that failed in a row in this process, by account. */
  private readonly failures = new Map<number, number>();
  /** Probes of this process, by channel and result. */
  private readonly probes = new Map<string, { channel: Channel; result: ProbeResult; count: number }>();

  constructor(
    private readonly tenancy: ProviderAccountService,
    private readonly breakers: CircuitBreakerRepository,
    private readonly simulators: SimulatorOriginsService,
    private readonly errors: AccountErrorService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The state of a channel: whether one of its accounts may send, and of each. */
  async find(appId: number, channel: Channel): Promise<AccountState> {
    const key = `${appId}:${channel}`;
    const at = performance.now();
    const cached = this.cache.get(key);
    if (cached && at - cached.at < CACHE_TTL_MS) {
      return cached.state;
    }
    const state = this.readState(appId, channel);
    const sharedState = state.then((result) =>
      withoutProbes(result, new Date(this.clock.now().getTime() + CACHE_TTL_MS)),
    );
    this.cache.set(key, { at, state: sharedState });
    sharedState.catch(() => this.cache.delete(key));
    return state;
  }

  /** Tests if a channel has several accounts. Unlike `find` it claims no probe. */
  async isShared(appId: number, channel: Channel): Promise<boolean> {
    return (await this.findProviders(appId, channel)).length > 1;
  }

  /** Tests if an account of the channel can take messages to an address. Undefined: each of them takes all. */
  async findReach(appId: number, channel: Channel): Promise<((address: string) => boolean) | undefined> {
    if (providersOf(channel).every(({ reaches }) => reaches === undefined)) {
      return undefined;
    }
    const providers = (await this.findProviders(appId, channel)).map((name) => providerOf(name));
    return (address) => providers.some(({ reaches }) => reaches?.(address) !== false);
  }

  /** The provider of each account of a channel. */
  private async findProviders(appId: number, channel: Channel): Promise<readonly string[]> {
    const key = `${appId}:${channel}`;
    const at = performance.now();
    const cached = this.providers.get(key);
    if (cached && at - cached.at < CACHE_TTL_MS) {
      return cached.names;
    }
    const accounts = await this.tenancy.listAccounts(appId);
    const names = accounts.flatMap((account) => (account.channel === channel ? [account.provider] : []));
    this.providers.set(key, { at, names });
    return names;
  }

  /** The accounts of an application with their pauses and breakers. */
  async listStatuses(appId: number): Promise<AccountStatus[]> {
    const breakersById = new Map(
      (await this.breakers.list(appId)).map(({ accountId, ...breaker }) => [accountId, breaker]),
    );
    const now = this.clock.now();
    const accounts = await this.tenancy.listAccounts(appId);
    const errorsById = await this.errors.list(accounts);
    return accounts.map((account) => {
      const breaker = breakersById.get(account.accountId);
      return {
        ...account,
        breaker: breaker && (breaker.trips > 0 || breaker.until > now) ? breaker : null,
        lastError: errorsById.get(account.accountId) ?? null,
      };
    });
  }

  /** The accounts of all applications that do not send now, or whose last message failed. */
  async listTroubled(): Promise<AccountStatus[]> {
    const statuses: AccountStatus[] = [];
    for (const appId of await this.errors.findTroubledApps()) {
      statuses.push(...(await this.listStatuses(appId)));
    }
    return statuses.filter(({ paused, breaker, lastError }) => paused ?? breaker ?? (lastError && !lastError.endedAt));
  }

  /** Ends the pause of an account and closes its breaker. @returns false when there was nothing to end */
  async resume(appId: number, key: string, origin?: Origin): Promise<boolean> {
    const account = (await this.tenancy.listAccounts(appId)).find((candidate) => candidate.key === key);
    if (account === undefined) {
      return false;
    }
    const hadBreaker = await this.breakers.reset(appId, account.accountId);
    const isResumed = await this.tenancy.resumeAccount(appId, key, origin);
    this.invalidate(account);
    return hadBreaker || isResumed;
  }

  /**
   * Applies the report of a batch: a refused account is paused, an outage or a request to slow down opens the breaker,
   * and a successful probe closes it.
   *
   * @returns whether more messages may be sent
   */
  async recordReport(account: Account, report: BatchReport, isProbe: boolean): Promise<boolean> {
    const { failures, isHealthy, code } = assessHealth(report);
    this.errors.record(account, report);
    if (isProbe) {
      this.countProbe(account.channel, report.pause || failures > 0 ? 'refused' : isHealthy ? 'accepted' : 'unclear');
    }
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
    const isOutage = consecutiveFailures >= MAX_CONSECUTIVE_FAILURES && !report.hasOwnBreakers;
    if (failures > 0 && (isProbe || isOutage)) {
      await this.trip(account, { code, why: 'PROVIDER_UNAVAILABLE' }, OUTAGE_BACKOFF);
      return false;
    }
    if (report.slow) {
      const { code: slowCode, why, ms } = report.slow;
      faultsOf(this.logger).report({
        text: 'provider asked to slow down; sending through its account is delayed',
        of: `account ${account.accountId}`,
        fields: { ...logFields(account), code: slowCode, why, ms },
      });
      await this.breakers.throttle(account, report.slow);
      this.invalidate(account);
      return false;
    }
    return true;
  }

  /** How the probes of stopped accounts ended since the start of this process. */
  metrics(): MetricSource[] {
    return [
      {
        name: 'herald_provider_account_probes_total',
        help: 'Probes of stopped provider accounts; accepted ones end the stop',
        isCounter: true,
        labels: ['channel', 'result'],
        read: () => [...this.probes.values()].map(({ count, ...labels }) => ({ labels, value: count })),
      },
    ];
  }

  private countProbe(channel: Channel, result: ProbeResult): void {
    const key = `${channel} ${result}`;
    this.probes.set(key, { channel, result, count: (this.probes.get(key)?.count ?? 0) + 1 });
  }

  private async pause(account: Account, { code, why }: PauseReason): Promise<void> {
    this.logger.error({ ...logFields(account), code, why }, 'provider account paused');
    await this.tenancy.pauseAccount(account, { code, why });
    await this.trip(account, { code, why }, REFUSAL_BACKOFF);
  }

  private async trip(
    account: Account,
    reason: { code: string; why: string },
    backoff: { firstMs: number; maxMs: number },
  ): Promise<void> {
    const breaker = await this.breakers.trip(account, { ...reason, ...backoff, jitter: Math.random() * JITTER });
    this.failures.delete(account.accountId);
    this.invalidate(account);
    if (breaker) {
      const { trips, until } = breaker;
      this.logger.error(
        { ...logFields(account), ...reason, trips, until: until.toISOString() },
        'circuit breaker of a provider account opened; a few messages will probe it',
      );
    }
  }

  private async closeBreaker(account: Account): Promise<void> {
    await this.breakers.reset(account.appId, account.accountId);
    const stored = (await this.tenancy.listAccounts(account.appId)).find(
      ({ accountId }) => accountId === account.accountId,
    );
    const isResumed = stored !== undefined && (await this.tenancy.resumeAccount(account.appId, stored.key));
    this.invalidate(account);
    this.logger.info(
      { ...logFields(account), isResumed },
      'circuit breaker of a provider account closed; it sends again',
    );
  }

  /** The next look at any account reads its stored state. */
  clearCache(): void {
    this.cache.clear();
    this.providers.clear();
  }

  private invalidate({ appId, channel }: Pick<Account, 'appId' | 'channel'>): void {
    this.cache.delete(`${appId}:${channel}`);
  }

  private async readState(appId: number, channel: Channel): Promise<AccountState> {
    const accounts: ChannelAccount[] = [];
    for (const stored of await this.tenancy.findAccounts(appId, channel)) {
      const { accountId, key, rules = {}, provider, credentials, simulator } = stored;
      const { senders, reaches } = providerOf(provider);
      const state = await this.readOwnState(stored);
      accounts.push({ accountId, key, rules, senders: senders?.(credentials), reaches, isSimulated: simulator, state });
    }
    return combineStates(accounts);
  }

  private async readOwnState({ simulator, paused, ...account }: ProviderAccount): Promise<OwnState> {
    const { breaker, hasError } = await this.breakers.find(account);
    if (hasError) {
      this.errors.noteStored(account);
    }
    const now = this.clock.now();
    let isProbe = false;
    if (breaker && breaker.until > now) {
      return paused ? { kind: 'paused' } : { kind: 'open', until: breaker.until };
    }
    if (breaker && breaker.trips > 0) {
      isProbe = await this.breakers.claimProbe(account.appId, account.accountId, PROBE_TIMEOUT_MS);
      if (!isProbe) {
        return paused ? { kind: 'paused' } : openUntil(now.getTime() + CACHE_TTL_MS);
      }
    } else if (paused) {
      return { kind: 'paused' };
    }
    return {
      kind: 'ready',
      account: simulator
        ? { ...account, origin: await this.simulators.find(providerOf(account.provider).simulator) }
        : account,
      isProbe,
    };
  }
}

function openUntil(until: number): OwnState {
  return { kind: 'open', until: new Date(until) };
}

function logFields({ appId, channel, accountId }: Account): { appId: number; channel: Channel; accountId: number } {
  return { appId, channel, accountId };
}
