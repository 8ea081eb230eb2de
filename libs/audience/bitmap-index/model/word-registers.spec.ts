import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBitmap, disposeBitmaps } from './bitmap.js';
import { SLICE_SIZE } from './slices.js';
import { REGISTERS } from './word-registers.js';
import { WORDS_PER_SLICE, type Words } from './words.js';

/** Words of which some are empty and some full, of one length. */
const sameLength = fc
  .integer({ min: 1, max: 70 })
  .chain((length) =>
    fc.tuple(...Array.from({ length: 3 }, () => fc.array(word, { minLength: length, maxLength: length }))),
  );
const word = fc.oneof(fc.constantFrom(0, -1, 1, -2147483648), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

const words = (values: readonly number[]): Words => Int32Array.from(values);
const ones = (values: Iterable<number>): number =>
  [...values].reduce((sum, value) => sum + (value >>> 0).toString(2).replaceAll('0', '').length, 0);

describe('Registers of the kernel', () => {
  it('The registers of the kernel combine words like the same operations on each single word', () => {
    fc.assert(
      fc.property(sameLength, fc.constantFrom(0 as const, 1 as const), ([a = [], b = [], c = []], bit) => {
        const { users, high } = REGISTERS;
        const [size, selects] = [a.length, (i: number): number => (bit === 1 ? (b[i] ?? 0) : ~(b[i] ?? 0))];
        const both = a.map((value, i) => value & selects(i));
        expect(users.load(words(a)).keep(words(b), bit)).toBe(ones(both));
        expect([...users.read(size)]).toEqual(both);
        expect(users.count()).toBe(ones(both));

        high.load(words(c));
        const left = a.map((value, i) => value & ~selects(i));
        expect(users.load(words(a)).move(words(b), bit, high)).toBe(ones(left));
        expect([...users.read(size)]).toEqual(left);
        expect([...high.read(size)]).toEqual(c.map((value, i) => value | (both[i] ?? 0)));

        const all = high.read(size);
        users.moveAll(high);
        expect(users.count()).toBe(0);
        expect([...high.read(size)]).toEqual([...all].map((value, i) => value | (left[i] ?? 0)));
        expect(high.clear(size).count()).toBe(0);
        high.addWords(words(b));
        expect([...high.read(size)]).toEqual(b);
      }),
    );
  });

  it('The registers of the kernel add the users that a bitmap lists and return their positions', () => {
    const positions = [0, 31, 32, 63, 64, 65_535, 65_536, 700_001, SLICE_SIZE - 1];
    const bitmap = createBitmap(positions.map((position) => 5 * SLICE_SIZE + position));
    const none = createBitmap([]);
    const high = REGISTERS.high.clear();
    high.addListed(none);
    expect(high.count()).toBe(0);
    high.addListed(bitmap);
    high.addListed(bitmap);
    high.addPosition(1);
    const listed: number[] = [];
    high.takePositions((position) => listed.push(position));
    expect(listed).toEqual([0, 1, ...positions.slice(1)]);
    expect(high.read()).toHaveLength(WORDS_PER_SLICE);
    disposeBitmaps(bitmap, none);
  });
});
