import type { ResolvedTarget } from '../../targets/target.js';
import type { TermName } from '../store/term.repository.js';
import { ASPECTS, TERMS } from '../model/terms.js';
import { BIT_SLICE_TERMS } from '../model/bit-slices.js';

/** A leaf that the index cannot tell: users are found in SQL, or in the versions of segments. */
export type UnindexedLeaf = ResolvedTarget;

/**
 * A target as set algebra over terms.
 *
 * - `any`: users of at least one of the terms; `isDisjoint`: nobody has two of them
 * - `equal`: users who have one of some numbers, by the planes of the attribute
 * - `foreign`: users found elsewhere, by the leaf
 */
export type IndexTarget =
  | { op: 'none' }
  | { op: 'any'; terms: TermName[]; isDisjoint: boolean }
  | { op: 'and' | 'or'; of: IndexTarget[] }
  | { op: 'not'; of: IndexTarget }
  | { op: 'equal'; aspect: string; numbers: number[] }
  | { op: 'foreign'; leaf: UnindexedLeaf };

/** Each is a pass over the planes: more are looked up in the rows at once. */
const MAX_NUMBERS = 50;

export const ALL_USERS: IndexTarget = anyTerm([{ aspect: ASPECTS.user, term: TERMS.all }]);

/**
 * The same meaning as the SQL engine's.
 *
 * @param isRare  whether values of an aspect are no terms
 */
export function toIndexTarget(target: ResolvedTarget, isRare: (aspect: string) => boolean): IndexTarget {
  switch (target.type) {
    case 'all':
      return ALL_USERS;
    case 'never':
      return { op: 'none' };
    case 'and':
    case 'or':
      return { op: target.type, of: target.of.map((part) => toIndexTarget(part, isRare)) };
    case 'tag': {
      const terms = target.tagIds.map((tagId) => ({ aspect: ASPECTS.tag(tagId), term: TERMS.has }));
      return target.mode === 'all'
        ? terms.length === 0
          ? ALL_USERS
          : { op: 'and', of: terms.map((term) => anyTerm([term])) }
        : target.mode === 'any'
          ? anyTerm(terms)
          : { op: 'not', of: anyTerm(terms) };
    }
    case 'attribute': {
      const aspect = ASPECTS.attribute(target.attrId);
      if (target.removing) {
        return unindexedLeaf(target);
      }
      if (isRare(aspect)) {
        const numbers = target.values.filter((value) => typeof value === 'number');
        const isByPlanes = !target.array && numbers.length === target.values.length && numbers.length <= MAX_NUMBERS;
        return isByPlanes ? { op: 'equal', aspect, numbers } : unindexedLeaf(target);
      }
      const names = new Set(target.values.map(TERMS.value));
      return anyTerm(
        [...names].map((term) => ({ aspect, term })),
        !target.array,
      );
    }
    case 'attributeExists': {
      const has = anyTerm([{ aspect: ASPECTS.attribute(target.attrId), term: TERMS.has }]);
      return target.removing ? unindexedLeaf(target) : target.exists ? has : { op: 'not', of: has };
    }
    case 'addressExists': {
      const has = anyTerm([{ aspect: ASPECTS.user, term: TERMS[target.column] }]);
      return target.exists ? has : { op: 'not', of: has };
    }
    case 'segment':
      return target.mode === 'none' ? { op: 'not', of: unindexedLeaf(target) } : unindexedLeaf(target);
    case 'event':
      return target.did ? unindexedLeaf(target) : { op: 'not', of: unindexedLeaf(target) };
    case 'seen':
    case 'address':
    case 'location':
    case 'extIds':
    case 'installations':
      return unindexedLeaf(target);
  }
}

/** Whether everything that changes who is meant is told by what the index follows: events and activity are not. */
export function isTrackedByIndex(target: ResolvedTarget): boolean {
  switch (target.type) {
    case 'and':
    case 'or':
      return target.of.every(isTrackedByIndex);
    case 'event':
    case 'seen':
      return false;
    default:
      return true;
  }
}

/** Leaves that are not in the index. */
export function listUnindexedLeaves(target: IndexTarget): UnindexedLeaf[] {
  switch (target.op) {
    case 'foreign':
      return [target.leaf];
    case 'and':
    case 'or':
      return target.of.flatMap(listUnindexedLeaves);
    case 'not':
      return listUnindexedLeaves(target.of);
    default:
      return [];
  }
}

/** Terms that the evaluation reads; everybody only where something is negated or found elsewhere. */
export function listTerms(target: IndexTarget): TermName[] {
  switch (target.op) {
    case 'any':
      return target.terms;
    case 'and':
    case 'or':
      return target.of.flatMap(listTerms);
    case 'not':
      return [...listTerms(ALL_USERS), ...listTerms(target.of)];
    case 'equal':
      return listNumberTerms(target.aspect);
    default:
      return [];
  }
}

/** What the numbers of an attribute are made of. */
export function listNumberTerms(aspect: string): TermName[] {
  return [TERMS.number, ...BIT_SLICE_TERMS].map((term) => ({ aspect, term }));
}

/**
 * Whether nothing but who exists is told by the index: found in SQL alone it is cheaper. Members of segments and who did
 * something are read as lists, of which SQL would look up each user.
 */
export function isUnindexed(target: IndexTarget): boolean {
  return (
    listUnindexedLeaves(target).some(({ type }) => type !== 'segment' && type !== 'event') &&
    listTerms(target).every(({ aspect, term }) => aspect === ASPECTS.user && term === TERMS.all)
  );
}

/** Segments and SQL may know users who are gone by the index, or not yet there. */
function unindexedLeaf(leaf: UnindexedLeaf): IndexTarget {
  return { op: 'and', of: [{ op: 'foreign', leaf }, ALL_USERS] };
}

function anyTerm(terms: TermName[], isDisjoint = false): IndexTarget {
  return { op: 'any', terms, isDisjoint: isDisjoint || terms.length === 1 };
}
