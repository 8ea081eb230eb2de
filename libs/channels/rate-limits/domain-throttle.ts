import type { Account } from '../sender/channels.types.js';
import type { DomainThrottleStore } from './domain-throttle.repository.js';

/** What another worker found out about a domain reaches this one after so long, at most. */
const CACHE_TTL_MS = 2000;
const BACKOFF = { firstMs: 60_000, maxMs: 900_000 };
const JITTER = 0.5;

interface AccountThrottles {
  readAt: number;
  reading: Promise<void>;
  /** By domain: until when nothing goes there, in ms since 1970. */
  until: Map<string, number>;
}

type AccountRef = Pick<Account, 'appId' | 'accountId'>;

/**
 * Recipient domains that throttle an account. The rests stand in one place for all workers; a process looks there every two
 * seconds while it sends. Where they cannot be read, what this process was told itself counts.
 */
export class DomainThrottles {
  private readonly accounts = new Map<number, AccountThrottles>();

  constructor(private readonly store: DomainThrottleStore) {}

  /** To be called before a batch: brings what is known of an account up to date. */
  async refresh(account: AccountRef): Promise<void> {
    const throttles = this.getThrottles(account);
    if (Date.now() - throttles.readAt >= CACHE_TTL_MS) {
      throttles.readAt = Date.now();
      throttles.reading = this.load(account, throttles);
    }
    await throttles.reading;
  }

  /** How long nothing should go to a domain, in ms; 0: it may. */
  getWaitMs(account: AccountRef, domain: string): number {
    return Math.max(0, (this.accounts.get(account.accountId)?.until.get(domain) ?? 0) - Date.now());
  }

  /** Whether a domain has throttled lately: then one message at a time is enough. */
  isRecovering(account: AccountRef, domain: string): boolean {
    return this.accounts.get(account.accountId)?.until.has(domain) ?? false;
  }

  /** A domain has throttled: nothing goes there for a while, from any worker. */
  async throttle(account: AccountRef, domain: string, code: string): Promise<void> {
    const { until } = this.getThrottles(account);
    if (this.getWaitMs(account, domain) > 0) {
      return;
    }
    until.set(domain, Date.now() + BACKOFF.firstMs);
    const jitter = Math.random() * JITTER;
    const { appId, accountId } = account;
    const throttle = await this.store
      .throttle({ appId, accountId, domain }, { code, jitter, ...BACKOFF })
      .catch(() => undefined);
    if (throttle) {
      until.set(domain, throttle.until.getTime());
    }
  }

  private getThrottles({ accountId }: AccountRef): AccountThrottles {
    const throttles = this.accounts.get(accountId) ?? { readAt: 0, reading: Promise.resolve(), until: new Map() };
    this.accounts.set(accountId, throttles);
    return throttles;
  }

  private async load({ appId, accountId }: AccountRef, { until }: AccountThrottles): Promise<void> {
    try {
      const stored = await this.store.list(appId, accountId);
      const domains = new Set(stored.map(({ domain }) => domain));
      for (const [domain, end] of until) {
        if (!domains.has(domain) && end < Date.now()) {
          until.delete(domain);
        }
      }
      stored.forEach((throttle) => until.set(throttle.domain, throttle.until.getTime()));
    } catch {
      // The database is away: nothing newer is known.
    }
  }
}
