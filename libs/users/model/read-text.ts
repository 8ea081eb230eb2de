import { malformed, missing } from '#platform/errors';

/** Neither Postgres `text` (NUL) nor `jsonb` (half a surrogate pair) can hold these. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export const MAX_EXT_ID_LENGTH = 255;
export const MAX_TAG_LENGTH = 255;
export const MAX_TEXT_LENGTH = 8192;

/**
 * Reads a text that the database can store.
 *
 * @param field  named by the error
 * @param max  UTF-16 units
 * @throws AppError malformed
 */
export function readText(text: string, field: string, max: number): string {
  if (text.length > max) {
    throw malformed(`Field '${field}' should have at most ${max} characters, it has ${text.length}`);
  }
  if (UNSTORABLE.test(text)) {
    throw malformed(`Field '${field}' has a character that cannot be stored (NUL or half a surrogate pair)`);
  }
  return text;
}

/** Reads a text that must not be empty: an extId, a tag. */
export function readName(text: string, field: string, max: number): string {
  if (text === '') {
    throw missing(field);
  }
  return readText(text, field, max);
}
