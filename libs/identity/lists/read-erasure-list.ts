import { AppError } from '#platform/errors';
import { trimInvisible } from '#platform/spelling';
import type { ErasureListPart } from './erasure-list.types.js';

/** ExtIds of one list. */
export const MAX_LISTED = 100_000;
/** Characters of a whole list: 40 for each line. */
export const MAX_LIST_TEXT = 4_000_000;
const MAX_EXT_ID = 4096;
/** People of one transaction: as many as a batch of the erasure. */
const PART = 100;

/**
 * Reads a list of extIds, one a line. Empty lines are none, and a line that repeats an earlier one counts apart.
 *
 * @throws AppError malformed for an empty list, one that is too long, and a line that is too long, with its number
 */
export function readErasureList(text: string): { parts: ErasureListPart[]; asked: number; repeated: number } {
  const lineOf = new Map<string, number>();
  let repeated = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const extId = trimInvisible(raw);
    if (extId.length > MAX_EXT_ID) {
      throw refuse(`has more than ${MAX_EXT_ID} characters in line ${index + 1}`);
    }
    if (lineOf.has(extId)) {
      repeated += 1;
    } else if (extId !== '') {
      lineOf.set(extId, index + 1);
    }
  }
  if (lineOf.size === 0) {
    throw refuse('names nobody');
  }
  if (lineOf.size > MAX_LISTED) {
    throw refuse(`names ${lineOf.size} people, at most ${MAX_LISTED} go into one list`);
  }
  const entries = [...lineOf];
  const parts = Array.from({ length: Math.ceil(entries.length / PART) }, (_, part) => {
    const own = entries.slice(part * PART, (part + 1) * PART);
    return { part, lines: own.map(([, line]) => line), extIds: own.map(([extId]) => extId) };
  });
  return { parts, asked: entries.length, repeated };
}

function refuse(why: string): AppError {
  return new AppError('malformed', `Field 'list' ${why}`, { field: 'list' });
}
