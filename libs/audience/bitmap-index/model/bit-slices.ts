const BITS = 64;
const TERM_NAMES = Array.from({ length: BITS }, (_, bit) => `#${bit}`);

const scratch = new DataView(new ArrayBuffer(8));

/**
 * The 64 bits of a number (IEEE 754) in an order that is that of the numbers: the sign is turned, and of negative
 * numbers every bit. `high` has the upper 32 bits. -0 is 0, as in comparisons.
 */
export function sortableBits(value: number): { high: number; low: number } {
  scratch.setFloat64(0, value + 0);
  const [high, low] = [scratch.getUint32(0), scratch.getUint32(4)];
  return high >= 0x80000000 ? { high: ~high >>> 0, low: ~low >>> 0 } : { high: (high | 0x80000000) >>> 0, low };
}

/** Names of the planes that a number is on: those of its set bits. Plane 63 is the highest bit. */
export function bitSliceTerms(value: number): string[] {
  const { high, low } = sortableBits(value);
  const planes: string[] = [];
  addSetBits(planes, high, BITS / 2);
  addSetBits(planes, low, 0);
  return planes;
}

/** From the highest set bit to the lowest: of whole numbers most bits are not set. */
function addSetBits(planes: string[], bits: number, base: number): void {
  for (let left = bits; left !== 0;) {
    const bit = 31 - Math.clz32(left);
    planes.push(TERM_NAMES[base + bit] ?? '');
    left &= ~(1 << bit);
  }
}

/** Whether a term is a plane, or everybody who has a number: such terms are read as words. */
export function isBitSliceTerm(term: string): boolean {
  return term.startsWith('#');
}

export const BIT_SLICE_TERMS: readonly string[] = TERM_NAMES;

function bitAt(high: number, low: number, bit: number): number {
  return bit >= 32 ? (high >>> (bit - 32)) & 1 : (low >>> bit) & 1;
}

/** Members of a slice, one bit each. Signed, because the engine computes with 32 bits that are. */
export type Words = Int32Array;

/** A plane that some are on and some are not. */
interface BitSlice {
  bit: number;
  words: Words;
}

/**
 * The numbers of a slice. Planes that everybody or nobody is on tell the users apart in nothing: of amounts these are the
 * sign and most of the exponent, and they are looked at once.
 */
export class BitSlicedNumbers {
  /** From the highest bit to the lowest. */
  private readonly slices: BitSlice[] = [];
  /** The bits that all numbers share, by their place; undefined for those that they do not. */
  private readonly sharedBits: (0 | 1 | undefined)[] = [];

  /** @param planes  by the number of the bit; undefined: nobody is on it */
  constructor(
    private readonly everyUser: Words,
    planes: readonly (Words | undefined)[],
  ) {
    for (let bit = BITS - 1; bit >= 0; bit--) {
      const words = planes[bit];
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
   * How many numbers are below a bound (O'Neil and Quass, "Improved query performance with variant indexes", 1997): bit
   * by bit from the highest, those that are equal so far and have a 0 where the bound has a 1 are below. 32 users at a
   * time, until none of them is equal any more.
   *
   * @param inclusive  also those that equal the bound
   */
  countBelow(bound: number, inclusive: boolean): number {
    const { planes, bits, remainder } = this.planComparison(bound);
    const { everyUser: everybody } = this;
    const steps = planes.length;
    // Who is equal on all planes that are looked at is told by what all numbers share.
    const includesEqual = remainder < 0 || (remainder === 0 && inclusive);
    let count = 0;
    for (let word = 0; word < everybody.length; word++) {
      let equal = everybody[word] as number;
      let below = 0;
      for (let i = 0; equal !== 0 && i < steps; i++) {
        const on = (planes[i] as Words)[word] as number;
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
   * Calls `take` for each user who has a number.
   *
   * @param take  the user's place in the slice
   */
  findEqual(value: number, take: (place: number) => void): void {
    const { planes, bits, remainder } = this.planComparison(value);
    if (remainder !== 0) {
      return;
    }
    for (let word = 0; word < this.everyUser.length; word++) {
      let equal = this.everyUser[word] as number;
      for (let i = 0; equal !== 0 && i < planes.length; i++) {
        const on = (planes[i] as Words)[word] as number;
        equal &= bits[i] === 1 ? on : ~on;
      }
      for (; equal !== 0; equal &= equal - 1) {
        take(word * 32 + 31 - Math.clz32(equal & -equal));
      }
    }
  }

  /**
   * Planes to compare with a bound, down to the first bit that all numbers share and the bound has not.
   *
   * @returns rest: whether who is equal on these is below (-1), equal (0) or above (1)
   */
  private planComparison(bound: number): { planes: Words[]; bits: number[]; remainder: -1 | 0 | 1 } {
    const { high, low } = sortableBits(bound);
    const end = this.sharedBits.findLastIndex((bit, at) => bit !== undefined && bit !== bitAt(high, low, at));
    const remainder = end < 0 ? 0 : this.sharedBits[end] === 0 ? -1 : 1;
    const compared = this.slices.filter(({ bit }) => bit > end);
    return {
      planes: compared.map(({ words }) => words),
      bits: compared.map(({ bit }) => bitAt(high, low, bit)),
      remainder,
    };
  }
}

/** A loop, because there may be a million users, and most planes differ soon. */
function equalWords(words: Words, all: Words): boolean {
  for (let word = 0; word < all.length; word++) {
    if (words[word] !== all[word]) {
      return false;
    }
  }
  return true;
}

function countOnes(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
