/**
 * A cap on what one account has in flight, all its batches together, for providers that take one message per connection
 * at a time.
 */
export class Lanes {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];
  private whenIdle: (() => void)[] = [];

  constructor(private readonly width: number) {}

  /**
   * Works through items in order, some at a time, until all are done. When an item ends without a sign of life and none
   * came since it began, the provider hangs: what has not started is given up, so that a batch costs one deadline, not
   * one for each item.
   *
   * @param work    settles one item and says whether the provider gave a sign of life; must not throw
   * @param giveUp  settles one item that was not started
   */
  async each<T>(
    items: readonly T[],
    work: (item: T, index: number) => Promise<boolean>,
    giveUp: (index: number) => void,
  ): Promise<void> {
    let next = 0;
    let lastSign = 0;
    let isSilent = false;
    const lane = async (): Promise<void> => {
      for (let index = next++; index < items.length; index = next++) {
        await this.enter();
        const startedAt = performance.now();
        try {
          const item = items[index];
          if (isSilent || item === undefined) {
            giveUp(index);
          } else if (await work(item, index)) {
            lastSign = performance.now();
          } else {
            isSilent ||= lastSign < startedAt;
          }
        } finally {
          this.leave();
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.width, items.length) }, lane));
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.busy > 0) {
      await new Promise<void>((resolve) => this.whenIdle.push(resolve));
    }
  }

  private async enter(): Promise<void> {
    if (this.busy < this.width) {
      this.busy += 1;
    } else {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Hands the place on; the count falls only when nobody waits. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.busy -= 1;
    if (this.busy === 0) {
      this.whenIdle.forEach((resolve) => resolve());
      this.whenIdle = [];
    }
  }
}
