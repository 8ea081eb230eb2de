/** Items of one kind, of which fewer may be in flight than the account may have in all. */
export interface LimitGroup {
  name: string;
  /** So many at a time, at least one. */
  limit: number;
}

/** In what order items of a batch take places. */
export interface RunOptions<T> {
  findGroup?: (item: T) => LimitGroup | undefined;
  isUrgent?: boolean;
}

/** Somebody who waits for a place, and takes it when there is an item that may use it. @returns false: there is none now */
type Attempt = () => boolean;

/**
 * A cap on what one account has in flight, all its batches together, for providers that take one message per connection
 * at a time; and a smaller one for items of one group, such as the recipients of one domain.
 */
export class ConcurrencyLimiter {
  private active = 0;
  /** Items in flight, by group. */
  private readonly activeByGroup = new Map<string, number>();
  private readonly urgent: Attempt[] = [];
  private readonly waiting: Attempt[] = [];
  private idleListeners: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  /**
   * Works through items in order, some at a time, until all are done; those of a group that is full let others pass. When an
   * item ends without a sign of life and none came since it began, the provider hangs: what has not started is given up, so
   * that a batch costs one deadline, not one for each item.
   *
   * @param work     settles one item and says whether the provider gave a sign of life; must not throw
   * @param giveUp   settles one item that was not started
   * @param how.groupOf   the group of an item; absent: it is in none
   * @param how.isUrgent  takes places before those who wait and are not
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
        const { item, index, group } = slot;
        const startedAt = performance.now();
        try {
          if (isSilent) {
            giveUp(index);
          } else if (await work(item, index)) {
            lastResponseAt = performance.now();
          } else {
            isSilent ||= lastResponseAt < startedAt;
          }
        } finally {
          this.release(group);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.limit, items.length) }, runWorker));
  }

  /** Resolves when nothing is in flight. */
  async waitUntilIdle(): Promise<void> {
    if (this.active > 0) {
      await new Promise<void>((resolve) => this.idleListeners.push(resolve));
    }
  }

  /** Takes a place with the first open item whose group has room. @returns undefined when none is open any more */
  private async acquire<T>(
    open: { item: T; index: number }[],
    { findGroup: groupOf = () => undefined, isUrgent = false }: RunOptions<T>,
  ): Promise<{ item: T; index: number; group: string | undefined } | undefined> {
    return new Promise((resolve) => {
      const attempt: Attempt = () => {
        if (open.length === 0) {
          resolve(undefined);
          return true;
        }
        if (this.active >= this.limit) {
          return false;
        }
        const position = open.findIndex(({ item }) => this.hasCapacity(groupOf(item)));
        const [next] = position < 0 ? [] : open.splice(position, 1);
        if (next === undefined) {
          return false;
        }
        const group = groupOf(next.item)?.name;
        this.active += 1;
        if (group !== undefined) {
          this.activeByGroup.set(group, (this.activeByGroup.get(group) ?? 0) + 1);
        }
        resolve({ ...next, group });
        return true;
      };
      if (!attempt()) {
        (isUrgent ? this.urgent : this.waiting).push(attempt);
      }
    });
  }

  private hasCapacity(group: LimitGroup | undefined): boolean {
    return group === undefined || (this.activeByGroup.get(group.name) ?? 0) < group.limit;
  }

  private release(group: string | undefined): void {
    this.active -= 1;
    if (group !== undefined) {
      const remaining = (this.activeByGroup.get(group) ?? 0) - 1;
      if (remaining > 0) {
        this.activeByGroup.set(group, remaining);
      } else {
        this.activeByGroup.delete(group);
      }
    }
    this.admit(this.urgent);
    this.admit(this.waiting);
    if (this.active === 0) {
      this.idleListeners.forEach((resolve) => resolve());
      this.idleListeners = [];
    }
  }

  private admit(waiting: Attempt[]): void {
    for (let position = 0; position < waiting.length && this.active < this.limit;) {
      if (waiting[position]?.()) {
        waiting.splice(position, 1);
      } else {
        position += 1;
      }
    }
  }
}
