import { describe, expect, it } from 'vitest';
import type { ResolvedTarget } from '../../targets/target.js';
import { toIndexTarget, isUnindexed } from './index-target.js';

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

const isForSql = (target: ResolvedTarget): boolean => isUnindexed(toIndexTarget(target, () => false));

describe('isForeign', () => {
  it('leaves what the rows alone tell to them', () => {
    expect(isForSql(SEEN)).toBe(true);
    expect(isForSql({ type: 'and', of: [SEEN, VIEWED] })).toBe(true);
  });

  it('takes what users did, also alone and denied: the rows would look up each of them', () => {
    expect(isForSql(VIEWED)).toBe(false);
    expect(isForSql({ ...VIEWED, did: false })).toBe(false);
  });

  it('takes whatever the index tells a part of', () => {
    expect(isForSql({ type: 'and', of: [SEEN, VIP] })).toBe(false);
  });
});
