import { createHmac, randomBytes } from 'node:crypto';

const MAX_REMEMBERED = 100_000;
const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Remembers which messages are in sums already, so that a repeat within a day counts once. It has hashes under a key that
 * never leaves this process, and stores nothing: what a person opened cannot be found out later. A repeat at another
 * process, or after a new start, counts again.
 */
export class CountedFetches {
  private readonly key = randomBytes(32);
  /** When the message of each hash was counted, epoch milliseconds; the oldest first. */
  private readonly countedAt = new Map<string, number>();

  constructor(
    private readonly now: () => number,
    private readonly maxRemembered = MAX_REMEMBERED,
  ) {}

  get size(): number {
    return this.countedAt.size;
  }

  /** @returns the hash, for `giveBack`; undefined: the fetch was counted */
  take(kind: string, message: string): string | undefined {
    this.forgetOld();
    const hash = createHmac('sha256', this.key).update(`${kind} ${message}`).digest('base64url').slice(0, 22);
    if (this.countedAt.has(hash)) {
      return undefined;
    }
    const [oldest] = this.countedAt.keys();
    if (oldest !== undefined && this.countedAt.size >= this.maxRemembered) {
      this.countedAt.delete(oldest);
    }
    this.countedAt.set(hash, this.now());
    return hash;
  }

  /** Forgets a fetch that was not counted in the end. */
  giveBack(hash: string | undefined): void {
    if (hash !== undefined) {
      this.countedAt.delete(hash);
    }
  }

  private forgetOld(): void {
    const past = this.now() - REMEMBERED_MS;
    for (const [hash, at] of this.countedAt) {
      if (at > past) {
        return;
      }
      this.countedAt.delete(hash);
    }
  }
}
