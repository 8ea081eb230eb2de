import { toAsciiDigits } from './digits.js';
import { trimInvisible } from './invisible.js';

const PLAIN = /^\+?\d+$/;
const SCHEME = /^tel:/i;
/** Full-width marks between digits, blanks of every width (Unicode, Zs), and dashes (U+2010 to U+2015). */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\uFF0B/g, '+'],
  [/\uFF08/g, '('],
  [/\uFF09/g, ')'],
  [/\uFF0E/g, '.'],
  [/\uFF0F/g, '/'],
  [/\p{Zs}/gu, ' '],
  [/[\u2010-\u2015\uFF0D]/g, '-'],
];
/** A plus sign may stand in the first bracket. Each group is behind blanks, or behind one mark. */
const DIALLED = /^(?:\+?\d|\+?\(\d[\d ]*\)|\(\+\d[\d ]*\))(?: ?\([\d ]+\)|(?: {0,2}| ?[./-] ?)\d)*$/;
const SLASHED = /^(.*)\//;
/** A calling code and an area code: what stands behind a slash after more digits is a second number. */
const MAX_BEFORE_SLASH = 7;
const MIN_BEFORE_FRACTION = 7;
const ONE_DOT = /^[^.]*\.[^.]*$/;
/** Groups of three from the right, as spreadsheets set them: at least ten digits, or a phone number may look so. */
const THOUSANDS = /^\+?(\d{1,3})(?:\.\d{3}){3,}$/;
/** Days, with the year at either end. */
const DATE = /^(?:(?:19|20)\d{2}([-./])[01]?\d\1[0-3]?\d|[0-3]?\d([-./])[0-3]?\d\2(?:19|20)\d{2})$/;
/** Longer texts are no numbers, whatever stands between their digits. */
const MAX_LENGTH = 64;

/**
 * The digits of a phone number as someone dials them, with the plus sign where there is one: without blanks, brackets,
 * dots, dashes and slashes between groups (ITU-T E.123, DIN 5008). Marks that spreadsheets make of numbers are no
 * separators: a fraction behind the digits would be digits of someone else's number.
 *
 * @param isCallingCode  whether digits are the calling code of a country
 * @returns undefined for texts that are no number to dial: two numbers, extensions, fractions, thousands, dates, words
 */
export function toDialled(text: string, isCallingCode: (digits: string) => boolean): string | undefined {
  if (PLAIN.test(text)) {
    return text;
  }
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  const plain = toPlain(trimInvisible(text)).replace(SCHEME, '');
  if (!DIALLED.test(plain) || DATE.test(plain) || isCalculated(plain, isCallingCode) || hasSecondNumber(plain)) {
    return undefined;
  }
  return plain.replaceAll(/[^+\d]/g, '');
}

function toPlain(text: string): string {
  return ALIKE.reduce((plain, [pattern, char]) => plain.replaceAll(pattern, char), toAsciiDigits(text));
}

/** Tests if dots are those of a spreadsheet: before a fraction, or between thousands. */
function isCalculated(plain: string, isCallingCode: (digits: string) => boolean): boolean {
  const dot = plain.lastIndexOf('.');
  if (dot < 0) {
    return false;
  }
  const [before, after] = [countDigits(plain.slice(0, dot)), countDigits(plain.slice(dot))];
  if (after < 2) {
    return true;
  }
  if (ONE_DOT.test(plain)) {
    return before >= MIN_BEFORE_FRACTION || after < 3 || (before === 1 && !plain.startsWith('+'));
  }
  const [, first = ''] = THOUSANDS.exec(plain) ?? [];
  return first !== '' && !(plain.startsWith('+') && isCallingCode(first));
}

function hasSecondNumber(plain: string): boolean {
  return countDigits(SLASHED.exec(plain)?.[1]?.replace(/^\+?00/, '') ?? '') > MAX_BEFORE_SLASH;
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}
