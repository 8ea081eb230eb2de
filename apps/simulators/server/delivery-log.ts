import { randomUUID } from 'node:crypto';
import { perProvider, type Provider } from './providers.js';

/** Filters of a reader of the newest deliveries. Absent: any. */
export interface NewestFilter {
  provider?: Provider;
  /** Only of these accounts, each by `senderKey`. */
  senders?: ReadonlySet<string>;
  /** A part of the address, in capital or small letters. */
  address?: string;
  /** Selects deliveries by their payload. */
  matches?: (payload: unknown) => boolean;
}

/** Makes the payload on demand: most deliveries are never read. */
export type Payload = () => unknown;

export interface Counts {
  /** Answered with success, or accepted before a fault hid the response. */
  accepted: number;
  /** Answered with an error. */
  rejected: number;
  /** Distinct pairs of address and message id among the stored deliveries. */
  distinct: number;
}

export interface Delivery {
  /** Incremented with every delivery, over all providers. */
  seq: number;
  provider: Provider;
  token: string;
  messageId: string;
  /** The account that sent it: see `senderKey`. Empty without a login. */
  sender: string;
  at: string;
  payload: unknown;
}

/** A delivery without what it says. */
export type Arrival = Pick<Delivery, 'provider' | 'token' | 'messageId'>;

interface Entry {
  seq: number;
  provider: Provider;
  token: string;
  messageId: string;
  sender: string;
  at: number;
  payload: Payload;
}

interface ProviderTotals {
  accepted: number;
  rejected: number;
  /** Stored pairs of address and message id, about 300 bytes each, until the log is cleared. */
  seen: Set<string>;
  /** Counts of pairs that were stored more than once. */
  repeated: Map<string, number>;
}

const LOG_SIZE = 100_000;
/** Entries that one look at the newest may read: payloads are parsed for it. */
const MAX_SCANNED = 1000;
/** NUL appears in no address and no id. */
const SEPARATOR = '\0';

/**
 * Names an account: `apns:TEAM/KEY`, `fcm:PROJECT`, `webpush:PUBLIC KEY`, `smtp:USER`, `sms:ACCOUNT SID`.
 */
export function senderKey({ provider, sender }: { provider: Provider; sender: string }): string {
  return `${provider}:${sender}`;
}

/**
 * The accepted deliveries. The log keeps the newest 100,000; counts and duplicates are exact since the last `clear`. With
 * `storing` false, and for payloads without the text of `containing`, only accepted and rejected are counted.
 */
