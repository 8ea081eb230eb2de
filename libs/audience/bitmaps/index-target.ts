import type { ResolvedTarget } from '../target.js';
import type { TermName } from './term.repository.js';
import { ASPECTS, TERMS } from './terms.js';
import { PLANE_TERMS } from './number-planes.js';

/** A leaf that the index cannot tell: users are found in SQL, or in the versions of segments. */
export type ForeignLeaf = ResolvedTarget;

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
  | { op: 'foreign'; leaf: ForeignLeaf };

/** Each is a pass over the planes: more are looked up in the rows at once. */
const MOST_NUMBERS = 50;

export const EVERYBODY: IndexTarget = any([{ aspect: ASPECTS.user, term: TERMS.all }]);

/**
 * The same meaning as the SQL engine's.
 *
 * @param isRare  whether values of an aspect are no terms
 */
export function indexTarget(target: ResolvedTarget, isRare: (aspect: string) => boolean): IndexTarget {
  switch (target.type) {
    case 'all':
      return EVERYBODY;
    case 'never':
      return { op: 'none' };
    case 'and':
    case 'or':
      return { op: target.type, of: target.of.map((part) => indexTarget(part, isRare)) };
    case 'tag': {
      const terms = target.tagIds.map((tagId) => ({ aspect: ASPECTS.tag(tagId), term: TERMS.has }));
      return target.mode === 'all'
        ? terms.length === 0
          ? EVERYBODY
          : { op: 'and', of: terms.map((term) => any([term])) }
        : target.mode === 'any'
          ? any(terms)
          : { op: 'not', of: any(terms) };
    }
    case 'attribute': {
      const aspect = ASPECTS.attribute(target.attrId);
      if (target.removing) {
        return foreign(target);
      }
      if (isRare(aspect)) {
        const numbers = target.values.filter((value) => typeof value === 'number');
        const isByPlanes = !target.array && numbers.length === target.values.length && numbers.length <= MOST_NUMBERS;
        return isByPlanes ? { op: 'equal', aspect, numbers } : foreign(target);
      }
      const names = new Set(target.values.map(TERMS.value));
      return any(
        [...names].map((term) => ({ aspect, term })),
        !target.array,
      );
    }
    case 'attributeExists': {
      const has = any([{ aspect: ASPECTS.attribute(target.attrId), term: TERMS.has }]);
      return target.removing ? foreign(target) : target.exists ? has : { op: 'not', of: has };
    }
    case 'addressExists': {
      const has = any([{ aspect: ASPECTS.user, term: TERMS[target.column] }]);
      return target.exists ? has : { op: 'not', of: has };
    }
    case 'segment':
      return target.mode === 'none' ? { op: 'not', of: foreign(target) } : foreign(target);
    case 'event':
      return target.did ? foreign(target) : { op: 'not', of: foreign(target) };
    case 'seen':
    case 'address':
    case 'location':
    case 'extIds':
    case 'installations':
      return foreign(target);
  }
}

/** Whether everything that changes who is meant is told by what the index follows: events and activity are not. */
export function isFollowed(target: ResolvedTarget): boolean {
  switch (target.type) {
    case 'and':
    case 'or':
      return target.of.every(isFollowed);
    case 'event':
    case 'seen':
      return false;
    default:
      return true;
  }
}

/** Leaves that are not in the index. */
export function foreignLeaves(target: IndexTarget): ForeignLeaf[] {
  switch (target.op) {
    case 'foreign':
      return [target.leaf];
    case 'and':
    case 'or':
      return target.of.flatMap(foreignLeaves);
    case 'not':
      return foreignLeaves(target.of);
    default:
      return [];
  }
}

/** Terms that the evaluation reads; everybody only where something is negated or found elsewhere. */
export function termsOf(target: IndexTarget): TermName[] {
  switch (target.op) {
    case 'any':
      return target.terms;
    case 'and':
    case 'or':
      return target.of.flatMap(termsOf);
    case 'not':
      return [...termsOf(EVERYBODY), ...termsOf(target.of)];
    case 'equal':
      return numberTerms(target.aspect);
    default:
      return [];
  }
}

/** What the numbers of an attribute are made of. */
export function numberTerms(aspect: string): TermName[] {
  return [TERMS.number, ...PLANE_TERMS].map((term) => ({ aspect, term }));
}

/**
 * Whether nothing but who exists is told by the index: found in SQL alone it is cheaper. Members of segments and who did
 * something are read as lists, of which SQL would look up each user.
 */
export function isForeign(target: IndexTarget): boolean {
  return (
    foreignLeaves(target).some(({ type }) => type !== 'segment' && type !== 'event') &&
    termsOf(target).every(({ aspect, term }) => aspect === ASPECTS.user && term === TERMS.all)
  );
}

/** Segments and SQL may know users who are gone by the index, or not yet there. */
function foreign(leaf: ForeignLeaf): IndexTarget {
  return { op: 'and', of: [{ op: 'foreign', leaf }, EVERYBODY] };
}

function any(terms: TermName[], isDisjoint = false): IndexTarget {
  return { op: 'any', terms, isDisjoint: isDisjoint || terms.length === 1 };
}
