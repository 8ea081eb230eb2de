import type { ResolvedTarget } from '../target.js';
import type { TermName } from './term.repository.js';
import { ASPECTS, TERMS } from './terms.js';

/** A leaf that the index cannot tell: users are found in SQL, or in the versions of segments. */
export type ForeignLeaf = ResolvedTarget;

/**
 * A target as set algebra over terms.
 *
 * - `any`: users of at least one of the terms; `isDisjoint`: nobody has two of them
 * - `foreign`: users found elsewhere, by the leaf
 */
export type IndexTarget =
  | { op: 'none' }
  | { op: 'any'; terms: TermName[]; isDisjoint: boolean }
  | { op: 'and' | 'or'; of: IndexTarget[] }
  | { op: 'not'; of: IndexTarget }
  | { op: 'foreign'; leaf: ForeignLeaf };

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
      if (target.removing || isRare(aspect)) {
        return { op: 'foreign', leaf: target };
      }
      const names = new Set(target.values.map(TERMS.value));
      return any(
        [...names].map((term) => ({ aspect, term })),
        !target.array,
      );
    }
    case 'attributeExists': {
      const has = any([{ aspect: ASPECTS.attribute(target.attrId), term: TERMS.has }]);
      return target.removing ? { op: 'foreign', leaf: target } : target.exists ? has : { op: 'not', of: has };
    }
    case 'addressExists': {
      const has = any([{ aspect: ASPECTS.user, term: TERMS[target.column] }]);
      return target.exists ? has : { op: 'not', of: has };
    }
    case 'segment':
      return target.mode === 'none'
        ? { op: 'not', of: { op: 'foreign', leaf: target } }
        : { op: 'foreign', leaf: target };
    case 'event':
      return target.did ? { op: 'foreign', leaf: target } : { op: 'not', of: { op: 'foreign', leaf: target } };
    case 'seen':
    case 'address':
    case 'location':
    case 'extIds':
    case 'installations':
      return { op: 'foreign', leaf: target };
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

/** Terms that the evaluation reads; everybody only where something is negated. */
export function termsOf(target: IndexTarget): TermName[] {
  switch (target.op) {
    case 'any':
      return target.terms;
    case 'and':
    case 'or':
      return target.of.flatMap(termsOf);
    case 'not':
      return [...termsOf(EVERYBODY), ...termsOf(target.of)];
    default:
      return [];
  }
}

function any(terms: TermName[], isDisjoint = false): IndexTarget {
  return { op: 'any', terms, isDisjoint: isDisjoint || terms.length === 1 };
}
