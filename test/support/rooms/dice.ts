import { seeded } from './seeded-random.js';

/** Seeded choices. */
export class Dice {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  /** A whole number from 0, below a bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** True where one of `sides` faces came up. */
  isOneIn(sides: number): boolean {
    return this.below(sides) === 0;
  }

  pick<T>(list: readonly T[]): T {
    const [entry] = list.slice(this.below(list.length));
    if (entry === undefined && list.length === 0) {
      throw new Error('Nothing to pick from');
    }
    return entry as T;
  }

  /** Each of a list or not. */
  some<T>(list: readonly T[]): T[] {
    return list.filter(() => this.isOneIn(2));
  }
}
