import type { Bitmap } from './bitmap.js';
import { SLICE_SIZE } from './slices.js';

/** One bit per user of a slice. Signed, because JavaScript's bit operations are on signed 32-bit integers. */
export type Words = Int32Array;

export const WORDS_PER_SLICE = SLICE_SIZE / 32;

/** Uids that a bitmap writes before they are looked at: one evaluation after the other uses it. */
const uidsOfBitmap = new Uint32Array(SLICE_SIZE);

/**
 * The uids of a bitmap of one slice, valid until the next call.
 *
 * @param to  has space for them
 */
export function readUids(bitmap: Bitmap, to = uidsOfBitmap): Uint32Array {
  return bitmap.toUint32Array(to);
}

/** The users in some words. */
export function countAll(words: Words): number {
  let count = 0;
  for (let word = 0; word < words.length; word++) {
    count += countOnes(words[word] as number);
  }
  return count;
}

export function countOnes(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Sets or clears the bits of users.
 *
 * @returns how many bits changed
 */
export function setBits(words: Words, uids: Uint32Array, on: boolean): number {
  let changed = 0;
  for (let i = 0; i < uids.length; i++) {
    const uid = uids[i] as number;
    const at = (uid & (SLICE_SIZE - 1)) >>> 5;
    const before = words[at] as number;
    const after = on ? before | (1 << (uid & 31)) : before & ~(1 << (uid & 31));
    changed += before === after ? 0 : 1;
    words[at] = after;
  }
  return changed;
}

/** Calls `take` with the position of each user in some words. */
export function takePositions(words: Words, take: (position: number) => void): void {
  for (let word = 0; word < words.length; word++) {
    takeBits(words[word] as number, word, take);
  }
}

export function takeBits(bits: number, word: number, take: (position: number) => void): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    take(word * 32 + 31 - Math.clz32(left & -left));
  }
}
