import { isJsonObject } from '#platform/collections';

/** Fields of `registerUsers` whose values everyone may see who may see users. Addresses and tokens are none. */
const OPEN_FIELDS = /^(extId|platform|tags|language|country|timeZone|appVersion|osVersion|deviceModel|consent\..*)$/;

/**
 * Attributes that a file may write, by its mapping.
 *
 * @param mapping  the one that was received
 * @returns null: any, or a field that is as private as an address
 */
export function listWrittenCodes({ fields, profile }: Readonly<Record<string, unknown>>): string[] | null {
  const isKnown = isJsonObject(fields) && Object.keys(fields).every((name) => OPEN_FIELDS.test(name));
  const codes = isJsonObject(profile) ? Object.keys(profile) : [];
  return isKnown && !codes.includes('*') ? codes : null;
}
