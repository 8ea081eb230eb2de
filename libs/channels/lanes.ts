/** Items of one kind, of which fewer may be in flight than the account may have in all. */
export interface Group {
  name: string;
  /** So many at a time, at least one. */
  width: number;
}

/** In what order items of a batch take places. */
export interface Order<T> {
  groupOf?: (item: T) => Group | undefined;
  isUrgent?: boolean;
}

/** Somebody who waits for a place, and takes it when there is an item that may use it. @returns false: there is none now */
type Waiting = () => boolean;

/**
 * A cap on what one account has in flight, all its batches together, for providers that take one message per connection
 * at a time; and a smaller one for items of one group, such as the recipients of one domain.
 */
export class Lanes {
  private busy = 0;
  /** Items in flight, by group. */
  private readonly inGroup = new Map<string, number>();
  private readonly urgent: Waiting[] = [];
  private readonly waiting: Waiting[] = [];
  private whenIdle: (() => void)[] = [];

  constructor(private readonly width: number) {}

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
  async each<T>(
    items: readonly T[],
    work: (item: T, index: number) => Promise<boolean>,
    giveUp: (index: number) => void,
    how: Order<T> = {},
  ): Promise<void> {
    const open = items.map((item, index) => ({ item, index }));
    let lastSign = 0;
    let isSilent = false;
    const lane = async (): Promise<void> => {
      for (;;) {
        const taken = await this.enter(open, how);
        if (taken === undefined) {
          return;
        }
        const { item, index, group } = taken;
        const startedAt = performance.now();
        try {
          if (isSilent) {
            giveUp(index);
          } else if (await work(item, index)) {
            lastSign = performance.now();
          } else {
            isSilent ||= lastSign < startedAt;
          }
        } finally {
          this.leave(group);
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

  /** Takes a place with the first open item whose group has room. @returns undefined when none is open any more */
  private async enter<T>(
    open: { item: T; index: number }[],
    { groupOf = () => undefined, isUrgent = false }: Order<T>,
  ): Promise<{ item: T; index: number; group: string | undefined } | undefined> {
    return new Promise((resolve) => {
      const attempt: Waiting = () => {
        if (open.length === 0) {
          resolve(undefined);
          return true;
        }
        if (this.busy >= this.width) {
          return false;
        }
        const place = open.findIndex(({ item }) => this.hasRoom(groupOf(item)));
        const [next] = place < 0 ? [] : open.splice(place, 1);
        if (next === undefined) {
          return false;
        }
        const group = groupOf(next.item)?.name;
        this.busy += 1;
        if (group !== undefined) {
          this.inGroup.set(group, (this.inGroup.get(group) ?? 0) + 1);
        }
        resolve({ ...next, group });
        return true;
      };
      if (!attempt()) {
        (isUrgent ? this.urgent : this.waiting).push(attempt);
      }
    });
  }

  private hasRoom(group: Group | undefined): boolean {
    return group === undefined || (this.inGroup.get(group.name) ?? 0) < group.width;
  }

  private leave(group: string | undefined): void {
    this.busy -= 1;
    if (group !== undefined) {
      const left = (this.inGroup.get(group) ?? 0) - 1;
      if (left > 0) {
        this.inGroup.set(group, left);
      } else {
        this.inGroup.delete(group);
      }
    }
    this.letIn(this.urgent);
    this.letIn(this.waiting);
    if (this.busy === 0) {
      this.whenIdle.forEach((resolve) => resolve());
      this.whenIdle = [];
    }
  }

  private letIn(waiting: Waiting[]): void {
    for (let place = 0; place < waiting.length && this.busy < this.width;) {
      if (waiting[place]?.()) {
        waiting.splice(place, 1);
      } else {
        place += 1;
      }
    }
  }
}
