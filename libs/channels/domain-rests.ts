import type { Account } from './channels.types.js';
import type { DomainRestStore } from './domain-rest.repository.js';

/** What another worker found out about a domain reaches this one after so long, at most. */
const KEPT_MS = 2000;
const REST = { firstMs: 60_000, longestMs: 900_000 };
const JITTER = 0.5;

interface Known {
  at: number;
  reading: Promise<void>;
  /** By domain: until when nothing goes there, in ms since 1970. */
  until: Map<string, number>;
}

type AccountName = Pick<Account, 'appId' | 'accountId'>;

/**
 * Recipient domains that throttle an account. The rests stand in one place for all workers; a process looks there every two
 * seconds while it sends. Where they cannot be read, what this process was told itself counts.
 */
export class DomainRests {
  private readonly known = new Map<number, Known>();

  constructor(private readonly store: DomainRestStore) {}

  /** To be called before a batch: brings what is known of an account up to date. */
  async look(account: AccountName): Promise<void> {
    const known = this.of(account);
    if (Date.now() - known.at >= KEPT_MS) {
      known.at = Date.now();
      known.reading = this.read(account, known);
    }
    await known.reading;
  }

  /** How long nothing should go to a domain, in ms; 0: it may. */
  waitFor(account: AccountName, domain: string): number {
    return Math.max(0, (this.known.get(account.accountId)?.until.get(domain) ?? 0) - Date.now());
  }

  /** Whether a domain has throttled lately: then one message at a time is enough. */
  isSlow(account: AccountName, domain: string): boolean {
    return this.known.get(account.accountId)?.until.has(domain) ?? false;
  }

  /** A domain has throttled: nothing goes there for a while, from any worker. */
  async rest(account: AccountName, domain: string, code: string): Promise<void> {
    const { until } = this.of(account);
    if (this.waitFor(account, domain) > 0) {
      return;
    }
    until.set(domain, Date.now() + REST.firstMs);
    const spread = Math.random() * JITTER;
    const { appId, accountId } = account;
    const rest = await this.store.rest({ appId, accountId, domain }, { code, spread, ...REST }).catch(() => undefined);
    if (rest) {
      until.set(domain, rest.until.getTime());
    }
  }

  private of({ accountId }: AccountName): Known {
    const known = this.known.get(accountId) ?? { at: 0, reading: Promise.resolve(), until: new Map() };
    this.known.set(accountId, known);
    return known;
  }

  private async read({ appId, accountId }: AccountName, { until }: Known): Promise<void> {
    try {
      const rests = await this.store.list(appId, accountId);
      const domains = new Set(rests.map(({ domain }) => domain));
      for (const [domain, end] of until) {
        if (!domains.has(domain) && end < Date.now()) {
          until.delete(domain);
        }
      }
      rests.forEach((rest) => until.set(rest.domain, rest.until.getTime()));
    } catch {
      // The database is away: nothing newer is known.
    }
  }
}
