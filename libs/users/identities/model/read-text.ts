import { malformed, missing } from '#platform/errors';
import { faultOfId, readReportedZone, trimInvisible } from '#platform/spelling';

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

/**
 * Reads the extId of a user who may be new.
 *
 * @throws AppError missing_field; malformed, also for what programs write in place of an id
 */
export function readExtId(extId: string): string {
  const name = readName(extId, 'extId', MAX_EXT_ID_LENGTH);
  const fault = faultOfId(name);
  if (fault !== undefined) {
    throw malformed(`Field 'extId' ${fault}`);
  }
  return name;
}

/**
 * Reads the time zone of a device. Without the refusal it would be stored, and its user would get messages at night.
 *
 * @throws AppError malformed
 */
export function readZone(text: string): string {
  const zone = readReportedZone(text);
  if (zone === undefined) {
    throw malformed("Field 'timeZone' should be a time zone, such as Europe/Istanbul or +03:00");
  }
  return zone;
}

/** Names as they are given, and without blanks at their ends: earlier releases stored both. */
export function withTrimmed(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => [name, trimInvisible(name)]))].filter((name) => name !== '');
}
