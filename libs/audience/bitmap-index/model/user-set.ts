import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from './bitmap.js';
import { bitmapOfWords, wordsOfBitmap } from './bitmap-of-words.js';
import { SLICE_SIZE } from './slices.js';
import { MAX_LISTED, REGISTERS } from './word-registers.js';
import { readUids, setBits, takePositions, WORDS_PER_SLICE, type Words } from './words.js';

/**
 * From so many users of a slice on, one bit per user takes no more memory than a bitmap, and meets another in a tenth of
 * the time: bitmaps in wasm count each container that they make.
 */
export const DENSE_FROM = 2 ** 16;
/** With more users, a bitmap meets words as words. */
const MAX_FEW = 4096;

/** Many users of one slice, one bit for each user of the slice. */
export class DenseUsers {
  constructor(
    readonly words: Words,
    private counted?: number,
  ) {}

  get size(): number {
    return (this.counted ??= REGISTERS.users.load(this.words).count());
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** Removes users, then adds some. */
  change(removed: Bitmap, added?: Bitmap): void {
    const size = this.size - setBits(this.words, readUids(removed), false);
    this.counted = size + (added ? setBits(this.words, readUids(added), true) : 0);
  }
}

/** Users of one slice. Bitmaps must be disposed of by who owns them. */
export type UserSet = Bitmap | DenseUsers;

/**
 * Takes ownership of a bitmap.
 *
 * @param denseFrom  so many users become words
 */
export function toUserSet(bitmap: Bitmap, denseFrom = DENSE_FROM): UserSet {
  const size = bitmap.size;
  if (size < denseFrom) {
    return bitmap;
  }
  const words = wordsOfBitmap(bitmap);
  disposeBitmaps(bitmap);
  return new DenseUsers(words, size);
}

export function disposeSet(set: UserSet): void {
  if (!(set instanceof DenseUsers)) {
    disposeBitmaps(set);
  }
}

/** How many users are in both. */
export function countCommon(a: UserSet, b: UserSet): number {
  if (a instanceof DenseUsers) {
    return b instanceof DenseUsers ? REGISTERS.users.load(a.words).keep(b.words, 1) : countInWords(b, a.words);
  }
  return b instanceof DenseUsers ? countInWords(a, b.words) : a.andCardinality(b);
}

function countInWords(bitmap: Bitmap, words: Words): number {
  const uids = readUids(bitmap);
  let count = 0;
  for (let i = 0; i < uids.length; i++) {
    const uid = uids[i] as number;
    count += ((words[(uid & (SLICE_SIZE - 1)) >>> 5] as number) >>> (uid & 31)) & 1;
  }
  return count;
}

/** Users in both, as a new set. */
export function findCommon(a: UserSet, b: UserSet): UserSet {
  if (a instanceof DenseUsers) {
    if (!(b instanceof DenseUsers)) {
      return findInWords(b, a.words);
    }
    return keepDense(a, b, 1);
  }
  if (b instanceof DenseUsers) {
    return findInWords(a, b.words);
  }
  const common = a.clone();
  common.andInPlace(b);
  return common;
}

function findInWords(bitmap: Bitmap, words: Words): UserSet {
  const uids = readUids(bitmap);
  if (uids.length <= MAX_FEW) {
    return createBitmap(uids.filter((uid) => isIn(words, uid)));
  }
  const common: Words = new Int32Array(WORDS_PER_SLICE);
  for (let i = 0; i < uids.length; i++) {
    const uid = uids[i] as number;
    const at = (uid & (SLICE_SIZE - 1)) >>> 5;
    common[at] = (common[at] as number) | ((words[at] as number) & (1 << (uid & 31)));
  }
  return new DenseUsers(common);
}

function isIn(words: Words, uid: number): boolean {
  return (((words[(uid & (SLICE_SIZE - 1)) >>> 5] as number) >>> (uid & 31)) & 1) === 1;
}

/** Users of the first who are in the other, or who are not, as a new set. */
function keepDense(users: DenseUsers, others: DenseUsers, bit: 0 | 1): DenseUsers {
  const size = REGISTERS.users.load(users.words).keep(others.words, bit);
  return new DenseUsers(REGISTERS.users.read(), size);
}

/** Users of at least one, as a new set. */
export function unite(sets: readonly UserSet[]): UserSet {
  const bitmaps = sets.filter((set): set is Bitmap => !(set instanceof DenseUsers));
  if (bitmaps.length === sets.length && bitmaps.reduce((sum, { size }) => sum + size, 0) < DENSE_FROM) {
    const united = createEmptyBitmap();
    bitmaps.forEach((bitmap) => united.orInPlace(bitmap));
    return united;
  }
  const found = REGISTERS.found.clear();
  for (const set of sets) {
    if (set instanceof DenseUsers || set.size > MAX_LISTED) {
      found.addWords(asWords(set));
    } else {
      found.addListed(set);
    }
  }
  return new DenseUsers(found.read(), found.count());
}

/** Users of the first set that are not in the other, as a new set. */
export function findOthers(set: UserSet, without: UserSet): UserSet {
  if (set instanceof DenseUsers) {
    if (without instanceof DenseUsers) {
      return keepDense(set, without, 0);
    }
    const words = set.words.slice();
    return new DenseUsers(words, set.size - setBits(words, readUids(without), false));
  }
  if (without instanceof DenseUsers) {
    return createBitmap(readUids(set).filter((uid) => !isIn(without.words, uid)));
  }
  const others = set.clone();
  others.andNotInPlace(without);
  return others;
}

/** The users as one bit each; not to be changed. */
export function asWords(set: UserSet): Words {
  return set instanceof DenseUsers ? set.words : wordsOfBitmap(set);
}

/** A bitmap of the users, which the caller disposes of. */
export function toBitmap(set: UserSet, slice: number): Bitmap {
  return set instanceof DenseUsers ? bitmapOfWords(set.words, slice) : set.clone();
}

/** The uids in their order. */
export function listUids(set: UserSet, slice: number): Uint32Array {
  if (!(set instanceof DenseUsers)) {
    return set.toUint32Array();
  }
  const uids = new Uint32Array(set.size);
  let at = 0;
  takePositions(set.words, (position) => (uids[at++] = slice * SLICE_SIZE + position));
  return uids;
}
