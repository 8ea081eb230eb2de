import type { Account } from '../sender/channels.types.js';
import type { DomainThrottleStore } from './domain-throttle.repository.js';

/** Age at which the throttles of an account are read again. */
const CACHE_TTL_MS = 2000;
const DOMAIN_BACKOFF = { firstMs: 60_000, maxMs: 900_000 };
const JITTER = 0.5;

interface AccountThrottles {
  /** By the monotonic clock, which is never set. */
  readAt: number;
  reading: Promise<void>;
  /** End of the throttle by domain, in ms of the same clock. */
  until: Map<string, number>;
}

type AccountRef = Pick<Account, 'appId' | 'accountId'>;

/**
 * Recipient domains that throttle an account, and push services that fail it. All workers share them in the database,
 * and a process reads them every two seconds while it sends. While they cannot be read, the throttles that this process
 * knows count.
 */
export class DomainThrottles {
  private readonly accounts = new Map<number, AccountThrottles>();

  constructor(private readonly store: DomainThrottleStore) {}

  /** Reads the throttles of an account. Called before each batch. */
  async refresh(account: AccountRef): Promise<void> {
    const throttles = this.getThrottles(account);
    if (performance.now() - throttles.readAt >= CACHE_TTL_MS) {
      throttles.readAt = performance.now();
      throttles.reading = this.load(account, throttles);
    }
    await throttles.reading;
  }

  /** Time in ms for which nothing may be sent to a domain. */
  getWaitMs(account: AccountRef, domain: string): number {
    return Math.max(0, this.getEnd(account, domain) - performance.now());
  }

  /** End of the last throttle of a domain, on the clock of `performance.now()`; 0: there was none lately. */
  getEnd(account: AccountRef, domain: string): number {
    return this.accounts.get(account.accountId)?.until.get(domain) ?? 0;
  }

  /** Tests if a domain has throttled lately: it then gets one message at a time. */
  isRecovering(account: AccountRef, domain: string): boolean {
    return this.accounts.get(account.accountId)?.until.has(domain) ?? false;
  }

  /** Stops sending to a domain for a while, in all workers. */
  async throttle(account: AccountRef, domain: string, code: string, backoff = DOMAIN_BACKOFF): Promise<void> {
    const { until } = this.getThrottles(account);
    if (this.getWaitMs(account, domain) > 0) {
      return;
    }
    until.set(domain, performance.now() + backoff.firstMs);
    const jitter = Math.random() * JITTER;
    const { appId, accountId } = account;
    const throttle = await this.store
      .throttle({ appId, accountId, domain }, { code, jitter, ...backoff })
      .catch(() => undefined);
    if (throttle) {
      until.set(domain, performance.now() + throttle.waitMs);
    }
  }

  private getThrottles({ accountId }: AccountRef): AccountThrottles {
    const throttles = this.accounts.get(accountId) ?? {
      readAt: -Infinity,
      reading: Promise.resolve(),
      until: new Map(),
    };
    this.accounts.set(accountId, throttles);
    return throttles;
  }

  private async load({ appId, accountId }: AccountRef, { until }: AccountThrottles): Promise<void> {
    try {
      const stored = await this.store.list(appId, accountId);
      const domains = new Set(stored.map(({ domain }) => domain));
      for (const [domain, end] of until) {
        if (!domains.has(domain) && end < performance.now()) {
          until.delete(domain);
        }
      }
      const now = performance.now();
      stored.forEach(({ domain, waitMs }) => until.set(domain, now + waitMs));
    } catch {
      // Without the database the known throttles stay.
    }
  }
}
