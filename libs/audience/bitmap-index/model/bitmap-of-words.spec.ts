import { describe, expect, it } from 'vitest';
import { createBitmap, disposeBitmaps } from './bitmap.js';
import { bitmapOfWords, wordsOfBitmap } from './bitmap-of-words.js';
import { SLICE_SIZE } from './terms.js';

describe('Bitmap of words', () => {
  it.each([
    ['nobody', () => false],
    ['few of a container', (at: number) => at % 65_536 === 31],
    ['as many as a list has', (at: number) => at < 4096],
    ['one more', (at: number) => at <= 4096],
    ['many of some containers', (at: number) => at % 3 === 0 && at > 200_000],
    ['everybody', () => true],
  ])('A bitmap from words has the same users as one from a list: %s', (_, has) => {
    const words = new Int32Array(SLICE_SIZE / 32);
    const uids: number[] = [];
    for (let at = 0; at < SLICE_SIZE; at++) {
      if (has(at)) {
        words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31));
        uids.push(4000 * SLICE_SIZE + at);
      }
    }
    const [actual, expected] = [bitmapOfWords(words, 4000), createBitmap(uids)];
    expect(actual.isEqual(expected)).toBe(true);
    expect(actual.size).toBe(uids.length);
    expect(wordsOfBitmap(actual)).toEqual(words);
    actual.runOptimize();
    expect(wordsOfBitmap(actual)).toEqual(words);
    disposeBitmaps(actual, expected);
  });
});
