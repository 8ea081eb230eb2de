import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Hands things over that come one by one, together where they come faster than they can be handed over. The first is
 * handed over at once. What comes while a hand-over runs, or within `pauseMs` of its beginning, goes with the next.
 */
export class MicroBatcher<T> {
  private pending: T[] = [];
  private nextFlush: Promise<void> | undefined;
  private lastFlush: { startedAt: number; done: Promise<void> } | undefined;

  /**
   * @param flush  must not reject
   * @param maxSize      things in one hand-over
   */
  constructor(
    private readonly flush: (items: readonly T[]) => Promise<void>,
    private readonly intervalMs: number,
    private readonly maxSize: number,
  ) {}

  /** Resolves when it is handed over. */
  async add(item: T): Promise<void> {
    this.pending.push(item);
    this.nextFlush ??= this.run();
    await this.nextFlush;
  }

  private async run(): Promise<void> {
    await this.lastFlush?.done;
    const delayMs = this.lastFlush ? this.lastFlush.startedAt + this.intervalMs - performance.now() : 0;
    if (delayMs > 0) {
      await sleep(delayMs);
    }
    const items = this.pending;
    this.pending = [];
    this.nextFlush = undefined;
    const done = this.flushAll(items);
    this.lastFlush = { startedAt: performance.now(), done };
    await done;
  }

  private async flushAll(items: readonly T[]): Promise<void> {
    for (let start = 0; start < items.length; start += this.maxSize) {
      await this.flush(items.slice(start, start + this.maxSize));
    }
  }
}
