import { KeyedSemaphore, type Permit } from '#platform/async';
import { Queue } from '#platform/collections';

/** How the items of a batch get permits. */
export interface RunOptions<T> {
  /** The group of an item, which stays the same. Absent: all items are of one. */
  groupOf?: (item: T) => string;
  /** How many items of a group may be in flight now, at least 1. Absent or undefined: as many as of the account. */
  limitOf?: (group: string) => number | undefined;
  /** Gets permits before batches that are not urgent. */
  isUrgent?: boolean;
}

interface Slot<T> {
  item: T;
  index: number;
  permits: readonly Permit[];
}

/**
 * Limits what one account has in flight over all its batches, for providers that take one message per connection at a time.
 * A group of items, such as the recipients of one domain, has a lower limit of its own.
 */
export class ConcurrencyLimiter {
  private readonly semaphore = new KeyedSemaphore();
  private readonly account: readonly Permit[];

  constructor(limit: number) {
    this.account = [{ key: '', limit }];
  }

  /**
   * Works through items in order until all are done. Items of a full group let others pass. When an item ends without a
   * response and none came since it began, the provider hangs: items that have not started are given up. A batch then costs
   * one deadline, not one for each item. A batch waits once, however many of its items wait.
   *
   * @param work    settles one item and says whether the provider responded; should not throw
   * @param giveUp  settles one item that was not started
   * @throws what `work` has thrown first, after all items
   */
  async runAll<T>(
    items: readonly T[],
    work: (item: T, index: number) => Promise<boolean>,
    giveUp: (index: number) => void,
    options: RunOptions<T> = {},
  ): Promise<void> {
    const open = new OpenItems(items, options.groupOf);
    const faults: unknown[] = [];
    let lastResponseAt = 0;
    let isSilent = false;
    const run = async ({ item, index, permits }: Slot<T>): Promise<void> => {
      const startedAt = performance.now();
      try {
        if (isSilent) {
          giveUp(index);
        } else if (await work(item, index)) {
          lastResponseAt = performance.now();
        } else {
          isSilent ||= lastResponseAt < startedAt;
        }
      } catch (error) {
        faults.push(error);
      } finally {
        this.semaphore.release(permits);
      }
    };
    const runs: Promise<void>[] = [];
    while (open.count > 0) {
      const slot = this.take(open, options) ?? (await this.waitForSlot(open, options));
      runs.push(run(slot));
    }
    await Promise.all(runs);
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  /** Resolves when nothing is in flight. */
  async waitUntilIdle(): Promise<void> {
    await this.semaphore.waitUntilIdle();
  }

  private async waitForSlot<T>(open: OpenItems<T>, options: RunOptions<T>): Promise<Slot<T>> {
    let slot: Slot<T> | undefined;
    const { isUrgent = false } = options;
    await this.semaphore.waitUntil(() => (slot = this.take(open, options)) !== undefined, { isUrgent });
    if (!slot) {
      throw new Error('A wait without a time-out has ended without a permit');
    }
    return slot;
  }

  /** Takes the first open item whose group has a free permit. */
  private take<T>(open: OpenItems<T>, { limitOf }: RunOptions<T>): Slot<T> | undefined {
    if (!this.semaphore.isFree(this.account)) {
      return undefined;
    }
    return open.takeFirst((group) => {
      const limit = limitOf?.(group);
      const permits = limit === undefined ? this.account : [...this.account, { key: `group ${group}`, limit }];
      return this.semaphore.tryAcquire(permits) ? permits : undefined;
    });
  }
}

/** Items of one group that have not started. */
interface OpenGroup<T> {
  name: string;
  items: Queue<{ item: T; index: number }>;
}

/** The items of a batch that have not started, by their groups. */
class OpenItems<T> {
  count: number;
  private readonly groups = new Map<string, OpenGroup<T>>();

  constructor(items: readonly T[], groupOf: (item: T) => string = () => '') {
    this.count = items.length;
    items.forEach((item, index) => {
      const name = groupOf(item);
      const group = this.groups.get(name) ?? { name, items: new Queue() };
      group.items.push({ item, index });
      this.groups.set(name, group);
    });
  }

  /** Takes the first item whose group gets its permits. @param acquire  undefined: the group is full */
  takeFirst(acquire: (group: string) => readonly Permit[] | undefined): Slot<T> | undefined {
    for (let group = this.nextGroup(-1); group; group = this.nextGroup(group.items.first?.index ?? Infinity)) {
      const permits = acquire(group.name);
      const first = permits && group.items.shift();
      if (first) {
        this.count -= 1;
        if (group.items.length === 0) {
          this.groups.delete(group.name);
        }
        return { ...first, permits };
      }
    }
    return undefined;
  }

  /** The group whose first item is the next one after a position in the batch. */
  private nextGroup(position: number): OpenGroup<T> | undefined {
    let next: OpenGroup<T> | undefined;
    let nextIndex = Infinity;
    for (const group of this.groups.values()) {
      const index = group.items.first?.index ?? Infinity;
      if (index > position && index < nextIndex) {
        next = group;
        nextIndex = index;
      }
    }
    return next;
  }
}
