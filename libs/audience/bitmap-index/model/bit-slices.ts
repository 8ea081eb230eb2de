const BITS = 64;
const TERM_NAMES = Array.from({ length: BITS }, (_, bit) => `#${bit}`);

const scratch = new DataView(new ArrayBuffer(8));

/**
 * The 64 bits of a number (IEEE 754), changed so that their order is the order of the numbers: the sign bit is
 * inverted, and all bits of negative numbers. `high` has the upper 32 bits. -0 equals 0.
 */
export function sortableBits(value: number): { high: number; low: number } {
  scratch.setFloat64(0, value + 0);
  const [high, low] = [scratch.getUint32(0), scratch.getUint32(4)];
  return high >= 0x80000000 ? { high: ~high >>> 0, low: ~low >>> 0 } : { high: (high | 0x80000000) >>> 0, low };
}

/** Terms of the bits that are set in a number. Bit 63 is the highest. */
export function bitSliceTerms(value: number): string[] {
  const { high, low } = sortableBits(value);
  const terms: string[] = [];
  addSetBits(terms, high, BITS / 2);
  addSetBits(terms, low, 0);
  return terms;
}

/** From the highest set bit to the lowest: whole numbers have few set bits. */
function addSetBits(terms: string[], bits: number, base: number): void {
  for (let left = bits; left !== 0;) {
    const bit = 31 - Math.clz32(left);
    terms.push(TERM_NAMES[base + bit] ?? '');
    left &= ~(1 << bit);
  }
}

/** Whether a term is a bit slice, or the set of users with a number. These terms are cached as words. */
export function isBitSliceTerm(term: string): boolean {
  return term.startsWith('#');
}

export const BIT_SLICE_TERMS: readonly string[] = TERM_NAMES;

function bitAt(high: number, low: number, bit: number): number {
  return bit >= 32 ? (high >>> (bit - 32)) & 1 : (low >>> bit) & 1;
}

/** One bit per user of a slice. Signed, because JavaScript's bit operations are on signed 32-bit integers. */
export type Words = Int32Array;

/** Both ends of a range; null: none. `isInside`: the end belongs to the range. */
export interface NumberBounds {
  least: { at: number; isInside: boolean } | null;
  most: { at: number; isInside: boolean } | null;
}

/** A bit slice in which some users have a 1 and others a 0. */
interface BitSlice {
  bit: number;
  words: Words;
}

/**
 * The numbers of the users of one slice. Bits that all users share, such as the sign and most of the exponent of
 * amounts, are compared only once.
 */
export class BitSlicedNumbers {
  /** From the highest bit to the lowest. */
  private readonly slices: BitSlice[] = [];
  /** The bits that all numbers share, by position; undefined where the numbers differ. */
  private readonly sharedBits: (0 | 1 | undefined)[] = [];

  /** @param bitSlices  by bit number; undefined: no user has a 1 */
  constructor(
    private readonly everyUser: Words,
    bitSlices: readonly (Words | undefined)[],
  ) {
    for (let bit = BITS - 1; bit >= 0; bit--) {
      const words = bitSlices[bit];
      if (!words) {
        this.sharedBits[bit] = 0;
      } else if (equalWords(words, everyUser)) {
        this.sharedBits[bit] = 1;
      } else {
        this.slices.push({ bit, words });
      }
    }
  }

  /**
   * Counts the numbers below a bound (O'Neil and Quass, "Improved query performance with variant indexes", 1997). From
   * the highest bit, numbers that are equal so far and have a 0 where the bound has a 1 are below. The loop compares 32
   * users at a time, until none is equal.
   *
   * @param inclusive  also counts numbers equal to the bound
   */
  countBelow(bound: number, inclusive: boolean): number {
    const { bitSlices, bits, remainder } = this.planComparison(bound);
    const { everyUser } = this;
    const steps = bitSlices.length;
    // Numbers that equal the bound in all compared bits are decided by the shared bits.
    const includesEqual = remainder < 0 || (remainder === 0 && inclusive);
    let count = 0;
    // The loop stands here and in `findBelow`: a call or a store for each word would slow down counts.
    for (let word = 0; word < everyUser.length; word++) {
      let equal = everyUser[word] as number;
      let below = 0;
      for (let i = 0; equal !== 0 && i < steps; i++) {
        const on = (bitSlices[i] as Words)[word] as number;
        if (bits[i] === 1) {
          below |= equal & ~on;
          equal &= on;
        } else {
          equal &= ~on;
        }
      }
      count += countOnes(includesEqual ? below | equal : below);
    }
    return count;
  }

