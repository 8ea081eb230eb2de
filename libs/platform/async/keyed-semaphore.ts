/** One permit of a key. */
export interface Permit {
  key: string;
  /** Permits of this key that may be held at a time. */
  limit: number;
}

interface WaitOptions {
  /** Runs before the waiters that are not urgent. */
  isUrgent?: boolean;
  /** Absent: waits without end. */
  timeoutMs?: number;
}

/** Tries to finish its wait. @returns false when it must go on waiting */
type Waiter = () => boolean;

/**
 * Limits how many permits of each key are held at a time. A caller takes all permits of a list or none. Waiters are
 * tried in the order of their arrival, and one that cannot go on lets the next pass.
 */
export class KeyedSemaphore {
  private readonly counts = new Map<string, number>();
  private readonly urgent: Waiter[] = [];
  private readonly waiting: Waiter[] = [];
  private idleListeners: (() => void)[] = [];

  /** Tests if one more permit of every key is free. */
  isFree(permits: readonly Permit[]): boolean {
    return permits.every(({ key, limit }) => (this.counts.get(key) ?? 0) < limit);
  }

  /** @returns whether the permits are held now */
  tryAcquire(permits: readonly Permit[]): boolean {
    if (!this.isFree(permits)) {
      return false;
    }
    for (const { key } of permits) {
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
    return true;
  }

  /** @returns whether the permits are held now: false only after the time-out */
  async acquire(permits: readonly Permit[], options: WaitOptions = {}): Promise<boolean> {
    return this.waitUntil(() => this.tryAcquire(permits), options);
  }

  /**
   * Waits until an attempt succeeds. It is made at once and after each release.
   *
   * @param attempt  takes permits with `tryAcquire`, or needs none any more
   * @returns false after the time-out
   */
  async waitUntil(attempt: () => boolean, { isUrgent = false, timeoutMs }: WaitOptions = {}): Promise<boolean> {
    if (attempt()) {
      return true;
    }
    const waiters = isUrgent ? this.urgent : this.waiting;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const waiter = (): boolean => {
        if (!attempt()) {
          return false;
        }
        clearTimeout(timer);
        resolve(true);
        return true;
      };
      waiters.push(waiter);
      if (timeoutMs !== undefined) {
        timer = setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          resolve(false);
        }, timeoutMs);
      }
    });
  }

  /** Returns permits and tries the waiters. */
  release(permits: readonly Permit[]): void {
    for (const { key } of permits) {
      const remaining = (this.counts.get(key) ?? 0) - 1;
      if (remaining > 0) {
        this.counts.set(key, remaining);
      } else {
        this.counts.delete(key);
      }
    }
    this.tryWaiters(this.urgent);
    this.tryWaiters(this.waiting);
    if (this.counts.size === 0) {
      this.idleListeners.splice(0).forEach((resolve) => resolve());
    }
  }

  /** Resolves when no permit is held. */
  async waitUntilIdle(): Promise<void> {
    if (this.counts.size > 0) {
      await new Promise<void>((resolve) => this.idleListeners.push(resolve));
    }
  }

  private tryWaiters(waiters: Waiter[]): void {
    for (let position = 0; position < waiters.length;) {
      if (waiters[position]?.()) {
        waiters.splice(position, 1);
      } else {
        position += 1;
      }
    }
  }
}
