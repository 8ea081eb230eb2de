const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;
const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60_000;

/** No place is further ahead of UTC, or behind it: Kiritimati and Baker Island. */
const MAX_AHEAD_MS = 14 * 3600 * 1000;
const MAX_BEHIND_MS = 12 * 3600 * 1000;

/** The moment at which it is this time in UTC; NaN for a text that is no time. @param wall `yyyy-MM-ddTHH:mm[:ss]` */
function parseUtc(wall: string): number {
  const time = LOCAL_TIME.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  // A day that its month does not have is rolled over by some engines and refused by others.
  return new Date(time).getTime() >= 0 && new Date(time).toISOString().slice(0, 10) === wall.slice(0, 10)
    ? time
    : Number.NaN;
}

/** More than there are zones; devices may name any text as theirs. */
const FORMATTER_CACHE_SIZE = 2000;

/** Made once per zone, because a formatter is dear. Null: there is no such zone. */
const formatters = new Map<string, Intl.DateTimeFormat | null>();

function findFormatter(zone: string): Intl.DateTimeFormat | null {
  const cached = formatters.get(zone);
  if (cached !== undefined) {
    return cached;
  }
  const formatter = makeFormatter(zone);
  if (formatters.size === FORMATTER_CACHE_SIZE) {
    formatters.clear();
  }
  formatters.set(zone, formatter);
  return formatter;
}

function makeFormatter(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** Whether there is such a time zone: an IANA name, or an offset such as `+03:00`. */
export function isTimeZone(zone: string): boolean {
  return findFormatter(zone) !== null;
}

function offsetAt(formatter: Intl.DateTimeFormat, at: number): number {
  const name = formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ahead : ahead;
}

/**
 * The moment at which clocks in a zone show a time. A time that they show twice, when they are set back, is the first; one
 * that they leap over, when they are set forward, is as long after the leap as it was meant after its beginning.
 *
 * @param wall  `yyyy-MM-ddTHH:mm[:ss]`
 * @param zone  an IANA name
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

/** When the first clocks of the world show a time, and the last ones do. */
export function worldwideSpan(wall: string): { first: Date; last: Date } {
  const utc = parseUtc(wall);
  return { first: new Date(utc - MAX_AHEAD_MS), last: new Date(utc + MAX_BEHIND_MS) };
}

/**
 * When somebody is sent to who is to get a message at a time of the own clock. Where that had passed when the send was
 * asked for, it is the same time of the next day.
 *
 * @param zone      of the recipient; one that does not exist counts as none
 * @param fallback  for who has none
 * @param requestedAt   when the send was asked for
 */
export function localInstant(wall: string, zone: string | null, fallback: string, requestedAt: Date): Date {
  const effectiveZone = zone !== null && isTimeZone(zone) ? zone : fallback;
  const at = instantIn(effectiveZone, wall);
  return at.getTime() + MINUTE_MS <= requestedAt.getTime() ? instantIn(effectiveZone, nextDay(wall)) : at;
}

function nextDay(wall: string): string {
  return new Date(parseUtc(wall) + DAY_MS).toISOString().slice(0, 19);
}