export class DeliveryLog {
  storing = true;
  /** Stores only deliveries whose payload, as JSON, contains this text. */
  containing: string | undefined;
  private readonly id = randomUUID();
  private seq = 0;
  /** A ring buffer: the entry of `seq` is at `seq % size`. */
  private ring: Entry[] = [];
  private firstSeq = 1;
  private totals = perProvider(newTotals);
  private clearCount = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly size = LOG_SIZE) {}

  accept(provider: Provider, token: string, messageId: string, payload: Payload, sender = ''): void {
    this.totals[provider].accepted += 1;
    this.notify();
    if (!this.storing) {
      return;
    }
    const entry = { provider, token, messageId, sender, at: Date.now(), payload };
    if (this.containing === undefined) {
      this.store(entry);
    } else {
      void this.storeIfContaining(this.containing, entry);
    }
  }

  private async storeIfContaining(text: string, entry: Omit<Entry, 'seq'>): Promise<void> {
    // An unreadable payload contains no text.
    const payload = await Promise.resolve()
      .then(entry.payload)
      .catch(() => undefined);
    if (JSON.stringify(payload)?.includes(text)) {
      this.store(entry);
    }
  }

  private store(entry: Omit<Entry, 'seq'>): void {
    const { provider, token, messageId } = entry;
    const tally = this.totals[provider];
    const key = messageId + SEPARATOR + token;
    if (tally.seen.has(key)) {
      tally.repeated.set(key, (tally.repeated.get(key) ?? 1) + 1);
    } else {
      tally.seen.add(key);
    }
    this.seq += 1;
    this.ring[this.seq % this.size] = { seq: this.seq, ...entry };
    this.firstSeq = Math.max(this.firstSeq, this.seq - this.size + 1);
    this.notify();
  }

  reject(provider: Provider): void {
    this.totals[provider].rejected += 1;
    this.notify();
  }

  /** The `seq` of the newest delivery, or of the last one before the log was cleared. */
  get newestSeq(): number {
    return this.seq;
  }

  /** How often the log was cleared. */
  get clearings(): number {
    return this.clearCount;
  }

  /**
   * Calls after every change. A listener must return at once.
   *
   * @returns ends it
   */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }

  counts(): Record<Provider, Counts> {
    return perProvider((provider) => {
      const { accepted, rejected, seen } = this.totals[provider];
      return { accepted, rejected, distinct: seen.size };
    });
  }

  /**
   * Deliveries after `after`, in the order of arrival.
   *
   * @param limit  maximum number of deliveries
   * @returns `next` is the `after` of the following page
   */
  async page(filter: {
    provider?: Provider;
    token?: string;
    after: number;
    limit: number;
  }): Promise<{ deliveries: Delivery[]; next: number }> {
    const matches: Entry[] = [];
    let next = Math.max(filter.after, this.firstSeq - 1);
    while (next < this.seq && matches.length < filter.limit) {
      next += 1;
      const entry = this.ring[next % this.size];
      if (
        entry !== undefined &&
        (filter.provider === undefined || entry.provider === filter.provider) &&
        (filter.token === undefined || entry.token === filter.token)
      ) {
        matches.push(entry);
      }
    }
    return { deliveries: await Promise.all(matches.map(toDelivery)), next };
  }

  /**
   * Lists deliveries of accounts after `after`, in the order of arrival, without payloads: nothing is parsed for it.
   *
   * @param senders  accounts by `senderKey`
   * @param limit    maximum number of arrivals
   * @returns `next` is the `after` of the following page, `first` the oldest number that the log still has,
   *   `log` names the log: another one after a restart and after a clearing
   */
  arrivals(
    senders: ReadonlySet<string>,
    { after, limit }: { after: number; limit: number },
  ): { arrivals: Arrival[]; next: number; first: number; newest: number; log: string } {
    const arrivals: Arrival[] = [];
    let next = Math.max(after, this.firstSeq - 1);
    while (next < this.seq && arrivals.length < limit) {
      next += 1;
      const entry = this.ring[next % this.size];
      if (entry !== undefined && senders.has(senderKey(entry))) {
        const { provider, token, messageId } = entry;
        arrivals.push({ provider, token, messageId });
      }
    }
    return { arrivals, next, first: this.firstSeq, newest: this.seq, log: `${this.id}.${this.clearCount}` };
  }

  /**
   * The newest deliveries between `after` and `before`, newest first. Reads at most a thousand of the log.
   *
   * @param limit  maximum number of deliveries
   * @returns `older` is the `before` with which to go on; absent when nothing older is left
   */
  async newestFirst(
    filter: NewestFilter & { after?: number; before?: number; limit: number },
  ): Promise<{ deliveries: Delivery[]; older?: number }> {
    const { provider, senders, address, matches, after = 0, before = Number.MAX_SAFE_INTEGER, limit } = filter;
    const part = address?.toLowerCase();
    const first = Math.max(after + 1, this.firstSeq);
    const deliveries: Delivery[] = [];
    let seq = Math.min(before - 1, this.seq);
    for (let scanned = 0; seq >= first && deliveries.length < limit && scanned < MAX_SCANNED; seq -= 1, scanned += 1) {
      const entry = this.ring[seq % this.size];
      const isFound =
        entry?.seq === seq &&
        (provider === undefined || entry.provider === provider) &&
        (senders === undefined || senders.has(senderKey(entry))) &&
        (part === undefined || entry.token.toLowerCase().includes(part));
      if (isFound) {
        const delivery = await toDelivery(entry);
        if (matches === undefined || matches(delivery.payload)) {
          deliveries.push(delivery);
        }
      }
    }
    return { deliveries, ...(seq >= first && { older: seq + 1 }) };
  }

  /** The newest delivery to an address in the log. */
  async newest(provider: Provider, token: string): Promise<Delivery | undefined> {
    for (let seq = this.seq; seq >= this.firstSeq; seq -= 1) {
      const entry = this.ring[seq % this.size];
      if (entry?.provider === provider && entry.token === token) {
        return (await this.page({ after: seq - 1, limit: 1 })).deliveries[0];
      }
    }
    return undefined;
  }

  /** Pairs of address and message id that were accepted more than once. */
  duplicates(provider?: Provider): Array<{ provider: Provider; token: string; messageId: string; count: number }> {
    return Object.entries(this.totals).flatMap(([name, { repeated }]) =>
      provider !== undefined && name !== provider
        ? []
        : [...repeated].map(([key, count]) => {
            const cut = key.indexOf(SEPARATOR);
            return { provider: name as Provider, token: key.slice(cut + 1), messageId: key.slice(0, cut), count };
          }),
    );
  }

  /** Clears log, counts and duplicates. `seq` continues, so that the position of a reader stays valid. */
  clear(): void {
    this.ring = [];
    this.firstSeq = this.seq + 1;
    this.totals = perProvider(newTotals);
    this.clearCount += 1;
    this.notify();
  }
}

async function toDelivery({ at, payload, ...entry }: Entry): Promise<Delivery> {
  return { ...entry, at: new Date(at).toISOString(), payload: await payload() };
}

function newTotals(): ProviderTotals {
  return { accepted: 0, rejected: 0, seen: new Set(), repeated: new Map() };
}
