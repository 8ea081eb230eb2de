/** Consumed items that a queue removes at once. */
const COMPACT_SIZE = 1024;

/** A first-in, first-out queue whose operations take constant time on average. */
export class Queue<T> {
  private readonly items: T[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  /** The item that `shift` takes next. */
  get first(): T | undefined {
    return this.items[this.head];
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): T | undefined {
    if (this.head === this.items.length) {
      return undefined;
    }
    const item = this.items[this.head];
    this.head += 1;
    if (this.head === this.items.length) {
      this.items.length = 0;
      this.head = 0;
    } else if (this.head >= COMPACT_SIZE && this.head * 2 >= this.items.length) {
      this.items.splice(0, this.head);
      this.head = 0;
    }
    return item;
  }
}
