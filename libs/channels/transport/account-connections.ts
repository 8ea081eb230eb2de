import { LruCache } from '#platform/collections';
import type { Account, Channel } from '../sender/channels.types.js';

/** Accounts whose connections one sender keeps open. */
const CACHE_SIZE = 200;

interface Entry<T> {
  version: number;
  origin: string;
  value: T;
}

/**
 * The connections of a sender for each account: connections and signing keys. They are created on first use, and again
 * when the version of the credentials grows or the origin changes. A replaced value is closed after its messages in
 * flight.
 */
export class AccountConnections<C extends Channel, K extends object, T> {
  private readonly entries = new LruCache<number, Entry<T>>({
    max: CACHE_SIZE,
    dispose: ({ value }) => this.retire(value),
  });
  private readonly closing = new Set<Promise<void>>();

  constructor(
    private readonly create: (account: Account<C, K>) => T,
    private readonly dispose: (value: T) => Promise<void>,
  ) {}

  /** @throws what `create` throws for unusable credentials */
  get(account: Account<C, K>): T {
    const { accountId, version } = account;
    const origin = account.origin === undefined ? '' : `${account.origin.host}:${account.origin.port}`;
    const entry = this.entries.get(accountId);
    if (entry !== undefined && entry.version >= version && entry.origin === origin) {
      return entry.value;
    }
    this.entries.delete(accountId);
    const value = this.create(account);
    this.entries.set(accountId, { version, origin, value });
    return value;
  }

  async close(): Promise<void> {
    this.entries.clear();
    await Promise.all(this.closing);
  }

  private retire(value: T): void {
    // A connection that fails to close cleanly is gone too.
    const disposal = this.dispose(value)
      .catch(() => undefined)
      .finally(() => this.closing.delete(disposal));
    this.closing.add(disposal);
  }
}
