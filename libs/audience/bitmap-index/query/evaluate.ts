import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import { ALL_USERS, type UnindexedLeaf, type IndexTarget } from './index-target.js';
import type { SliceIndex } from '../cache/slice-index.js';
import { takePositions, type Words } from '../model/bit-slices.js';
import { SLICE_SIZE } from '../model/terms.js';

const NO_WORDS: Words = new Int32Array(0);

/** Users of one slice by unindexed leaf; absent: none. */
export type UnindexedUsers = ReadonlyMap<UnindexedLeaf, Bitmap>;

/** @property isOwned  whether it was created for this evaluation: it may be changed and must be released */
interface EvaluatedBitmap {
  bitmap: Bitmap;
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
      if (target.isDisjoint) {
        return target.terms.reduce((sum, { aspect, term }) => sum + slice.getBitmap(aspect, term).size, 0);
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
    return result.bitmap.size;
  } finally {
    release(result);
  }
}

/** Matching users of a slice. The caller disposes of the bitmap. */
export function findMatches(target: IndexTarget, slice: SliceIndex, unindexed: UnindexedUsers): Bitmap {
  return takeBitmap(evaluate(target, slice, unindexed));
}

/**
 * Intersects small parts first, so that the result stays small. The last part is only counted. Disjoint values are
 * counted one by one: intersecting a dense and a sparse bitmap is much faster than two dense ones.
 */
function countIntersection(parts: readonly IndexTarget[], slice: SliceIndex, unindexed: UnindexedUsers): number {
  const [first, ...rest] = parts
    .map((part) => ({ part, size: maxMatches(part, slice, unindexed) }))
    .toSorted((a, b) => Number(isDisjointUnion(a.part)) - Number(isDisjointUnion(b.part)) || a.size - b.size)
    .map(({ part }) => part);
  const last = rest.pop();
  if (!first || !last) {
    return first ? countMatches(first, slice, unindexed) : 0;
  }
  const common = evaluate({ op: 'and', of: [first, ...rest] }, slice, unindexed);
  try {
    if (common.bitmap.isEmpty) {
      return 0;
    }
    if (isDisjointUnion(last)) {
      return last.terms.reduce(
        (sum, { aspect, term }) => sum + slice.getBitmap(aspect, term).andCardinality(common.bitmap),
        0,
      );
    }
    const counted = evaluate(last, slice, unindexed);
    try {
      return common.bitmap.andCardinality(counted.bitmap);
    } finally {
      release(counted);
    }
  } finally {
    release(common);
  }
}

/** A union of several terms that share no users. */
function isDisjointUnion(target: IndexTarget): target is Extract<IndexTarget, { op: 'any' }> {
  return target.op === 'any' && target.isDisjoint && target.terms.length > 1;
}

/** Upper bound of the matches, without creating bitmaps. */
function maxMatches(target: IndexTarget, slice: SliceIndex, unindexed: UnindexedUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
      return target.terms.reduce((sum, { aspect, term }) => sum + slice.getBitmap(aspect, term).size, 0);
    case 'unindexed':
      return unindexed.get(target.leaf)?.size ?? 0;
    case 'and':
      return Math.min(...target.of.map((part) => maxMatches(part, slice, unindexed)));
    case 'or':
      return target.of.reduce((sum, part) => sum + maxMatches(part, slice, unindexed), 0);
    case 'match':
      return listPassing(target, slice).reduce((sum, bitmap) => sum + bitmap.size, 0);
    case 'not':
    case 'equal':
    case 'range':
      return SLICE_SIZE;
  }
}

function evaluate(target: IndexTarget, slice: SliceIndex, unindexed: UnindexedUsers): EvaluatedBitmap {
  switch (target.op) {
    case 'none':
      return { bitmap: createEmptyBitmap(), isOwned: true };
    case 'unindexed': {
      const users = unindexed.get(target.leaf);
      return users ? { bitmap: users, isOwned: false } : { bitmap: createEmptyBitmap(), isOwned: true };
    }
    case 'equal': {
      const uids: number[] = [];
      const numbers = slice.getNumbers(target.aspect);
      target.numbers.forEach((value) =>
        numbers?.findEqual(value, (position) => uids.push(slice.slice * SLICE_SIZE + position)),
      );
      return { bitmap: createBitmap(uids), isOwned: true };
    }
    case 'range': {
      const words = slice.getNumbers(target.aspect)?.findWithin(target.bounds);
      const uids: number[] = [];
      takePositions(words ?? NO_WORDS, (position) => uids.push(slice.slice * SLICE_SIZE + position));
      return { bitmap: createBitmap(uids), isOwned: true };
    }
    case 'match':
      return unite(listPassing(target, slice));
    case 'any':
      return unite(target.terms.map(({ aspect, term }) => slice.getBitmap(aspect, term)));
    case 'not': {
      const complement = takeBitmap(evaluate(ALL_USERS, slice, unindexed));
      const without = evaluate(target.of, slice, unindexed);
      complement.andNotInPlace(without.bitmap);
      release(without);
      return { bitmap: complement, isOwned: true };
    }
    case 'and':
      return intersect(target.of, slice, unindexed);
    case 'or': {
      const [first, ...rest] = target.of.map((part) => evaluate(part, slice, unindexed));
      const combined = first ? takeBitmap(first) : createEmptyBitmap();
      for (const operand of rest) {
        combined.orInPlace(operand.bitmap);
        release(operand);
      }
      return { bitmap: combined, isOwned: true };
    }
  }
}

function listPassing({ aspect, passes }: Extract<IndexTarget, { op: 'match' }>, slice: SliceIndex): Bitmap[] {
  return [...slice.listTerms(aspect)].flatMap(({ term, bitmap }) => (bitmap && passes(term) ? [bitmap] : []));
}

function unite([first, ...rest]: readonly Bitmap[]): EvaluatedBitmap {
  if (!first) {
    return { bitmap: createEmptyBitmap(), isOwned: true };
  }
  if (rest.length === 0) {
    return { bitmap: first, isOwned: false };
  }
  const union = first.clone();
  rest.forEach((bitmap) => union.orInPlace(bitmap));
  return { bitmap: union, isOwned: true };
}

function intersect(parts: readonly IndexTarget[], slice: SliceIndex, unindexed: UnindexedUsers): EvaluatedBitmap {
  const [first, ...rest] = parts
    .map((part) => ({ part, size: maxMatches(part, slice, unindexed) }))
    .toSorted((a, b) => a.size - b.size);
  if (!first) {
    return { bitmap: createEmptyBitmap(), isOwned: true };
  }
  const smallest = evaluate(first.part, slice, unindexed);
  if (rest.length === 0) {
    return smallest;
  }
  const common = takeBitmap(smallest);
  for (const { part } of rest) {
    if (common.isEmpty) {
      break;
    }
    const operand = evaluate(part, slice, unindexed);
    common.andInPlace(operand.bitmap);
    release(operand);
  }
  return { bitmap: common, isOwned: true };
}

function takeBitmap({ bitmap, isOwned }: EvaluatedBitmap): Bitmap {
  return isOwned ? bitmap : bitmap.clone();
}

function release({ bitmap, isOwned }: EvaluatedBitmap): void {
  if (isOwned) {
    disposeBitmaps(bitmap);
  }
}
