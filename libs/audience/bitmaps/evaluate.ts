import { bitmapOf, emptyBitmap, free, type Bitmap } from './bitmap.js';
import { EVERYBODY, type ForeignLeaf, type IndexTarget } from './index-target.js';
import type { SliceIndex } from './slice-index.js';
import { SLICE } from './terms.js';

/** Users of one slice by a leaf that is not in the index; absent: none. */
export type ForeignUsers = ReadonlyMap<ForeignLeaf, Bitmap>;

/** @property isOwn  whether it was made for this evaluation: then it may be changed, and is to be given back */
interface Found {
  bitmap: Bitmap;
  isOwn: boolean;
}

/**
 * How many users of a slice match. All terms must be in memory.
 *
 * Complements are taken against everybody at the time: who is gone is in no term and not in everybody either.
 */
export function countMatches(target: IndexTarget, slice: SliceIndex, foreign: ForeignUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
      if (target.isDisjoint) {
        return target.terms.reduce((sum, { aspect, term }) => sum + slice.bitmap(aspect, term).size, 0);
      }
      break;
    case 'not':
      return countMatches(EVERYBODY, slice, foreign) - countMatches(target.of, slice, foreign);
    case 'and':
      return countAll(target.of, slice, foreign);
    default:
  }
  const found = find(target, slice, foreign);
  try {
    return found.bitmap.size;
  } finally {
    giveBack(found);
  }
}

/** Users of a slice who match; the caller disposes of the bitmap. */
export function findMatches(target: IndexTarget, slice: SliceIndex, foreign: ForeignUsers): Bitmap {
  return own(find(target, slice, foreign));
}

/**
 * Small parts first, so that what is common to them stays small. The last part is only counted, and its values one by
 * one where nobody has two of them: a dense bitmap and a sparse one meet far sooner than two dense ones.
 */
function countAll(parts: readonly IndexTarget[], slice: SliceIndex, foreign: ForeignUsers): number {
  const [first, ...others] = parts
    .map((part) => ({ part, size: mostMatches(part, slice, foreign) }))
    .toSorted((a, b) => Number(isList(a.part)) - Number(isList(b.part)) || a.size - b.size)
    .map(({ part }) => part);
  const last = others.pop();
  if (!first || !last) {
    return first ? countMatches(first, slice, foreign) : 0;
  }
  const common = find({ op: 'and', of: [first, ...others] }, slice, foreign);
  try {
    if (common.bitmap.isEmpty) {
      return 0;
    }
    if (isList(last)) {
      return last.terms.reduce(
        (sum, { aspect, term }) => sum + slice.bitmap(aspect, term).andCardinality(common.bitmap),
        0,
      );
    }
    const counted = find(last, slice, foreign);
    try {
      return common.bitmap.andCardinality(counted.bitmap);
    } finally {
      giveBack(counted);
    }
  } finally {
    giveBack(common);
  }
}

/** Several values that nobody has two of. */
function isList(target: IndexTarget): target is Extract<IndexTarget, { op: 'any' }> {
  return target.op === 'any' && target.isDisjoint && target.terms.length > 1;
}

/** No more than so many match: told without making anything. */
function mostMatches(target: IndexTarget, slice: SliceIndex, foreign: ForeignUsers): number {
  switch (target.op) {
    case 'none':
      return 0;
    case 'any':
      return target.terms.reduce((sum, { aspect, term }) => sum + slice.bitmap(aspect, term).size, 0);
    case 'foreign':
      return foreign.get(target.leaf)?.size ?? 0;
    case 'and':
      return Math.min(...target.of.map((part) => mostMatches(part, slice, foreign)));
    case 'or':
      return target.of.reduce((sum, part) => sum + mostMatches(part, slice, foreign), 0);
    case 'not':
    case 'equal':
      return SLICE;
  }
}

function find(target: IndexTarget, slice: SliceIndex, foreign: ForeignUsers): Found {
  switch (target.op) {
    case 'none':
      return { bitmap: emptyBitmap(), isOwn: true };
    case 'foreign': {
      const users = foreign.get(target.leaf);
      return users ? { bitmap: users, isOwn: false } : { bitmap: emptyBitmap(), isOwn: true };
    }
    case 'equal': {
      const uids: number[] = [];
      const planes = slice.numbers(target.aspect);
      target.numbers.forEach((value) => planes?.findEqual(value, (place) => uids.push(slice.slice * SLICE + place)));
      return { bitmap: bitmapOf(uids), isOwn: true };
    }
    case 'any': {
      const [first, ...others] = target.terms.map(({ aspect, term }) => slice.bitmap(aspect, term));
      if (!first) {
        return { bitmap: emptyBitmap(), isOwn: true };
      }
      if (others.length === 0) {
        return { bitmap: first, isOwn: false };
      }
      const union = first.clone();
      others.forEach((other) => union.orInPlace(other));
      return { bitmap: union, isOwn: true };
    }
    case 'not': {
      const everybody = own(find(EVERYBODY, slice, foreign));
      const without = find(target.of, slice, foreign);
      everybody.andNotInPlace(without.bitmap);
      giveBack(without);
      return { bitmap: everybody, isOwn: true };
    }
    case 'and':
      return findAll(target.of, slice, foreign);
    case 'or': {
      const [first, ...others] = target.of.map((part) => find(part, slice, foreign));
      const combined = first ? own(first) : emptyBitmap();
      for (const other of others) {
        combined.orInPlace(other.bitmap);
        giveBack(other);
      }
      return { bitmap: combined, isOwn: true };
    }
  }
}

function findAll(parts: readonly IndexTarget[], slice: SliceIndex, foreign: ForeignUsers): Found {
  const [first, ...others] = parts
    .map((part) => ({ part, size: mostMatches(part, slice, foreign) }))
    .toSorted((a, b) => a.size - b.size);
  if (!first) {
    return { bitmap: emptyBitmap(), isOwn: true };
  }
  const smallest = find(first.part, slice, foreign);
  if (others.length === 0) {
    return smallest;
  }
  const common = own(smallest);
  for (const { part } of others) {
    if (common.isEmpty) {
      break;
    }
    const other = find(part, slice, foreign);
    common.andInPlace(other.bitmap);
    giveBack(other);
  }
  return { bitmap: common, isOwn: true };
}

function own({ bitmap, isOwn }: Found): Bitmap {
  return isOwn ? bitmap : bitmap.clone();
}

function giveBack({ bitmap, isOwn }: Found): void {
  if (isOwn) {
    free(bitmap);
  }
}
