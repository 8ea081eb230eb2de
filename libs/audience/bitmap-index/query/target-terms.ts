import type { ResolvedTarget } from '../../targets/target.js';
import type { TermName } from '../store/term.repository.js';
import { ASPECTS, TERMS } from '../model/terms.js';
import { BIT_SLICE_TERMS } from '../model/bit-slices.js';
import { type IndexTarget, type UnindexedLeaf, type PlaceLeaf, ALL_USERS } from './index-algebra.js';

/** Tests if the index follows everything that can change the result: it does not follow events and activity. */
export function isTrackedByIndex(target: ResolvedTarget): boolean {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      return target.of.every(isTrackedByIndex);
    case 'event':
    case 'seen':
      return false;
    default:
      return true;
  }
}

/** Lists the leaves that are not in the index. */
export function listUnindexedLeaves(target: IndexTarget): UnindexedLeaf[] {
  switch (target.op) {
    case 'unindexed':
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

/** Lists the circles whose users are found before the evaluation. */
export function listPlaces(target: IndexTarget): PlaceLeaf[] {
  switch (target.op) {
    case 'place':
      return [target.leaf];
    case 'and':
    case 'or':
      return target.of.flatMap(listPlaces);
    case 'not':
      return listPlaces(target.of);
    default:
      return [];
  }
}

/** Lists the terms that an evaluation reads. The set of all users is needed only for negations and unindexed leaves. */
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
    case 'range':
    case 'days':
      return listNumberTerms(target.aspect);
    default:
      return [];
  }
}

/** Lists the aspects of which an evaluation needs all terms, except bit slices. */
export function listAspects(target: IndexTarget): string[] {
  switch (target.op) {
    case 'match':
      return [target.aspect];
    case 'and':
    case 'or':
      return target.of.flatMap(listAspects);
    case 'not':
      return listAspects(target.of);
    default:
      return [];
  }
}

export function listNumberTerms(aspect: string): TermName[] {
  return [TERMS.number, ...BIT_SLICE_TERMS].map((term) => ({ aspect, term }));
}

/**
 * Tests if the index contributes only the set of all users, so that SQL alone is cheaper. Segments and events are read
 * as lists in both cases.
 */
export function isUnindexed(target: IndexTarget): boolean {
  return (
    listUnindexedLeaves(target).some(({ type }) => type !== 'segment' && type !== 'event') &&
    listAspects(target).length === 0 &&
    listPlaces(target).length === 0 &&
    listTerms(target).every(({ aspect, term }) => aspect === ASPECTS.user && term === TERMS.all)
  );
}
