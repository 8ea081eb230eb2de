import { Queue } from '#platform/collections';

interface Waiter {
  hasLeft: boolean;
  admit(): void;
}

/** Limits how many calls run at a time. The others wait in the order of their arrival. */
export class Semaphore {
  private readonly queue = new Queue<Waiter>();
  private waiters = 0;

  /** @param permits  calls that may run at a time, at least 1 */
  constructor(private permits: number) {}

  /** Calls that wait. */
  get waiting(): number {
    return this.waiters;
  }

  async run<R>(work: () => Promise<R>): Promise<R> {
    if (!this.tryAcquire()) {
      await this.wait();
    }
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /**
   * Takes a permit.
   *
   * @param timeoutMs  absent: waits without end
   * @returns false after the time-out: no permit is held
   */
  async acquire(timeoutMs?: number): Promise<boolean> {
    return this.tryAcquire() || this.wait(timeoutMs);
  }

  /** Gives a permit to the first who still waits. */
  release(): void {
    let next = this.queue.shift();
    while (next?.hasLeft === true) {
      next = this.queue.shift();
    }
    if (next) {
      next.admit();
    } else {
      this.permits += 1;
    }
  }

  private tryAcquire(): boolean {
    const isFree = this.permits > 0;
    this.permits -= isFree ? 1 : 0;
    return isFree;
  }

  private async wait(timeoutMs?: number): Promise<boolean> {
    this.waiters += 1;
    const isAdmitted = await new Promise<boolean>((resolve) => {
      const waiter: Waiter = { hasLeft: false, admit: () => resolve(true) };
      this.queue.push(waiter);
      if (timeoutMs !== undefined) {
        const timer = setTimeout(() => {
          waiter.hasLeft = true;
          resolve(false);
        }, timeoutMs);
        waiter.admit = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }
    });
    this.waiters -= 1;
    return isAdmitted;
  }
}
