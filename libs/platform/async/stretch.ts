/**
 * Milliseconds that long work holds the thread in one stretch. Other requests wait no longer for it, and the cost of
 * giving way stays far below one percent.
 */
const MAX_STRETCH_MS = 8;

const waiting: (() => void)[] = [];

/** Continues one waiting piece of work in each turn of the event loop, so that many of them hold no longer than one. */
function continueNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) {
    setImmediate(continueNext);
  }
}

/** Gives way to everything else that the thread has to do: sockets, timers, and other long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) {
      setImmediate(continueNext);
    }
  });
}

/**
 * The stretch of the thread that one piece of long work holds. A loop asks `isOver` after each step and awaits
 * `giveWay` then. Steps must be short: nothing interrupts them.
 */
export class Stretch {
  private since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.since > MAX_STRETCH_MS;
  }

  async giveWay(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}

/** `Array.map` over a list that may be long; it gives way between entries. The first error ends it. */
export async function mapInStretches<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  stretch = new Stretch(),
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (stretch.isOver) {
      await stretch.giveWay();
    }
  }
  return results;
}
