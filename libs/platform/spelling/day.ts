export const QUARTER_MS = 900_000;
export const DAY_MS = 86_400_000;
/** ECMA-262: the range of time values. */
export const MAX_TIME = 8.64e15;
/** 1972: the last country took a whole quarter of an hour for its offset (the database of IANA, Africa/Monrovia). */
export const QUARTERS_SINCE = Date.UTC(1972, 0, 7);
/** The years 0000 to 9999, which ISO 8601 writes with four digits. */
const [FIRST, LAST] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
/** Between the years 1973 and 2100, in seconds; the same span before 1970. */
const [MIN_SECONDS, MAX_SECONDS] = [100_000_000, 4_102_444_800];

/**
 * The day that an instant means, as epoch milliseconds of its midnight in UTC. Clients send the midnight of their own zone,
 * which lies within half a day of it. Zones that are 13 and 14 hours ahead are taken for those behind UTC. Another time of
 * a day is a moment, and its day is the one in UTC.
 */
export function toDay(instant: number): number {
  const isMidnight = instant % QUARTER_MS === 0 || instant < QUARTERS_SINCE;
  return (isMidnight ? Math.round(instant / DAY_MS) : Math.floor(instant / DAY_MS)) * DAY_MS + 0;
}

/** The number of the day that an instant means, counted from 1970-01-01; undefined: the number is no instant. */
export function toDayNumber(instant: number): number | undefined {
  return Math.abs(instant) <= MAX_TIME ? toDay(instant) / DAY_MS : undefined;
}

/**
 * Explains why a number is no instant in epoch milliseconds, as the end of a sentence; undefined: it is one. Whole
 * quarters of an hour in January 1970 are instants: a birthday may lie there.
 */
export function faultOfInstant(value: number): string | undefined {
  const size = Math.abs(value);
  if (size >= MIN_SECONDS && size <= MAX_SECONDS && value % QUARTER_MS !== 0) {
    return 'should be milliseconds since 1970; it looks like seconds';
  }
  return value < FIRST || value > LAST ? 'should be milliseconds since 1970, of a year from 0000 to 9999' : undefined;
}
