import { createBitmap, createEmptyBitmap } from '../model/bitmap.js';
import { ALL_USERS, type UnindexedLeaf, type IndexTarget } from './index-algebra.js';
import type { SliceIndex } from '../cache/slice-index.js';
import {
  asWords,
  countCommon,
  DenseUsers,
  disposeSet,
  findCommon,
  findOthers,
  toBitmap,
  unite,
  type UserSet,
} from '../model/user-set.js';
import { SLICE_SIZE } from '../model/terms.js';
import type { Words } from '../model/words.js';
import { findUsersOnDays } from './users-on-days.js';

/** Users of one slice by unindexed leaf or place; absent: none. */
export type UnindexedUsers = ReadonlyMap<UnindexedLeaf, UserSet>;

/** A list of so many bitmaps meets words as a bitmap: in wasm a user is looked up faster than listed. */
const MANY_BITMAPS = 4;

/** @property isOwned  whether it was created for this evaluation and must be released */
interface Evaluated {
  set: UserSet;
  isOwned: boolean;
}

/**
 * Counts matching users of a slice. All terms must be in memory. A complement is taken against the current set of all
 * users: deleted users are in no term and not in that set.
 */
export function countMatches(target: IndexTarget, slice: SliceIndex, unindexed: UnindexedUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
    case 'match':
      if (target.isDisjoint) {
        return listSets(target, slice).reduce((sum, set) => sum + set.size, 0);
      }
      break;
    case 'not':
      return countMatches(ALL_USERS, slice, unindexed) - countMatches(target.of, slice, unindexed);
    case 'and':
      return countIntersection(target.of, slice, unindexed);
    case 'range':
      return slice.getNumbers(target.aspect)?.countWithin(target.bounds) ?? 0;
    default:
  }
  const result = evaluate(target, slice, unindexed);
  try {
    return result.set.size;
  } finally {
    release(result);
  }
}

/** Matching users of a slice, for `work` alone. */
export function withMatches<R>(
  target: IndexTarget,
  slice: SliceIndex,
  unindexed: UnindexedUsers,
  work: (users: UserSet) => R,
): R {
  const result = evaluate(target, slice, unindexed);
  try {
    return work(result.set);
  } finally {
    release(result);
  }
}

/** The matching users of each of several targets, in one state of the slice. */
export function withMatchesOfAll<R>(
  targets: readonly IndexTarget[],
  slice: SliceIndex,
  unindexed: UnindexedUsers,
  work: (sets: readonly UserSet[]) => R,
): R {
  const results: Evaluated[] = [];
  try {
    targets.forEach((target) => results.push(evaluate(target, slice, unindexed)));
    return work(results.map(({ set }) => set));
  } finally {
    results.forEach(release);
  }
}

/**
 * Intersects small parts first, so that the result stays small. The last part is only counted. What is excluded is only
 * counted too, so that no complement is made.
 */
function countIntersection(parts: readonly IndexTarget[], slice: SliceIndex, unindexed: UnindexedUsers): number {
  const { included, excluded } = orderParts(parts, slice, unindexed);
  const lastExcluded = excluded.pop();
  const last = lastExcluded ? undefined : included.pop();
  if (included.length === 0 && !lastExcluded) {
    return last ? countMatches(last, slice, unindexed) : 0;
  }
  const common = intersect(included, excluded, slice, unindexed);
  try {
    if (common.set.isEmpty) {
      return 0;
    }
    return lastExcluded
      ? common.set.size - countAmong(lastExcluded, common.set, slice, unindexed)
      : countAmong(last ?? ALL_USERS, common.set, slice, unindexed);
  } finally {
    release(common);
  }
}

/** The users of a target among some. */
function countAmong(target: IndexTarget, users: UserSet, slice: SliceIndex, unindexed: UnindexedUsers): number {
  if (isDisjointUnion(target)) {
    return countListAmong(listSets(target, slice), users, slice.slice);
  }
  if (target.op === 'range') {
    return slice.getNumbers(target.aspect)?.countWithin(target.bounds, asWords(users)) ?? 0;
  }
  const counted = evaluateAmong(target, users, slice, unindexed);
  try {
    return countCommon(users, counted.set);
  } finally {
    release(counted);
  }
}

/** Sets that share no users, one by one: nothing has to be united. */
function countListAmong(sets: readonly UserSet[], users: UserSet, slice: number): number {
  const isConverted =
    users instanceof DenseUsers && sets.filter((set) => !(set instanceof DenseUsers)).length >= MANY_BITMAPS;
  const bitmap = isConverted ? toBitmap(users, slice) : undefined;
  const sum = sets.reduce(
    (count, set) => count + countCommon(set, set instanceof DenseUsers ? users : (bitmap ?? users)),
    0,
  );
  if (bitmap) {
    disposeSet(bitmap);
  }
  return sum;
}

/** A union of terms. */
type Union = Extract<IndexTarget, { op: 'any' | 'match' }>;

/** A union of several terms that share no users. */
function isDisjointUnion(target: IndexTarget): target is Union {
  return (target.op === 'match' || (target.op === 'any' && target.terms.length > 1)) && target.isDisjoint;
}

