/** Somebody who waits for a place in each of some accounts. */
interface Waiter {
  keys: readonly string[];
  /** Has them now. */
  grant(): void;
}

/** So many may be under way with an account at a time; who comes then waits, in order, for a while. */
export class KeyedSemaphore {
  private readonly used = new Map<string, number>();
  private waiters: Waiter[] = [];

  constructor(private readonly capacity: number) {}

  isAvailable(keys: readonly string[]): boolean {
    return keys.every((key) => (this.used.get(key) ?? 0) < this.capacity);
  }

  /**
   * Takes a place in each account.
   *
   * @param timeoutMs  how long it may take until all are free
   * @returns gives the places back; undefined when they did not become free in time
   */
  async acquire(keys: readonly string[], timeoutMs: number): Promise<(() => void) | undefined> {
    if (this.isAvailable(keys)) {
      this.adjust(keys, 1);
    } else if (!(await this.waitForPermits(keys, timeoutMs))) {
      return undefined;
    }
    return () => {
      this.adjust(keys, -1);
      for (const waiter of this.waiters) {
        if (this.isAvailable(waiter.keys)) {
          waiter.grant();
        }
      }
    };
  }

  private async waitForPermits(keys: readonly string[], timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isGranted: boolean): void => {
        clearTimeout(timer);
        this.waiters = this.waiters.filter((candidate) => candidate !== waiter);
        resolve(isGranted);
      };
      const grant = (): void => {
        this.adjust(keys, 1);
        settle(true);
      };
      const waiter: Waiter = { keys, grant };
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.waiters.push(waiter);
    });
  }

  private adjust(keys: readonly string[], delta: number): void {
    for (const key of keys) {
      const used = (this.used.get(key) ?? 0) + delta;
      if (used > 0) {
        this.used.set(key, used);
      } else {
        this.used.delete(key);
      }
    }
  }
}
