import { describe, expect, it } from 'vitest';
import { hasInvisible, trimInvisible } from './invisible.js';

const INVISIBLE = ['\u200B', '\u200E', '\u200F', '\u202A', '\u202E', '\u2060', '\u2066', '\uFEFF', '\u00AD', '\u061C'];

describe('trimInvisible', () => {
  it.each([
    ['\uFEFF42', '42'],
    ['42 ', '42'],
    ['\t\r\n 42\u00A0\u3000', '42'],
    ['\u202A+90 532\u202C', '+90 532'],
    ['\u{E0001}x\u{1D173}', 'x'],
    ['a b', 'a b'],
    ['a\u200Bb', 'a\u200Bb'],
    ['❤️', '❤️'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['\uD800x\uDC00', '\uD800x\uDC00'],
    [' \u200B \uFEFF ', ''],
    ['', ''],
  ])('The text %j becomes %j', (text, trimmed) => expect(trimInvisible(text)).toBe(trimmed));

  it('Every invisible character goes from both ends, and from nowhere else', () => {
    for (const char of INVISIBLE) {
      expect(trimInvisible(`${char}${char}a${char}b${char}`)).toBe(`a${char}b`);
    }
  });
});

describe('hasInvisible', () => {
  it.each(INVISIBLE.map((char) => [`U+${char.charCodeAt(0).toString(16).padStart(4, '0')}`, char]))(
    'The character %s inside a text is found in every script',
    (_, char) => {
      for (const [left, right] of ['ab', 'жш', '数字', 'שם', 'نم']) {
        expect(hasInvisible(`${left}${char}${right}`)).toBe(true);
      }
    },
  );

  it.each(['plain text', 'ünïcödé', 'نامه\u200Cها', 'क्\u200Dष', '❤️', '👩‍👩‍👧‍👦', '👨🏽‍🚀', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\u00A0', ''])(
    'The text %j has nothing invisible',
    (text) => expect(hasInvisible(text)).toBe(false),
  );

  it.each([
    'a\u200Cb',
    'ж\u200Dш',
    'a\uFE0F',
    'a\u{E0041}',
    '❤\u200D',
    'a\nb',
    'a\0b',
    'a\u2028b',
    'ㅤ',
    '⠀',
    'a\u0085b',
  ])('The text %j has something invisible', (text) => expect(hasInvisible(text)).toBe(true));
});
