import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../targets/target.js';
import { MAX_LIST_SIZE, createMemberSet } from '../sql-engine/member-set.js';
import { combineMembers, listMembersAfter, MemberCollector } from './member-slices.js';

const SLICE = 2 ** 20;
const uids = fc.uniqueArray(fc.integer({ min: 0, max: 3 * SLICE }), { maxLength: 200 });

function slicesOf(members: readonly number[], platform = 0) {
  const collector = new MemberCollector();
  try {
    // In two parts and backwards: order and batches have no effect.
    const half = Math.floor(members.length / 2);
    collector.add(platform, members.slice(half).toReversed());
    collector.add(platform, members.slice(0, half));
    return collector.slices();
  } finally {
    collector.dispose();
  }
}

describe('MemberCollector', () => {
  it('MemberCollector collects the members of each slice and their number', () => {
    fc.assert(
      fc.property(uids, (members) => {
        const slices = slicesOf(members);
        const ascending = members.toSorted((a, b) => a - b);
        expect(slices.flatMap(({ members: stored, n }) => listMembersAfter(stored, -1, 0, n))).toEqual(ascending);
        for (const { slice, members: stored, n } of slices) {
          expect(listMembersAfter(stored, -1, 0, n).every((uid) => Math.floor(uid / SLICE) === slice)).toBe(true);
          expect(listMembersAfter(stored, -1, 1, 2)).toEqual(listMembersAfter(stored, -1, 0, n).slice(1, 3));
        }
      }),
      { seed: 1 },
    );
  });

  it('MemberCollector returns equal bytes for equal members, separately for each platform', () => {
    expect(slicesOf([5, 3, SLICE + 1])).toEqual(slicesOf([SLICE + 1, 5, 3]));
    expect(slicesOf([1, 2]).map(({ platform }) => platform)).toEqual([0]);
    expect(slicesOf([1, 2], 4).map(({ platform }) => platform)).toEqual([4]);
  });

  it('MemberCollector accepts the highest possible uid', () => {
    const [last] = slicesOf([2 ** 32 - 1]);
    expect(last).toMatchObject({ slice: 4095, n: 1 });
    expect(last && listMembersAfter(last.members, -1, 0, 1)).toEqual([2 ** 32 - 1]);
  });
});

describe('combineMembers', () => {
  it('combineMembers combines members within a range of buckets', () => {
    const mode = fc.constantFrom<Mode>('any', 'all', 'none');
    const small = fc.uniqueArray(fc.integer({ min: 0, max: 4096 }), { minLength: 1, maxLength: 300 });
    const range = fc.tuple(fc.integer({ min: 0, max: 512 }), fc.integer({ min: 512, max: 1024 }));
    fc.assert(
      fc.property(mode, fc.array(small, { minLength: 1, maxLength: 3 }), range, (how, segments, [from, to]) => {
        const stored = segments.flatMap((members) => slicesOf(members).map(({ members: bytes }) => bytes));
        const expected = [...new Set(segments.flat())]
          .filter((uid) => uid % 1024 >= from && uid % 1024 < to)
          .filter((uid) => how !== 'all' || segments.every((members) => members.includes(uid)));
        expect(combineMembers(how, stored, segments.length, from, to)).toEqual(expected.toSorted((a, b) => a - b));
      }),
      { seed: 2 },
    );
  });

  it('combineMembers finds no members in all of several segments if one of them is empty', () => {
    const [slice] = slicesOf([1, 2]);
    expect(slice && combineMembers('all', [slice.members], 2, 0, 1024)).toEqual([]);
    expect(combineMembers('any', [], 1, 0, 1024)).toEqual([]);
  });
});

describe('createMemberSet', () => {
  it('createMemberSet creates a list of few members', () => {
    expect(createMemberSet([7, 1031], 0, 1024)).toEqual({ kind: 'list', uids: [7, 1031] });
    const oneOfHundred = Array.from({ length: 10 * MAX_LIST_SIZE }, (_, i) => i * 100);
    expect(createMemberSet(oneOfHundred, 0, 1024)).toEqual({ kind: 'list', uids: oneOfHundred });
  });

  it('createMemberSet creates a bit set of many members, as large as the range', () => {
    const members = Array.from({ length: MAX_LIST_SIZE + 1 }, (_, i) => Math.floor(i / 16) * 2048 + 100 + (i % 16));
    const set = createMemberSet(members, 100, 116);
    if (set.kind !== 'bits') {
      throw new Error('Not many');
    }
    const uids: number[] = [];
    for (let n = 0; n < set.rows; n++) {
      for (let vb = set.vbFrom; vb < set.vbTo; vb++) {
        const bit = n * 16 + vb - 100;
        if (((set.bits[bit >> 3] ?? 0) >> (bit & 7)) & 1) {
          uids.push(n * 1024 + vb);
        }
      }
    }
    expect(uids).toEqual(members);
    expect(set.bits.length).toBe((set.rows * 16) / 8);
  });
});
