import { createHmac, randomBytes } from 'node:crypto';

const MAX_REMEMBERED = 100_000;
const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Remembers which messages are in sums already, so that a repeat within a day counts once. It has hashes under a key that
 * never leaves this process, and stores nothing: later nobody can find out what a person opened. A repeat at another
 * process, or after a new start, counts again.
 */
export class CountedFetches {
  private readonly key = randomBytes(32);
  /** When each hash was taken, epoch milliseconds; the oldest first. */
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly now: () => number,
    private readonly maxRemembered = MAX_REMEMBERED,
  ) {}

  get size(): number {
    return this.taken.size;
  }

  /** @returns the hash, for `giveBack`; undefined: the fetch was counted */
  take(kind: string, message: string): string | undefined {
    this.forgetOld();
    const hash = createHmac('sha256', this.key).update(`${kind} ${message}`).digest('base64url').slice(0, 22);
    if (this.taken.has(hash)) {
      return undefined;
    }
    const [oldest] = this.taken.keys();
    if (oldest !== undefined && this.taken.size >= this.maxRemembered) {
      this.taken.delete(oldest);
    }
    this.taken.set(hash, this.now());
    return hash;
  }

  /** Forgets a fetch that was not counted in the end. */
  giveBack(hash: string | undefined): void {
    if (hash !== undefined) {
      this.taken.delete(hash);
    }
  }

  private forgetOld(): void {
    const past = this.now() - REMEMBERED_MS;
    for (const [hash, at] of this.taken) {
      if (at > past) {
        return;
      }
      this.taken.delete(hash);
    }
  }
}
