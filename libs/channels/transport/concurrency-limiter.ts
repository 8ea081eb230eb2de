import { KeyedSemaphore, type Permit } from '#platform/async';

/** Items of one kind, whose own limit is below that of the account. */
export interface LimitGroup {
  name: string;
  /** Items in flight at a time, at least 1. */
  limit: number;
}

/** How the items of a batch get permits. */
export interface RunOptions<T> {
  /** The group of an item; undefined where it has none. */
  findGroup?: (item: T) => LimitGroup | undefined;
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
  private readonly account: Permit;

  constructor(private readonly limit: number) {
    this.account = { key: '', limit };
  }

  /**
   * Works through items in order until all are done. Items of a full group let others pass. When an item ends without a
   * response and none came since it began, the provider hangs: items that have not started are given up. A batch then costs
   * one deadline, not one for each item.
   *
   * @param work    settles one item and says whether the provider responded; must not throw
   * @param giveUp  settles one item that was not started
   */
  async runAll<T>(
    items: readonly T[],
    work: (item: T, index: number) => Promise<boolean>,
    giveUp: (index: number) => void,
    options: RunOptions<T> = {},
  ): Promise<void> {
    const open = items.map((item, index) => ({ item, index }));
    let lastResponseAt = 0;
    let isSilent = false;
    const runWorker = async (): Promise<void> => {
      for (;;) {
        const slot = await this.acquire(open, options);
        if (slot === undefined) {
          return;
        }
        const startedAt = performance.now();
        try {
          if (isSilent) {
            giveUp(slot.index);
          } else if (await work(slot.item, slot.index)) {
            lastResponseAt = performance.now();
          } else {
            isSilent ||= lastResponseAt < startedAt;
          }
        } finally {
          this.semaphore.release(slot.permits);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.limit, items.length) }, runWorker));
  }

  /** Resolves when nothing is in flight. */
  async waitUntilIdle(): Promise<void> {
    await this.semaphore.waitUntilIdle();
  }

  /** Takes the first open item whose group has a free permit. @returns undefined when no item is open any more */
  private async acquire<T>(
    open: { item: T; index: number }[],
    { findGroup, isUrgent = false }: RunOptions<T>,
  ): Promise<Slot<T> | undefined> {
    let slot: Slot<T> | undefined;
    const attempt = (): boolean => {
      if (open.length === 0) {
        return true;
      }
      slot = this.semaphore.isFree([this.account]) ? this.takeFirst(open, findGroup) : undefined;
      return slot !== undefined;
    };
    await this.semaphore.waitUntil(attempt, { isUrgent });
    return slot;
  }

  private takeFirst<T>(open: { item: T; index: number }[], findGroup: RunOptions<T>['findGroup']): Slot<T> | undefined {
    for (const [position, { item, index }] of open.entries()) {
      const group = findGroup?.(item);
      const permits = group ? [this.account, { key: `group ${group.name}`, limit: group.limit }] : [this.account];
      if (this.semaphore.tryAcquire(permits)) {
        open.splice(position, 1);
        return { item, index, permits };
      }
    }
    return undefined;
  }
}
