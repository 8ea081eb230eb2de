import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAnyOnDays, joinDays, type DayRange } from '../../targets/conditions/days.js';
import { BitSlicedNumbers } from '../model/bit-sliced-numbers.js';
import { bitSliceTerms, BIT_SLICE_TERMS } from '../model/bit-slices.js';
import { takePositions, type Words } from '../model/words.js';
import { findUsersOnDays } from './users-on-days.js';

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

/** Midnights of zones and moments around the days whose rule differs: 1969 to 1972, and any other one. */
const day = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: 730, max: 742 }),
  fc.integer({ max: 60_000, min: -60_000 }),
);
const instant = fc
  .tuple(
    day,
    fc.oneof(
      fc.integer({ min: -50, max: 60 }).map((n) => n * QUARTER_MS),
      fc.integer({ min: 0, max: DAY_MS - 1 }),
    ),
  )
  .map(([number, ms]) => number * DAY_MS + ms);

function numbersOf(values: readonly number[]): BitSlicedNumbers {
  const words = (): Words => new Int32Array(Math.ceil(values.length / 32));
  const [every, bits] = [words(), new Map<string, Words>()];
  const put = (to: Words, at: number): void => {
    to[at >>> 5] = (to[at >>> 5] ?? 0) | (1 << (at & 31));
  };
  values.forEach((value, at) => {
    put(every, at);
    for (const term of bitSliceTerms(value)) {
      const slice = bits.get(term) ?? words();
      bits.set(term, slice);
      put(slice, at);
    }
  });
  return new BitSlicedNumbers(
    every,
    BIT_SLICE_TERMS.map((term) => bits.get(term)),
  );
}

function positionsOf(words: Words): number[] {
  const positions: number[] = [];
  takePositions(words, (position) => positions.push(position));
  return positions;
}

function expectPlain(values: readonly number[], ranges: readonly DayRange[]): void {
  const numbers = numbersOf(values);
  const expected = values.flatMap((value, at) => (isAnyOnDays(ranges, [value]) ? [at] : []));
  expect(positionsOf(findUsersOnDays(numbers, ranges))).toEqual(expected);
  const few = new Int32Array(Math.ceil(values.length / 32)).fill(0x0f0f0f0f);
  expect(positionsOf(findUsersOnDays(numbers, ranges, few))).toEqual(expected.filter((at) => (at & 7) < 4));
  const read: number[] = [];
  numbers.visit(few, (at, value) => (read[at] = value));
  expect(read.filter(() => true)).toEqual(values.filter((_, at) => (at & 7) < 4));
}

describe('findUsersOnDays', () => {
  it('findUsersOnDays finds the same users as plain code, for one range and for several', () => {
    fc.assert(
      fc.property(
        fc.array(instant, { minLength: 1, maxLength: 80 }),
        fc.array(day, { minLength: 1, maxLength: 8 }),
        (values, days) => {
          const near = values.slice(0, 3).map((value) => Math.round(value / DAY_MS));
          const ranges = joinDays([...days, ...near]);
          expectPlain(values, ranges);
          const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0];
          expectPlain(values, [{ from, to: null }]);
          expectPlain(values, [{ from: null, to }]);
          expectPlain(values, [{ from, to }]);
          expectPlain(values, [
            { from: null, to: from - 2 },
            { from, to: null },
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('findUsersOnDays finds the same users as plain code, for many ranges', () => {
    fc.assert(
      fc.property(
        fc.array(instant, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 2, max: 9 }),
        (values, step) => {
          const days = Array.from({ length: 60 }, (_, n) => 700 + n * step);
          expectPlain(values, joinDays([...days, ...values.slice(0, 9).map((value) => Math.round(value / DAY_MS))]));
        },
      ),
    );
  });
});
