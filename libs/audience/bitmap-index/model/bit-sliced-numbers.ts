import { BITS, bitAt, numberOfBits, sortableBits } from './bit-slices.js';
import { countOnes, takeBits, type Words } from './words.js';
import { REGISTERS, type Register } from './word-registers.js';

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

  /** The upper and lower 32 bits that all numbers have. */
  private readonly shared = { high: 0, low: 0 };

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
        this.shared[bit >= BITS / 2 ? 'high' : 'low'] |= 1 << bit;
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
  countWithin(bounds: NumberBounds, among?: Words): number {
    return this.compare(bounds, among).count();
  }

  /**
   * Finds the users with a number within bounds.
   *
   * @returns one bit per user of the slice
   */
  findWithin(bounds: NumberBounds, among?: Words): Words {
    return this.compare(bounds, among).read(this.everyUser.length);
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

  /** Users of the slice, in words. */
  get length(): number {
    return this.everyUser.length;
  }

  /**
   * Reads the numbers of some users, 32 at a time: each bit slice is looked at once for them.
   *
   * @param take  receives the user's position in the slice, and the number
   */
  visit(users: Words, take: (position: number, value: number) => void): void {
    const [high, low] = [new Int32Array(32), new Int32Array(32)];
    for (let word = 0; word < this.everyUser.length; word++) {
      const having = (users[word] as number) & (this.everyUser[word] as number);
      if (having === 0) {
        continue;
      }
      high.fill(this.shared.high);
      low.fill(this.shared.low);
      for (const { bit, words } of this.slices) {
        const half = bit >= BITS / 2 ? high : low;
        for (let left = (words[word] as number) & having; left !== 0; left &= left - 1) {
          const at = 31 - Math.clz32(left & -left);
          half[at] = (half[at] as number) | (1 << bit);
        }
      }
      takeBits(having, word, (position) =>
        take(position, numberOfBits(high[position & 31] as number, low[position & 31] as number)),
      );
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
    const bits = Int32Array.of(this.shared.low, this.shared.high);
    let left = users;
    for (const { bit, words } of this.slices) {
      const having = left.map((word, at) => word & (wanted === 1 ? (words[at] as number) : ~(words[at] as number)));
      const isAny = having.some((word) => word !== 0);
      if (isAny === (wanted === 1)) {
        bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << bit);
      }
      left = isAny ? having : left;
    }
    return numberOfBits(bits[1] as number, bits[0] as number);
  }

  /**
   * Compares all users with both bounds, bit slice by bit slice (O'Neil and Quass, "Improved query performance with
   * variant indexes", 1997). Bits in which the bounds agree are looked at first and once: who differs there is outside.
   * From the first bit in which the bounds differ, users with a 0 are below the upper one and users with a 1 above the
   * lower one, so each of them has one bound left.
   *
   * @returns the users within the bounds; valid until the next comparison
   */
  private compare({ least, most }: NumberBounds, among: Words | undefined): Register {
    const lower = least && this.planComparison(least.at);
    const upper = most && this.planComparison(most.at);
    const shared = lower && upper ? countShared(lower, upper) : 0;
    const fork = lower && upper && shared < Math.min(lower.steps.length, upper.steps.length);
    const forkStep = fork ? lower.steps[shared] : undefined;
    const { users, high, found } = REGISTERS;
    users.load(this.everyUser);
    found.clear(this.everyUser.length);
    high.clear(this.everyUser.length);
    const common = lower?.steps.slice(0, shared) ?? [];
    // The lower bound would be above the upper one.
    const isNobody = forkStep?.bit === 1;
    if (
      isNobody ||
      (among && users.keep(among, 1) === 0) ||
      common.some(({ words, bit }) => users.keep(words, bit) === 0)
    ) {
      return found;
    }
    const rest = shared + (fork ? 1 : 0);
    const above = { steps: lower?.steps.slice(rest) ?? [], isLower: true, takesEqual: takesEqual(least, lower, 1) };
    const below = { steps: upper?.steps.slice(rest) ?? [], isLower: false, takesEqual: takesEqual(most, upper, -1) };
    if (forkStep) {
      users.move(forkStep.words, 1, high);
      decide(above, users, found);
    } else {
      decide(above, users, high);
    }
    decide(below, high, found);
    return found;
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

/** A sample counts one of so many words. */
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
  /** True if numbers that equal the bound in every compared bit are within. */
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

/** So few users are looked at one by one: a value that many have leaves them equal in every bit. */
const FEW = 256;

/** Moves the users on the right side of a bound to those that are found. */
function decide({ steps, isLower, takesEqual: withEqual }: Side, equal: Register, found: Register): void {
  for (const [i, { words, bit }] of steps.entries()) {
    const left = (bit === 0) === isLower ? equal.move(words, isLower ? 1 : 0, found) : equal.keep(words, bit);
    if (left <= FEW) {
      const rest = steps.slice(i + 1);
      equal.takePositions((position) => {
        const differing = rest.find((step) => bitOf(step.words, position) !== step.bit);
        if (differing ? (differing.bit === 0) === isLower : withEqual) {
          found.addPosition(position);
        }
      });
      return;
    }
  }
  if (withEqual) {
    equal.moveAll(found);
  }
}

function bitOf(words: Words, position: number): number {
  return ((words[position >>> 5] as number) >>> (position & 31)) & 1;
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
