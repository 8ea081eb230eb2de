/** Letters that no decomposition leads to a plain one, in small letters. */
const PLAIN: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
/** Accents and other combining marks, and characters without a shape. */
const MARKS = /[\p{M}\p{Cf}\p{Cc}]/gu;
const ASCII = /^[ -~]*$/;

/**
 * Folds a text, so that spellings of one name are equal: small letters without accents, in their plain forms. A dotted and
 * a dotless Turkish i are the same letter. Blanks of any kind become one.
 */
export function foldText(text: string): string {
  const small = text.toLowerCase();
  const plain = ASCII.test(small)
    ? small
    : small
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/\s+/gu, ' ')
        .replaceAll(MARKS, '')
        .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter);
  return plain.replaceAll(/\s+/gu, ' ').trim();
}
