import type { Account, Channel } from './channels.types.js';

/** Accounts whose connections one sender keeps open; the least recently used give way. */
const KEPT_ACCOUNTS = 200;

interface Kept<T> {
  version: number;
  origin: string;
  value: T;
}

/**
 * What a sender holds per account: connections and signing material, built on first use and again when the credentials'
 * version grows or the origin moves. What is replaced ends after its messages in flight.
 */
export class AccountConnections<C extends Channel, T> {
  private readonly kept = new Map<number, Kept<T>>();
  private readonly ending = new Set<Promise<void>>();

  constructor(
    private readonly build: (account: Account<C>) => T,
    private readonly end: (value: T) => Promise<void>,
  ) {}

  /** @throws what `build` throws, for credentials that cannot work */
  of(account: Account<C>): T {
    const origin = account.origin === undefined ? '' : `${account.origin.host}:${account.origin.port}`;
    const known = this.kept.get(account.accountId);
    this.kept.delete(account.accountId);
    if (known !== undefined && known.version >= account.version && known.origin === origin) {
      this.kept.set(account.accountId, known);
      return known.value;
    }
    if (known !== undefined) {
      this.letGo(known.value);
    }
    const value = this.build(account);
    this.kept.set(account.accountId, { version: account.version, origin, value });
    this.dropOldest();
    return value;
  }

  async close(): Promise<void> {
    const all = [...this.kept.values()];
    this.kept.clear();
    all.forEach((each) => this.letGo(each.value));
    await Promise.all(this.ending);
  }

  private dropOldest(): void {
    const [oldest] = this.kept;
    if (this.kept.size > KEPT_ACCOUNTS && oldest !== undefined) {
      this.kept.delete(oldest[0]);
      this.letGo(oldest[1].value);
    }
  }

  private letGo(value: T): void {
    // What fails to end well is gone all the same; there is nobody left to tell.
    const ended = this.end(value)
      .catch(() => undefined)
      .finally(() => this.ending.delete(ended));
    this.ending.add(ended);
  }
}