  /**
   * Counts the numbers within bounds.
   *
   * @param bounds  null: no bound
   */
  countWithin({ least, most }: NumberBounds): number {
    const upTo = most ? this.countBelow(most.at, most.isInside) : countAll(this.everyUser);
    const before = least ? this.countBelow(least.at, !least.isInside) : 0;
    return Math.max(0, upTo - before);
  }

  /**
   * Finds the users with a number within bounds.
   *
   * @returns one bit per user of the slice
   */
  findWithin({ least, most }: NumberBounds): Words {
    const found = most ? this.findBelow(most.at, most.isInside) : Int32Array.from(this.everyUser);
    const before = least ? this.findBelow(least.at, !least.isInside) : undefined;
    if (before) {
      for (let word = 0; word < found.length; word++) {
        found[word] = (found[word] as number) & ~(before[word] as number);
      }
    }
    return found;
  }

  /**
   * Calls `take` for each user with a number.
   *
   * @param take  receives the user's position in the slice
   */
  findEqual(value: number, take: (position: number) => void): void {
    const { bitSlices, bits, remainder } = this.planComparison(value);
    if (remainder !== 0) {
      return;
    }
    for (let word = 0; word < this.everyUser.length; word++) {
      let equal = this.everyUser[word] as number;
      for (let i = 0; equal !== 0 && i < bitSlices.length; i++) {
        const on = (bitSlices[i] as Words)[word] as number;
        equal &= bits[i] === 1 ? on : ~on;
      }
      takeBits(equal, word, take);
    }
  }

  /** As `countBelow`, one bit per user. */
  private findBelow(bound: number, inclusive: boolean): Words {
    const { bitSlices, bits, remainder } = this.planComparison(bound);
    const includesEqual = remainder < 0 || (remainder === 0 && inclusive);
    return this.everyUser.map((everyone, word) => {
      let equal = everyone;
      let below = 0;
      for (let i = 0; equal !== 0 && i < bitSlices.length; i++) {
        const on = (bitSlices[i] as Words)[word] as number;
        below |= bits[i] === 1 ? equal & ~on : 0;
        equal &= bits[i] === 1 ? on : ~on;
      }
      return includesEqual ? below | equal : below;
    });
  }

  /**
   * Bit slices to compare with a bound, down to the first shared bit that differs from the bound.
   *
   * @returns remainder: whether numbers equal in these bits are below (-1), equal to (0) or above (1) the bound
   */
  private planComparison(bound: number): { bitSlices: Words[]; bits: number[]; remainder: -1 | 0 | 1 } {
    const { high, low } = sortableBits(bound);
    const end = this.sharedBits.findLastIndex((bit, at) => bit !== undefined && bit !== bitAt(high, low, at));
    const remainder = end < 0 ? 0 : this.sharedBits[end] === 0 ? -1 : 1;
    const compared = this.slices.filter(({ bit }) => bit > end);
    return {
      bitSlices: compared.map(({ words }) => words),
      bits: compared.map(({ bit }) => bitAt(high, low, bit)),
      remainder,
    };
  }
}

/** Calls `take` with the position of each user in some words. */
export function takePositions(words: Words, take: (position: number) => void): void {
  for (let word = 0; word < words.length; word++) {
    takeBits(words[word] as number, word, take);
  }
}

function takeBits(bits: number, word: number, take: (position: number) => void): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    take(word * 32 + 31 - Math.clz32(left & -left));
  }
}

/** A loop, because a slice may have a million users and most bit slices differ early. */
function equalWords(words: Words, all: Words): boolean {
  for (let word = 0; word < all.length; word++) {
    if (words[word] !== all[word]) {
      return false;
    }
  }
  return true;
}

function countAll(words: Words): number {
  return words.reduce((count, word) => count + countOnes(word), 0);
}

function countOnes(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
