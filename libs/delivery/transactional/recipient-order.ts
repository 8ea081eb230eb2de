import type { LeasedChunk } from '../model/delivery.types.js';

type Recipients = Pick<LeasedChunk, 'channel' | 'remaining'>;

/**
 * Knows the recipients with a message of this process under way. The next message to one of them leaves afterwards, so that
 * messages arrive in the order of acceptance.
 */
export class RecipientOrder {
  private readonly last = new Map<string, Promise<void>>();

  /** Finds the runs under way to some recipients. */
  findEarlier(chunks: readonly Recipients[]): Promise<void>[] {
    return [...new Set(keysOf(chunks).flatMap((key) => this.last.get(key) ?? []))];
  }

  /** Counts a run as under way to its recipients until it ends. @param run  never rejects */
  add(chunks: readonly Recipients[], run: Promise<void>): void {
    const keys = keysOf(chunks);
    keys.forEach((key) => this.last.set(key, run));
    void run.then(() => {
      keys.filter((key) => this.last.get(key) === run).forEach((key) => this.last.delete(key));
    });
  }
}

/**
 * Splits messages, in the order of acceptance, into those without an earlier one to the same recipient, and the others.
 */
export function splitFirst<T extends { chunks: readonly Recipients[] }>(messages: readonly T[]): [T[], T[]] {
  const seen = new Set<string>();
  const first: T[] = [];
  const others: T[] = [];
  for (const message of messages) {
    const keys = keysOf(message.chunks);
    (keys.some((key) => seen.has(key)) ? others : first).push(message);
    keys.forEach((key) => seen.add(key));
  }
  return [first, others];
}

/** Ids of recipients are unique across applications, by channel. */
function keysOf(chunks: readonly Recipients[]): string[] {
  return chunks.flatMap(({ channel, remaining }) => remaining.map((id) => `${channel}:${id}`));
}
