import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Collects items that come one by one and flushes them together. The first item is flushed at once. Items that come while a
 * flush runs, or within the interval after its start, go with the next flush.
 */
export class MicroBatcher<T> {
  private waiting: T[] = [];
  private next: Promise<void> | undefined;
  private last: { startedAt: number; done: Promise<void> } | undefined;

  /**
   * @param flush       must not reject
   * @param intervalMs  time from the start of a flush to the start of the next
   * @param maxSize     items of one flush
   */
  constructor(
    private readonly flush: (items: readonly T[]) => Promise<void>,
    private readonly intervalMs: number,
    private readonly maxSize: number,
  ) {}

  /** Resolves when the item is flushed. */
  async add(item: T): Promise<void> {
    this.waiting.push(item);
    this.next ??= this.run();
    await this.next;
  }

  private async run(): Promise<void> {
    await this.last?.done;
    const pauseMs = this.last ? this.last.startedAt + this.intervalMs - performance.now() : 0;
    if (pauseMs > 0) {
      await sleep(pauseMs);
    }
    const items = this.waiting;
    this.waiting = [];
    this.next = undefined;
    const done = this.flushAll(items);
    this.last = { startedAt: performance.now(), done };
    await done;
  }

  private async flushAll(items: readonly T[]): Promise<void> {
    for (let start = 0; start < items.length; start += this.maxSize) {
      await this.flush(items.slice(start, start + this.maxSize));
    }
  }
}
