const PLANES = 64;
const NAMES = Array.from({ length: PLANES }, (_, bit) => `#${bit}`);

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
export function planesOf(value: number): string[] {
  const { high, low } = sortableBits(value);
  const planes: string[] = [];
  addPlanes(planes, high, PLANES / 2);
  addPlanes(planes, low, 0);
  return planes;
}

/** From the highest set bit to the lowest: of whole numbers most bits are not set. */
function addPlanes(planes: string[], bits: number, base: number): void {
  for (let left = bits; left !== 0;) {
    const bit = 31 - Math.clz32(left);
    planes.push(NAMES[base + bit] ?? '');
    left &= ~(1 << bit);
  }
}

/** Whether a term is a plane, or everybody who has a number: such terms are read as words. */
export function isPlaneTerm(term: string): boolean {
  return term.startsWith('#');
}

export const PLANE_TERMS: readonly string[] = NAMES;

function bitAt(high: number, low: number, bit: number): number {
  return bit >= 32 ? (high >>> (bit - 32)) & 1 : (low >>> bit) & 1;
}

/** Members of a slice, one bit each. */
export type Words = Uint32Array;

/**
 * How many numbers of a slice are below a bound (O'Neil and Quass, "Improved query performance with variant indexes",
 * 1997): bit by bit from the highest, those that are equal so far and have a 0 where the bound has a 1 are below. 32
 * users at a time, until none of them is equal any more.
 *
 * @param planes     by the number of the bit; undefined: nobody is on it
 * @param inclusive  also those that equal the bound
 */
export function countBelow(
  everybody: Words,
  planes: readonly (Words | undefined)[],
  bound: number,
  inclusive: boolean,
): number {
  const { high, low } = sortableBits(bound);
  const wanted = NAMES.map((_, bit) => bitAt(high, low, bit));
  // What nobody is on decides for everybody at once.
  const steps = Array.from({ length: PLANES }, (_, i) => PLANES - 1 - i).filter((bit) => planes[bit] ?? wanted[bit]);
  let count = 0;
  for (let word = 0; word < everybody.length; word++) {
    let equal = everybody[word] ?? 0;
    let below = 0;
    for (let i = 0; equal !== 0 && i < steps.length; i++) {
      const bit = steps[i] ?? 0;
      const on = planes[bit]?.[word] ?? 0;
      if (wanted[bit] === 1) {
        below |= equal & ~on;
        equal &= on;
      } else {
        equal &= ~on;
      }
    }
    count += ones(inclusive ? below | equal : below);
  }
  return count;
}

function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
