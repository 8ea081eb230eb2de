import { countOnes, takeBits, type Words } from './words.js';

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

/** The number of which these are the `sortableBits`. */
function numberOfBits(bits: readonly (0 | 1 | undefined)[]): number {
  const isNegative = bits[BITS - 1] !== 1;
  for (let byte = 0; byte < BITS / 8; byte++) {
    const value = Array.from({ length: 8 }, (_, bit) => (bits[8 * byte + bit] ?? 0) << bit).reduce((a, b) => a | b);
    scratch.setUint8(7 - byte, isNegative ? ~value : value);
  }
  const number = scratch.getFloat64(0);
  return isNegative ? number : -number;
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

function bitAt(high: number, low: number, bit: number): 0 | 1 {
  return ((bit >= 32 ? high >>> (bit - 32) : low >>> bit) & 1) === 1 ? 1 : 0;
}

/** Both ends of a range; null: none. `isInside`: the end belongs to the range. */
export interface NumberBounds {
  least: { at: number; isInside: boolean } | null;
  most: { at: number; isInside: boolean } | null;
}

/** @property most  is at least `least` */
export interface NumberEnds {
  least: number;
  most: number;
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
   * Counts the users with a number within bounds.
   *
   * @param among  only these users
   */
  countWithin(bounds: NumberBounds, among: Words = this.everyUser): number {
    let count = 0;
    this.compare(bounds, among, (_, within) => (count += countOnes(within)));
    return count;
  }

  /**
   * Finds the users with a number within bounds.
   *
   * @returns one bit per user of the slice
   */
  findWithin(bounds: NumberBounds, among: Words = this.everyUser): Words {
    const found: Words = new Int32Array(this.everyUser.length);
    this.compare(bounds, among, (word, within) => (found[word] = within));
    return found;
  }

  /**
   * Calls `take` for each user with a number.
   *
   * @param take  receives the user's position in the slice
   */
  findEqual(value: number, take: (position: number) => void): void {
    const { steps, remainder } = this.planComparison(value);
    if (remainder !== 0) {
      return;
    }
    const sorted = this.sortBySelectivity(steps);
    for (let word = 0; word < this.everyUser.length; word++) {
      let equal = this.everyUser[word] as number;
      for (let i = 0; equal !== 0 && i < sorted.length; i++) {
        const { words, bit } = sorted[i] as Step;
        const on = words[word] as number;
        equal &= bit === 1 ? on : ~on;
      }
      takeBits(equal, word, take);
    }
  }

  /** The lowest and the highest number of some users; undefined: none has a number. */
  findEnds(among: Words): NumberEnds | undefined {
    const having = among.map((word, at) => word & (this.everyUser[at] as number));
    return having.some((word) => word !== 0)
      ? { least: this.findEnd(having, 0), most: this.findEnd(having, 1) }
      : undefined;
  }

  /** From the highest bit on, those stay who have the wanted one, where anybody has. */
  private findEnd(users: Words, wanted: 0 | 1): number {
    const bits = [...this.sharedBits];
    let left = users;
    for (const { bit, words } of this.slices) {
      const having = left.map((word, at) => word & (wanted === 1 ? (words[at] as number) : ~(words[at] as number)));
      const isAny = having.some((word) => word !== 0);
      bits[bit] = isAny === (wanted === 1) ? 1 : 0;
      left = isAny ? having : left;
    }
    return numberOfBits(bits);
  }

  /**
   * Compares 32 users at a time with both bounds, until none is undecided (O'Neil and Quass, "Improved query performance
   * with variant indexes", 1997). Bits in which the bounds agree are looked at first and once, in the order in which they
   * exclude most users: who differs there is outside. From the first bit in which the bounds differ, users with a 0 are
   * below the upper one and users with a 1 above the lower one, so each of them has one bound left.
   *
   * @param take  receives each word that has users within the bounds
   */
  private compare({ least, most }: NumberBounds, among: Words, take: (word: number, within: number) => void): void {
    const lower = least && this.planComparison(least.at);
    const upper = most && this.planComparison(most.at);
    const shared = lower && upper ? countShared(lower, upper) : 0;
    const fork = lower && upper && shared < Math.min(lower.steps.length, upper.steps.length);
    const forkSlice = fork ? lower.steps[shared] : undefined;
    if (forkSlice?.bit === 1) {
      return;
    }
    const common = lower ? this.sortBySelectivity(lower.steps.slice(0, shared)) : [];
    const rest = shared + (fork ? 1 : 0);
    const above = { steps: lower?.steps.slice(rest) ?? [], isLower: true, takesEqual: takesEqual(least, lower, 1) };
    const below = { steps: upper?.steps.slice(rest) ?? [], isLower: false, takesEqual: takesEqual(most, upper, -1) };
    const { everyUser } = this;
    for (let word = 0; word < everyUser.length; word++) {
      let left = (everyUser[word] as number) & (among[word] as number);
      for (let i = 0; left !== 0 && i < common.length; i++) {
        const { words, bit } = common[i] as Step;
        const on = words[word] as number;
        left &= bit === 1 ? on : ~on;
      }
      if (left === 0) {
        continue;
      }
      let within: number;
      if (forkSlice) {
        const on = forkSlice.words[word] as number;
        within = decide(above, word, left & ~on) | decide(below, word, left & on);
      } else {
        within = decide(below, word, decide(above, word, left));
      }
      if (within !== 0) {
        take(word, within);
      }
    }
  }

  /**
   * Bit slices to compare with a bound, down to the first shared bit that differs from the bound.
   *
   * @returns remainder: whether numbers equal in these bits are below (-1), equal to (0) or above (1) the bound
   */
  private planComparison(bound: number): Comparison {
    const { high, low } = sortableBits(bound);
    const end = this.sharedBits.findLastIndex((bit, at) => bit !== undefined && bit !== bitAt(high, low, at));
    const remainder = end < 0 ? 0 : this.sharedBits[end] === 0 ? -1 : 1;
    const steps = this.slices
      .filter(({ bit }) => bit > end)
      .map(({ bit, words }) => ({ words, bit: bitAt(high, low, bit) }));
    return { steps, remainder };
  }

  /** Steps that few users pass come first, by the users of every 64th word. */
  private sortBySelectivity(steps: readonly Step[]): Step[] {
    const passing = new Map(steps.map((step) => [step, this.sample(step)]));
    return steps.toSorted((a, b) => (passing.get(a) ?? 0) - (passing.get(b) ?? 0));
  }

  private sample({ words, bit }: Step): number {
    let passing = 0;
    for (let word = 0; word < words.length; word += SAMPLED) {
      const on = words[word] as number;
      passing += countOnes((this.everyUser[word] as number) & (bit === 1 ? on : ~on));
    }
    return passing;
  }
}

/** Words of which one is sampled. */
const SAMPLED = 64;

/** A bit slice, and the bit of a bound there. */
interface Step {
  words: Words;
  bit: 0 | 1;
}

interface Comparison {
  steps: Step[];
  remainder: -1 | 0 | 1;
}

/** The steps that are left of one bound. */
interface Side {
  steps: readonly Step[];
  isLower: boolean;
  /** Whether numbers that equal the bound in every compared bit are within. */
  takesEqual: boolean;
}

function takesEqual(
  bound: NumberBounds['least'],
  comparison: Comparison | null,
  inside: Comparison['remainder'],
): boolean {
  return !bound || !comparison || comparison.remainder === inside || (comparison.remainder === 0 && bound.isInside);
}

/** The first steps in which two bounds agree. */
function countShared(lower: Comparison, upper: Comparison): number {
  const differs = lower.steps.findIndex(({ bit }, i) => bit !== upper.steps[i]?.bit);
  return differs < 0 ? lower.steps.length : differs;
}

/** Of 32 users, those on the right side of a bound. */
function decide({ steps, isLower, takesEqual: withEqual }: Side, word: number, users: number): number {
  let equal = users;
  let within = 0;
  for (let i = 0; equal !== 0 && i < steps.length; i++) {
    const { words, bit } = steps[i] as Step;
    const on = words[word] as number;
    if (bit === 1) {
      within |= isLower ? 0 : equal & ~on;
      equal &= on;
    } else {
      within |= isLower ? equal & on : 0;
      equal &= ~on;
    }
  }
  return withEqual ? within | equal : within;
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
