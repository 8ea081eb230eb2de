import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBitmap } from './bitmap.js';
import { SLICE_SIZE } from './slices.js';
import {
  DENSE_FROM,
  disposeSet,
  countCommon,
  DenseUsers,
  findCommon,
  findOthers,
  listUids,
  toBitmap,
  toUserSet,
  unite,
  type UserSet,
} from './user-set.js';

const SLICE = 2047;
const FIRST = SLICE * SLICE_SIZE;

/** Every n-th user of a stretch: few, some thousand, or enough for words; a few of them are also kept as words. */
const users = fc.record({
  step: fc.integer({ min: 1, max: 9 }),
  from: fc.integer({ min: 0, max: 140_000 }),
  size: fc.constantFrom(0, 1, 40, 4096, 4097, 30_000, DENSE_FROM, 100_000),
  isDense: fc.boolean(),
});

interface Users {
  step: number;
  from: number;
  size: number;
  isDense: boolean;
}

function positionsOf({ step, from, size }: Users): Set<number> {
  return new Set(Array.from({ length: size }, (_, i) => FIRST + from + i * step));
}

function setOf(uids: ReadonlySet<number>, { isDense }: Users): UserSet {
  return toUserSet(createBitmap([...uids]), isDense ? 0 : DENSE_FROM);
}

function only(uids: ReadonlySet<number>, passes: (uid: number) => boolean): Set<number> {
  return new Set([...uids].filter(passes));
}

describe('UserSet', () => {
  it('User sets combine like plain sets, whether stored as a bitmap or as words', () => {
    fc.assert(
      fc.property(users, users, (left, right) => {
        const [a, b] = [positionsOf(left), positionsOf(right)];
        const [some, others] = [setOf(a, left), setOf(b, right)];
        const sorted = (uids: Iterable<number>): Uint32Array => Uint32Array.from(uids).sort();
        const check = (actual: UserSet, expected: ReadonlySet<number>): void => {
          expect(actual.size).toBe(expected.size);
          expect(actual.isEmpty).toBe(expected.size === 0);
          expect(listUids(actual, SLICE)).toEqual(sorted(expected));
          disposeSet(actual);
        };
        const common = only(a, (uid) => b.has(uid));
        const [rest, both] = [only(a, (uid) => !b.has(uid)), new Set([...a, ...b])];
        expect(countCommon(some, others)).toBe(common.size);
        check(findCommon(some, others), common);
        check(findOthers(some, others), rest);
        check(unite([some, others, some]), both);
        check(toBitmap(some, SLICE), a);
        if (some instanceof DenseUsers && !(others instanceof DenseUsers)) {
          const few = createBitmap([FIRST + 7, FIRST + SLICE_SIZE - 1]);
          some.change(others, few);
          check(some, new Set([...rest, FIRST + 7, FIRST + SLICE_SIZE - 1]));
          disposeSet(few);
        }
        [some, others].forEach(disposeSet);
      }),
      { numRuns: 25 },
    );
  });
});
