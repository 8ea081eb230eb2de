import { describe, expect, it } from 'vitest';
import type { ResolvedTarget } from '../../targets/target.js';
import { toIndexTarget } from './index-target.js';
import { isUnindexed } from './target-terms.js';

const VIEWED: ResolvedTarget = {
  type: 'event',
  did: true,
  eventId: 21,
  atLeast: 1,
  since: null,
  until: null,
  where: [],
};
const SEEN: ResolvedTarget = { type: 'seen', which: 'last', inside: true, since: 0, until: null };
const VIP: ResolvedTarget = { type: 'attributeExists', attrId: 7, exists: true };

const isForSql = (target: ResolvedTarget): boolean =>
  isUnindexed(toIndexTarget(target, { hasPlaces: true, hasUnindexedValues: () => false }));

describe('isUnindexed', () => {
  it('isUnindexed is true for targets that only the rows can answer', () => {
    expect(isForSql(SEEN)).toBe(true);
    expect(isForSql({ type: 'and', of: [SEEN, VIEWED] })).toBe(true);
  });

  it('isUnindexed is false for events, also negated and without other leaves', () => {
    expect(isForSql(VIEWED)).toBe(false);
    expect(isForSql({ ...VIEWED, did: false })).toBe(false);
  });

  it('isUnindexed is false for targets with an indexed leaf', () => {
    expect(isForSql({ type: 'and', of: [SEEN, VIP] })).toBe(false);
  });
});
