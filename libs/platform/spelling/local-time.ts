import { LruCache } from '#platform/collections';
import { readTimeZone } from './time-zone.js';

const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?$/;
const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60_000;

/** The largest offsets from UTC: Kiritimati and Baker Island. */
const MAX_AHEAD_MS = 14 * 3600 * 1000;
const MAX_BEHIND_MS = 12 * 3600 * 1000;

/** A local time read as UTC, in ms; NaN for an invalid text. @param wall `yyyy-MM-ddTHH:mm[:ss]` */
function parseUtc(wall: string): number {
  const time = LOCAL_TIME.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  // A day that the month does not have is rolled over by some engines and refused by others.
  return new Date(time).getTime() >= 0 && new Date(time).toISOString().slice(0, 10) === wall.slice(0, 10)
    ? time
    : Number.NaN;
}

/** More than the existing zones: devices may report any text as theirs. */
const FORMATTER_CACHE_SIZE = 2000;

/** A formatter is expensive to create. False: there is no such zone. */
const formatters = new LruCache<string, Intl.DateTimeFormat | false>({ max: FORMATTER_CACHE_SIZE });

function findFormatter(zone: string): Intl.DateTimeFormat | false {
  const formatter = formatters.get(zone) ?? createFormatter(zone);
  formatters.set(zone, formatter);
  return formatter;
}

function createFormatter(zone: string): Intl.DateTimeFormat | false {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return false;
  }
}

function offsetAt(formatter: Intl.DateTimeFormat, at: number): number {
  const name = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ahead : ahead;
}

/**
 * The instant of a local time in a zone. A time that occurs twice, when clocks are set back, means the first. A time that is
 * skipped, when clocks are set forward, moves forward by the skipped span.
 *
 * @param wall  `yyyy-MM-ddTHH:mm[:ss]`
 * @param zone  as `readTimeZone` gives it
 */
export function instantIn(zone: string, wall: string): Date {
  const utc = parseUtc(wall);
  const formatter = findFormatter(zone);
  if (!formatter) {
    throw new RangeError(`No such time zone: ${zone}`);
  }
  const before = offsetAt(formatter, utc - DAY_MS);
  const after = offsetAt(formatter, utc + DAY_MS);
  const matches = [before, after]
    .map((offset) => ({ offset, at: utc - offset }))
    .filter(({ offset, at }) => offsetAt(formatter, at) === offset)
    .map(({ at }) => at);
  return new Date(matches.length > 0 ? Math.min(...matches) : utc - before);
}

/** Reads the clocks of a zone at an instant, `yyyy-MM-ddTHH:mm:ss`. @param zone  as `readTimeZone` gives it */
export function wallIn(zone: string, at: Date): string {
  const formatter = findFormatter(zone);
  if (!formatter) {
    throw new RangeError(`No such time zone: ${zone}`);
  }
  return new Date(at.getTime() + offsetAt(formatter, at.getTime())).toISOString().slice(0, 19);
}

/** The first and the last instant at which a local time occurs anywhere in the world. */
export function worldwideSpan(wall: string): { first: Date; last: Date } {
  const utc = parseUtc(wall);
  return { first: new Date(utc - MAX_AHEAD_MS), last: new Date(utc + MAX_BEHIND_MS) };
}

/**
 * The instant at which a recipient is due by its own clock. If that was past when the send was requested, it is the same local
 * time of the next day.
 *
 * @param zone      zone of the recipient; an unknown zone counts as null
 * @param fallback  zone of recipients without one
 */
export function localInstant(wall: string, zone: string | null, fallback: string, requestedAt: Date): Date {
  const effectiveZone = (zone === null ? undefined : readTimeZone(zone)) ?? fallback;
  const at = instantIn(effectiveZone, wall);
  return at.getTime() + MINUTE_MS <= requestedAt.getTime() ? instantIn(effectiveZone, nextDay(wall)) : at;
}

function nextDay(wall: string): string {
  return new Date(parseUtc(wall) + DAY_MS).toISOString().slice(0, 19);
}
