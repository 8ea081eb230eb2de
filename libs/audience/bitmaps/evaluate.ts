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

/** The last intersection is only counted: it need not be made. */
function countAll(parts: readonly IndexTarget[], slice: SliceIndex, foreign: ForeignUsers): number {
  const found = parts.map((part) => find(part, slice, foreign));
  try {
    const [smallest, ...others] = found.toSorted((a, b) => a.bitmap.size - b.bitmap.size);
    if (!smallest) {
      return 0;
    }
    const last = others.pop();
    if (!last) {
      return smallest.bitmap.size;
    }
    if (others.length === 0) {
      return smallest.bitmap.andCardinality(last.bitmap);
    }
    const common = smallest.bitmap.clone();
    try {
      others.forEach(({ bitmap }) => common.andInPlace(bitmap));
      return common.andCardinality(last.bitmap);
    } finally {
      free(common);
    }
  } finally {
    found.forEach(giveBack);
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
    case 'or': {
      const parts = target.of.map((part) => find(part, slice, foreign));
      const [first, ...others] = target.op === 'and' ? parts.toSorted((a, b) => a.bitmap.size - b.bitmap.size) : parts;
      const combined = first ? own(first) : emptyBitmap();
      for (const other of others) {
        if (target.op === 'and') {
          combined.andInPlace(other.bitmap);
        } else {
          combined.orInPlace(other.bitmap);
        }
        giveBack(other);
      }
      return { bitmap: combined, isOwn: true };
    }
  }
}

function own({ bitmap, isOwn }: Found): Bitmap {
  return isOwn ? bitmap : bitmap.clone();
}

function giveBack({ bitmap, isOwn }: Found): void {
  if (isOwn) {
    free(bitmap);
  }
}
