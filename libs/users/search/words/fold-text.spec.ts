import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.js';
import { hashPart, hashParts } from './search-parts.js';
import { isMeant, readQuestion } from './search-question.js';

const word = (text: string, isPrivate = false) => ({ text: foldText(text), isPrivate });

describe('foldText', () => {
  it.each([
    ['IŞIK', 'işık'],
    ['ISIK', 'ışık'],
    ['İLKAY', 'ilkay'],
    ['STRASSE', 'Straße'],
    ['GROẞ', 'groß'],
    ['Zoe\u0308', 'Zoë'],
    ['Ðỗ', 'do'],
    ['Łódź', 'lodz'],
    ['ﬁnn', 'Finn'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['Ａｄａ', 'ada'],
    ['Ada\u00A0 Lovelace ', 'ada lovelace'],
    ['A\u200Bda', 'ada'],
  ])('%s and %s are the same to a search', (typed, stored) => {
    expect(foldText(typed)).toBe(foldText(stored));
  });

  it('A folded text stays the same when it is folded once more', () => {
    for (let code = 1; code < 0x1_20_00; code += 1) {
      const folded = foldText(String.fromCodePoint(code));
      expect(foldText(folded), code.toString(16)).toBe(folded);
    }
  });
});

describe('Parts of words', () => {
  it('A question finds a user by any three letters of a word, and not by letters of two words', () => {
    const words = [word('Ada Lovelace'), word('ada@example.com', true)];
    const hashes = new Set(hashParts(1, 5000, words));
    const isFound = (text: string, kinds: boolean[]): boolean =>
      readQuestion(text).some(
        (question) =>
          question.parts.every((part) => hashPart(1, part, kinds).some((hash) => hashes.has(hash))) &&
          isMeant(question, words),
      );
    expect(
      ['lov', 'VELA', 'lace', 'ada love', 'love ada', 'ad lovel'].filter((text) => !isFound(text, [false])),
    ).toEqual([]);
    expect(['dal', 'adalove', 'lovela ace@'].filter((text) => isFound(text, [false]))).toEqual([]);
    expect(isFound('example.c', [false])).toBe(false);
    expect(isFound('example.c', [false, true])).toBe(true);
  });

  it('Fewer than three letters ask for nothing', () => {
    expect(readQuestion('ad lo')).toEqual([]);
    expect(readQuestion('  ')).toEqual([]);
  });

  it('A number is meant without its sign, zeros, blanks and brackets', () => {
    const words = [word('905321234567', true)];
    for (const typed of ['+90 532 123', '0532 1234', '(532) 123-45', '5321234567']) {
      expect(
        readQuestion(typed).some((question) => isMeant(question, words)),
        typed,
      ).toBe(true);
    }
  });

  it('Equal words of another application, right or slice have other hashes', () => {
    const hashes = [hashParts(1, 0, [word('lovelace')]), hashParts(2, 0, [word('lovelace')])];
    hashes.push(hashParts(1, 0, [word('lovelace', true)]), hashParts(1, 1000, [word('lovelace')]));
    expect(new Set(hashes.flat()).size).toBe(4 * 6);
  });
});
