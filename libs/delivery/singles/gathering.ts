import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Hands things over that come one by one, together where they come faster than they can be handed over. The first is
 * handed over at once. What comes while a hand-over runs, or within `pauseMs` of its beginning, goes with the next.
 */
export class Gathering<T> {
  private waiting: T[] = [];
  private next: Promise<void> | undefined;
  private last: { began: number; done: Promise<void> } | undefined;

  /**
   * @param handOver  must not reject
   * @param most      things in one hand-over
   */
  constructor(
    private readonly handOver: (things: readonly T[]) => Promise<void>,
    private readonly pauseMs: number,
    private readonly most: number,
  ) {}

  /** Resolves when it is handed over. */
  async add(thing: T): Promise<void> {
    this.waiting.push(thing);
    this.next ??= this.run();
    await this.next;
  }

  private async run(): Promise<void> {
    await this.last?.done;
    const rest = this.last ? this.last.began + this.pauseMs - performance.now() : 0;
    if (rest > 0) {
      await sleep(rest);
    }
    const things = this.waiting;
    this.waiting = [];
    this.next = undefined;
    const done = this.handOverAll(things);
    this.last = { began: performance.now(), done };
    await done;
  }

  private async handOverAll(things: readonly T[]): Promise<void> {
    for (let start = 0; start < things.length; start += this.most) {
      await this.handOver(things.slice(start, start + this.most));
    }
  }
}
