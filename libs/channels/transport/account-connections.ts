import type { Account, Channel } from '../sender/channels.types.js';

/** Accounts whose connections one sender keeps open; the least recently used give way. */
const CACHE_SIZE = 200;

interface Entry<T> {
  version: number;
  origin: string;
  value: T;
}

/**
 * What a sender holds per account: connections and signing material, built on first use and again when the credentials'
 * version grows or the origin moves. What is replaced ends after its messages in flight.
 */
export class AccountConnections<C extends Channel, T> {
  private readonly entries = new Map<number, Entry<T>>();
  private readonly closing = new Set<Promise<void>>();

  constructor(
    private readonly create: (account: Account<C>) => T,
    private readonly dispose: (value: T) => Promise<void>,
  ) {}

  /** @throws what `build` throws, for credentials that cannot work */
  get(account: Account<C>): T {
    const origin = account.origin === undefined ? '' : `${account.origin.host}:${account.origin.port}`;
    const entry = this.entries.get(account.accountId);
    this.entries.delete(account.accountId);
    if (entry !== undefined && entry.version >= account.version && entry.origin === origin) {
      this.entries.set(account.accountId, entry);
      return entry.value;
    }
    if (entry !== undefined) {
      this.retire(entry.value);
    }
    const value = this.create(account);
    this.entries.set(account.accountId, { version: account.version, origin, value });
    this.evictOldest();
    return value;
  }

  async close(): Promise<void> {
    const entries = [...this.entries.values()];
    this.entries.clear();
    entries.forEach((entry) => this.retire(entry.value));
    await Promise.all(this.closing);
  }

  private evictOldest(): void {
    const [oldest] = this.entries;
    if (this.entries.size > CACHE_SIZE && oldest !== undefined) {
      this.entries.delete(oldest[0]);
      this.retire(oldest[1].value);
    }
  }

  private retire(value: T): void {
    // What fails to end well is gone all the same; there is nobody left to tell.
    const disposal = this.dispose(value)
      .catch(() => undefined)
      .finally(() => this.closing.delete(disposal));
    this.closing.add(disposal);
  }
}
