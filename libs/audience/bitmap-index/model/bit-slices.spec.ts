import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitSlicedNumbers, type NumberBounds } from './bit-sliced-numbers.js';
import { BIT_SLICE_TERMS, bitSliceTerms, sortableBits } from './bit-slices.js';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { takePositions, type Words } from './words.js';

/** Any number that an attribute can have; many are close to each other. */
const number = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
);

const random = seeded(5);

describe('Bit-sliced numbers', () => {
  it('The sortable bits of numbers keep the order of the numbers', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [left, right] = [sortableBits(a), sortableBits(b)];
        const order = left.high - right.high || left.low - right.low;
        expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      { numRuns: 5000 },
    );
  });

  it('bitSliceTerms names the bits that are set in a number', () => {
    fc.assert(
      fc.property(number, (value) => {
        const { high, low } = sortableBits(value);
        const bits = (BigInt(high) << 32n) | BigInt(low);
        const set = BIT_SLICE_TERMS.filter((_, bit) => ((bits >> BigInt(bit)) & 1n) === 1n);
        expect(bitSliceTerms(value).toSorted()).toEqual(set.toSorted());
      }),
    );
  });

  it('Bit-sliced numbers count and find the users with a number within bounds', () => {
    const bound = fc.option(fc.record({ at: number, isInside: fc.boolean() }), { freq: 3 });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 100 }), bound, bound, (values, least, most) => {
        const numbers = slice(values);
        const near = least && { ...least, at: values[0] ?? 0 };
        for (const bounds of [
          { least, most },
          { least: near, most },
          { least: near, most: near },
        ]) {
          const expected = values.flatMap((value, index) => (isWithin(value, bounds) ? [index * 3] : []));
          const places: number[] = [];
          takePositions(numbers.findWithin(bounds), (place) => places.push(place));
          expect(places).toEqual(expected);
          expect(numbers.countWithin(bounds)).toBe(expected.length);
          const few = new Int32Array(wordsFor(values)).fill(0x0f0f0f0f);
          expect(numbers.countWithin(bounds, few)).toBe(expected.filter((at) => (at & 7) < 4).length);
        }
      }),
    );
  });

  it.each([
    ['few values', () => Math.floor(random() * 7)],
    ['amounts', () => Math.round(random() * 100_000) / 100],
    ['both signs', () => Math.round((random() - 0.5) * 1000)],
  ])('Bit-sliced numbers count and find many users, here with %s', (_, draw) => {
    const values = Array.from({ length: 40_000 }, draw);
    const numbers = slice(values);
    const few = new Int32Array(wordsFor(values)).fill(0x00100101);
    for (let question = 0; question < 40; question++) {
      const [end, second] = [draw(), draw()];
      const bounds: NumberBounds = {
        least: question % 4 === 0 ? null : { at: Math.min(end, second), isInside: question % 2 === 0 },
        most: question % 4 === 1 ? null : { at: Math.max(end, second), isInside: question % 3 === 0 },
      };
      const expected = values.flatMap((value, index) => (isWithin(value, bounds) ? [index * 3] : []));
      const places: number[] = [];
      takePositions(numbers.findWithin(bounds), (place) => places.push(place));
      expect(places).toEqual(expected);
      expect(numbers.countWithin(bounds)).toBe(expected.length);
      const among = expected.filter((at) => ((0x00100101 >>> (at & 31)) & 1) === 1);
      expect(numbers.countWithin(bounds, few)).toBe(among.length);
    }
  });

  it('Bit-sliced numbers find the users with a given number', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 100 }), number, (values, absent) => {
        const numbers = slice(values);
        for (const searched of [...values.slice(0, 3), absent]) {
          const places: number[] = [];
          numbers.findEqual(searched, (place) => places.push(place));
          // -0 and 0 are equal, as they are to Postgres.
          expect(places).toEqual(values.flatMap((value, index) => (value === searched ? [index * 3] : [])));
        }
      }),
    );
  });
});

function isWithin(value: number, { least, most }: NumberBounds): boolean {
  const [isAbove, isBelow] = [
    !least || value > least.at || (least.isInside && value === least.at),
    !most || value < most.at || (most.isInside && value === most.at),
  ];
  return isAbove && isBelow;
}

/** Words for every third bit of so many users. */
function wordsFor(values: readonly number[]): number {
  return Math.ceil((values.length * 3) / 32);
}

/** Users with one number each, every third bit. */
function slice(values: readonly number[]): BitSlicedNumbers {
  const everybody = new Int32Array(wordsFor(values));
  const bitSlices: (Words | undefined)[] = BIT_SLICE_TERMS.map(() => undefined);
  const set = (words: Words, at: number): void => {
    words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31));
  };
  values.forEach((value, index) => {
    set(everybody, index * 3);
    for (const term of bitSliceTerms(value)) {
      const words = (bitSlices[BIT_SLICE_TERMS.indexOf(term)] ??= new Int32Array(everybody.length));
      set(words, index * 3);
    }
  });
  return new BitSlicedNumbers(everybody, bitSlices);
}
