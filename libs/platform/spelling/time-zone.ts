import { LruCache } from '#platform/collections';
import { trimInvisible } from './invisible.js';

/** A fixed offset as ISO 8601 writes it, Java (`TimeZone.getID`), Swift (`TimeZone.identifier`) and Python (`str(timezone)`). */
const OFFSET = /^(?:UTC|GMT)? ?([+\u2212-])(\d{1,2})(?:(?::|(?<=[+\u2212-]\d\d))([0-5]\d))?$/i;
/** The range of offsets in use, in minutes: Baker Island and Kiritimati. */
const [WESTMOST, EASTMOST] = [-12 * 60, 14 * 60];
/** The form of names in the database of IANA ("Theory and pragmatics of the tz code and data"). */
const AREA_AND_PLACE = /^[A-Z][\w+-]*(?:\/[A-Z0-9][\w+-]*){1,2}$/i;

/** More than there are zones. Devices may report any text. */
const CACHE_SIZE = 2000;
const zones = new LruCache<string, string | false>({ max: CACHE_SIZE });

/**
 * Reads a time zone: a name of IANA, or a fixed offset.
 *
 * @returns a name that `Intl` takes: of an offset `+03:00`; undefined for a zone that this Node does not know
 */
export function readTimeZone(text: string): string | undefined {
  const zone = zones.get(text) ?? findZone(trimInvisible(text));
  zones.set(text, zone);
  return zone || undefined;
}

/**
 * Reads the zone that a device reports. A name in the form of IANA stays, though unknown: devices know zones that are
 * newer than this Node.
 *
 * @returns undefined for a text that names no zone
 */
export function readReportedZone(text: string): string | undefined {
  const name = trimInvisible(text);
  return readTimeZone(name) ?? (AREA_AND_PLACE.test(name) ? name : undefined);
}

function findZone(name: string): string | false {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(name) ?? [];
  if (sign !== undefined && hours !== undefined) {
    const ahead = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
    return ahead >= WESTMOST && ahead <= EASTMOST && `${ahead < 0 ? '-' : '+'}${hours.padStart(2, '0')}:${minutes}`;
  }
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) && name;
  } catch {
    return false;
  }
}