/**
 * Parts of an intersection: those that users have to fit, small ones first, and those that they must not fit. Unions
 * and ranges come last, because they need not be made to be counted.
 */
function orderParts(
  parts: readonly IndexTarget[],
  slice: SliceIndex,
  unindexed: UnindexedUsers,
): { included: IndexTarget[]; excluded: IndexTarget[] } {
  const excluded = parts.flatMap((part) => (part.op === 'not' ? [part.of] : []));
  const included: IndexTarget[] = parts.filter((part) => part.op !== 'not');
  if (included.length === 0 && excluded.length > 0) {
    included.push(ALL_USERS);
  }
  const isMade = (part: IndexTarget): number => Number(isDisjointUnion(part) || part.op === 'range');
  const ordered = included
    .map((part) => ({ part, size: maxMatches(part, slice, unindexed) }))
    .toSorted((a, b) => isMade(a.part) - isMade(b.part) || a.size - b.size)
    .map(({ part }) => part);
  return { included: ordered, excluded };
}

/** Upper bound of the matches, without making sets. */
function maxMatches(target: IndexTarget, slice: SliceIndex, unindexed: UnindexedUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
    case 'match':
      return listSets(target, slice).reduce((sum, set) => sum + set.size, 0);
    case 'place':
    case 'unindexed':
      return unindexed.get(target.leaf)?.size ?? 0;
    case 'and':
      return Math.min(...target.of.map((part) => maxMatches(part, slice, unindexed)));
    case 'or':
      return target.of.reduce((sum, part) => sum + maxMatches(part, slice, unindexed), 0);
    case 'not':
    case 'equal':
    case 'range':
    case 'days':
      return SLICE_SIZE;
  }
}

function evaluate(target: IndexTarget, slice: SliceIndex, unindexed: UnindexedUsers): Evaluated {
  switch (target.op) {
    case 'none':
      return owned(createEmptyBitmap());
    case 'place':
    case 'unindexed': {
      const users = unindexed.get(target.leaf);
      return users ? { set: users, isOwned: false } : owned(createEmptyBitmap());
    }
    case 'equal': {
      const uids: number[] = [];
      const numbers = slice.getNumbers(target.aspect);
      target.numbers.forEach((value) =>
        numbers?.findEqual(value, (position) => uids.push(slice.slice * SLICE_SIZE + position)),
      );
      return owned(createBitmap(uids));
    }
    case 'range':
    case 'days':
      return owned(findByNumbers(target, slice));
    case 'any':
    case 'match': {
      const sets = listSets(target, slice);
      const [only] = sets;
      return only && sets.length === 1 ? { set: only, isOwned: false } : owned(unite(sets));
    }
    case 'not':
      return intersect([ALL_USERS], [target.of], slice, unindexed);
    case 'and': {
      const { included, excluded } = orderParts(target.of, slice, unindexed);
      return intersect(included, excluded, slice, unindexed);
    }
    case 'or': {
      const operands = target.of.map((part) => evaluate(part, slice, unindexed));
      const united = unite(operands.map(({ set }) => set));
      operands.forEach(release);
      return owned(united);
    }
  }
}

function listSets(target: Union, slice: SliceIndex): UserSet[] {
  return target.op === 'any'
    ? target.terms.map(({ aspect, term }) => slice.getUsers(aspect, term))
    : [...slice.listTerms(target.aspect)].flatMap(({ term, users }) => (users && target.passes(term) ? [users] : []));
}

/** @param included  in the order of `orderParts` */
function intersect(
  [first, ...rest]: readonly IndexTarget[],
  excluded: readonly IndexTarget[],
  slice: SliceIndex,
  unindexed: UnindexedUsers,
): Evaluated {
  let common = first ? evaluate(first, slice, unindexed) : owned(createEmptyBitmap());
  const combine = (part: IndexTarget, combineSets: (a: UserSet, b: UserSet) => UserSet): void => {
    if (common.set.isEmpty) {
      return;
    }
    const operand = evaluateAmong(part, common.set, slice, unindexed);
    const combined = owned(combineSets(common.set, operand.set));
    release(operand);
    release(common);
    common = combined;
  };
  rest.forEach((part) => combine(part, findCommon));
  excluded.forEach((part) => combine(part, findOthers));
  return common;
}

/** Does the same as `evaluate`; users who are not among some may lack. */
function evaluateAmong(target: IndexTarget, users: UserSet, slice: SliceIndex, unindexed: UnindexedUsers): Evaluated {
  return target.op === 'range' || target.op === 'days'
    ? owned(findByNumbers(target, slice, asWords(users)))
    : evaluate(target, slice, unindexed);
}

/** @param among  only these users */
function findByNumbers(target: IndexTarget & { op: 'range' | 'days' }, slice: SliceIndex, among?: Words): UserSet {
  const numbers = slice.getNumbers(target.aspect);
  if (!numbers) {
    return createEmptyBitmap();
  }
  return new DenseUsers(
    target.op === 'range' ? numbers.findWithin(target.bounds, among) : findUsersOnDays(numbers, target.ranges, among),
  );
}

function owned(set: UserSet): Evaluated {
  return { set, isOwned: true };
}

function release({ set, isOwned }: Evaluated): void {
  if (isOwned) {
    disposeSet(set);
  }
}
