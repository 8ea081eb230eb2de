/** Lets a fixed number of works run at a time; the others wait in the order in which they came. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  /** @param free  how many may run at a time, at least 1 */
  constructor(private free: number) {}

  async run<R>(work: () => Promise<R>): Promise<R> {
    if (this.free > 0) {
      this.free -= 1;
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
        this.free += 1;
      }
    }
  }
}
