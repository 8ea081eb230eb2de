import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import { ALL_USERS, type UnindexedLeaf, type IndexTarget } from './index-target.js';
import type { SliceIndex } from '../cache/slice-index.js';
import { SLICE_SIZE } from '../model/terms.js';

/** Users of one slice by a leaf that is not in the index; absent: none. */
export type UnindexedUsers = ReadonlyMap<UnindexedLeaf, Bitmap>;

/** @property isOwn  whether it was made for this evaluation: then it may be changed, and is to be given back */
interface EvaluatedBitmap {
  bitmap: Bitmap;
  isOwned: boolean;
}

/**
 * How many users of a slice match. All terms must be in memory.
 *
 * Complements are taken against everybody at the time: who is gone is in no term and not in everybody either.
 */
export function countMatches(target: IndexTarget, slice: SliceIndex, foreign: UnindexedUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
      if (target.isDisjoint) {
        return target.terms.reduce((sum, { aspect, term }) => sum + slice.getBitmap(aspect, term).size, 0);
      }
      break;
    case 'not':
      return countMatches(ALL_USERS, slice, foreign) - countMatches(target.of, slice, foreign);
    case 'and':
      return countIntersection(target.of, slice, foreign);
    default:
  }
  const result = evaluate(target, slice, foreign);
  try {
    return result.bitmap.size;
  } finally {
    release(result);
  }
}

/** Users of a slice who match; the caller disposes of the bitmap. */
export function findMatches(target: IndexTarget, slice: SliceIndex, foreign: UnindexedUsers): Bitmap {
  return takeBitmap(evaluate(target, slice, foreign));
}

/**
 * Small parts first, so that what is common to them stays small. The last part is only counted, and its values one by
 * one where nobody has two of them: a dense bitmap and a sparse one meet far sooner than two dense ones.
 */
function countIntersection(parts: readonly IndexTarget[], slice: SliceIndex, foreign: UnindexedUsers): number {
  const [first, ...rest] = parts
    .map((part) => ({ part, size: maxMatches(part, slice, foreign) }))
    .toSorted((a, b) => Number(isDisjointUnion(a.part)) - Number(isDisjointUnion(b.part)) || a.size - b.size)
    .map(({ part }) => part);
  const last = rest.pop();
  if (!first || !last) {
    return first ? countMatches(first, slice, foreign) : 0;
  }
  const common = evaluate({ op: 'and', of: [first, ...rest] }, slice, foreign);
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
    const counted = evaluate(last, slice, foreign);
    try {
      return common.bitmap.andCardinality(counted.bitmap);
    } finally {
      release(counted);
    }
  } finally {
    release(common);
  }
}

/** Several values that nobody has two of. */
function isDisjointUnion(target: IndexTarget): target is Extract<IndexTarget, { op: 'any' }> {
  return target.op === 'any' && target.isDisjoint && target.terms.length > 1;
}

/** No more than so many match: told without making anything. */
function maxMatches(target: IndexTarget, slice: SliceIndex, foreign: UnindexedUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
      return target.terms.reduce((sum, { aspect, term }) => sum + slice.getBitmap(aspect, term).size, 0);
    case 'foreign':
      return foreign.get(target.leaf)?.size ?? 0;
    case 'and':
      return Math.min(...target.of.map((part) => maxMatches(part, slice, foreign)));
    case 'or':
      return target.of.reduce((sum, part) => sum + maxMatches(part, slice, foreign), 0);
    case 'not':
    case 'equal':
      return SLICE_SIZE;
  }
}

function evaluate(target: IndexTarget, slice: SliceIndex, foreign: UnindexedUsers): EvaluatedBitmap {
  switch (target.op) {
    case 'none':
      return { bitmap: createEmptyBitmap(), isOwned: true };
    case 'foreign': {
      const users = foreign.get(target.leaf);
      return users ? { bitmap: users, isOwned: false } : { bitmap: createEmptyBitmap(), isOwned: true };
    }
    case 'equal': {
      const uids: number[] = [];
      const planes = slice.getNumbers(target.aspect);
      target.numbers.forEach((value) =>
        planes?.findEqual(value, (place) => uids.push(slice.slice * SLICE_SIZE + place)),
      );
      return { bitmap: createBitmap(uids), isOwned: true };
    }
    case 'any': {
      const [first, ...rest] = target.terms.map(({ aspect, term }) => slice.getBitmap(aspect, term));
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
    case 'not': {
      const everybody = takeBitmap(evaluate(ALL_USERS, slice, foreign));
      const without = evaluate(target.of, slice, foreign);
      everybody.andNotInPlace(without.bitmap);
      release(without);
      return { bitmap: everybody, isOwned: true };
    }
    case 'and':
      return intersect(target.of, slice, foreign);
    case 'or': {
      const [first, ...rest] = target.of.map((part) => evaluate(part, slice, foreign));
      const combined = first ? takeBitmap(first) : createEmptyBitmap();
      for (const operand of rest) {
        combined.orInPlace(operand.bitmap);
        release(operand);
      }
      return { bitmap: combined, isOwned: true };
    }
  }
}

function intersect(parts: readonly IndexTarget[], slice: SliceIndex, foreign: UnindexedUsers): EvaluatedBitmap {
  const [first, ...rest] = parts
    .map((part) => ({ part, size: maxMatches(part, slice, foreign) }))
    .toSorted((a, b) => a.size - b.size);
  if (!first) {
    return { bitmap: createEmptyBitmap(), isOwned: true };
  }
  const smallest = evaluate(first.part, slice, foreign);
  if (rest.length === 0) {
    return smallest;
  }
  const common = takeBitmap(smallest);
  for (const { part } of rest) {
    if (common.isEmpty) {
      break;
    }
    const operand = evaluate(part, slice, foreign);
    common.andInPlace(operand.bitmap);
    release(operand);
  }
  return { bitmap: common, isOwned: true };
}

function takeBitmap({ bitmap, isOwned: isOwn }: EvaluatedBitmap): Bitmap {
  return isOwn ? bitmap : bitmap.clone();
}

function release({ bitmap, isOwned: isOwn }: EvaluatedBitmap): void {
  if (isOwn) {
    disposeBitmaps(bitmap);
  }
}
