import { foldText } from './fold-text.js';
import { listParts, PART_LENGTH, type SearchWord } from './search-parts.js';

/** Parts that one statement asks for: more make it slower, and hardly more selective. */
const MAX_PARTS = 5;
/** A number as people write it. */
const NUMBER = /^\+?[\d\s()/.-]+$/;

/**
 * A typed question.
 *
 * @property terms  each stands somewhere in the words of a user
 * @property parts  some parts of the terms, by which candidates are found
 */
export interface SearchQuestion {
  terms: readonly string[];
  parts: readonly string[];
}

/**
 * Reads what someone typed. A number counts without blanks, brackets and leading zeros too.
 *
 * @returns ways to read it; none where no term has three letters
 */
export function readQuestion(text: string): SearchQuestion[] {
  const folded = foldText(text);
  const readings = [folded.split(' ').filter((term) => term !== '')];
  const digits = NUMBER.test(folded) ? folded.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  if (digits !== '' && digits !== folded) {
    readings.push([digits]);
  }
  return readings.flatMap((terms) => {
    const parts = spread([...new Set(terms.flatMap(listParts))]);
    return parts.length === 0 ? [] : [{ terms, parts }];
  });
}

/** Tests if a user with some words is meant. */
export function isMeant({ terms }: SearchQuestion, words: readonly SearchWord[]): boolean {
  return terms.every((term) => words.some(({ text }) => text.includes(term)));
}

/** Parts far from each other say more than neighbours, which share letters. */
function spread(parts: readonly string[]): string[] {
  if (parts.length <= MAX_PARTS) {
    return [...parts];
  }
  const step = (parts.length - 1) / (MAX_PARTS - 1);
  return Array.from({ length: MAX_PARTS }, (_, at) => parts[Math.round(at * step)] ?? '').filter(
    (part) => part.length >= PART_LENGTH,
  );
}
