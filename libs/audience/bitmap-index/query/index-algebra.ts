import type { Bounds } from '../../targets/conditions/condition.types.js';
import type { DayRange } from '../../targets/conditions/days.js';
import type { ResolvedTarget } from '../../targets/target.js';
import type { TermName } from '../store/term.repository.js';
import { ASPECTS, TERMS } from '../model/terms.js';

/** A leaf that the index cannot answer. Its users come from SQL or from segment versions. */
export type UnindexedLeaf = ResolvedTarget;

/**
 * A target as set algebra over terms.
 *
 * - `any`: users with at least one of the terms; `isDisjoint`: no user has two of them
 * - `match`: users with a term that passes a test; needs all terms of its aspect; `isDisjoint` as above
 * - `equal`, `range`, `days`: users with one of some numbers, with a number within bounds, or with a date of some days, by
 *   the bit slices of the attribute
 * - `place`: users within a circle, found before the evaluation
 * - `unindexed`: users found outside the index, by leaf
 */
export type IndexTarget =
  | { op: 'none' }
  | { op: 'any'; terms: TermName[]; isDisjoint: boolean }
  | { op: 'and' | 'or'; of: IndexTarget[] }
  | { op: 'not'; of: IndexTarget }
  | { op: 'match'; aspect: string; passes: (term: string) => boolean; isDisjoint: boolean }
  | { op: 'equal'; aspect: string; numbers: number[] }
  | { op: 'range'; aspect: string; bounds: Bounds<number> }
  | { op: 'days'; aspect: string; ranges: DayRange[] }
  | { op: 'place'; leaf: PlaceLeaf }
  | { op: 'unindexed'; leaf: UnindexedLeaf };

export type PlaceLeaf = Extract<ResolvedTarget, { type: 'location' }>;

export const ALL_USERS: IndexTarget = anyTerm([{ aspect: ASPECTS.user, term: TERMS.all }]);

export function anyTerm(terms: TermName[], isDisjoint = false): IndexTarget {
  return { op: 'any', terms, isDisjoint: isDisjoint || terms.length === 1 };
}

/** Segments and SQL may return users that the index does not have yet or any more. */
export function unindexedLeaf(leaf: UnindexedLeaf): IndexTarget {
  return { op: 'and', of: [{ op: 'unindexed', leaf }, ALL_USERS] };
}
