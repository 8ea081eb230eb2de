import { Queue } from '#platform/collections';

/** Limits how many calls run at a time. The others wait in the order of their arrival. */
export class Semaphore {
  private readonly waiting = new Queue<() => void>();

  /** @param permits  calls that may run at a time, at least 1 */
  constructor(private permits: number) {}

  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.permits > 0) {
      this.permits -= 1;
    } else {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) {
        next();
      } else {
        this.permits += 1;
      }
    }
  }
}
