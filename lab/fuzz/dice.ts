import { seeded } from '../../test/support/rooms/seeded-random.js';

/** Choices that come out the same for the same seed. */
export class Dice {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  /** Draws an event of this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** From 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined && list.length === 0) {
      throw new Error('Nothing to choose from');
    }
    return chosen as T;
  }
}
