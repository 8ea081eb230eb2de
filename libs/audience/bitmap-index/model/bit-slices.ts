/** Bits of a number. */
export const BITS = 64;
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

/** The number of which these are the `sortableBits`, as signed integers. */
export function numberOfBits(high: number, low: number): number {
  const isNegative = high >= 0;
  scratch.setInt32(0, isNegative ? ~high : high & 0x7fffffff);
  scratch.setInt32(4, isNegative ? ~low : low);
  return scratch.getFloat64(0);
}

/** From the highest set bit to the lowest: whole numbers have few set bits. */
function addSetBits(terms: string[], bits: number, base: number): void {
  for (let left = bits; left !== 0;) {
    const bit = 31 - Math.clz32(left);
    terms.push(TERM_NAMES[base + bit] ?? '');
    left &= ~(1 << bit);
  }
}

/** Tests if a term is a bit slice, or the set of users with a number. These terms are cached as words. */
export function isBitSliceTerm(term: string): boolean {
  return term.startsWith('#');
}

export const BIT_SLICE_TERMS: readonly string[] = TERM_NAMES;

export function bitAt(high: number, low: number, bit: number): 0 | 1 {
  return ((bit >= 32 ? high >>> (bit - 32) : low >>> bit) & 1) === 1 ? 1 : 0;
}
