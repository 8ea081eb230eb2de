/** A day or a moment, as ISO 8601 writes it; without a zone it is in UTC. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const SECOND = 1000;
/** The last moment of a calendar of JavaScript. */
const LAST = 8.64e15;

export interface Moment {
  /** In epoch milliseconds. */
  time: number;
  /** It is a day: no zone moves it. */
  isDay: boolean;
}

/** Reads a moment: epoch seconds, a text of ISO 8601, or `now`; undefined: it is none. */
export function readMoment(value: unknown, now: number): Moment | undefined {
  if (value === 'now' || value === 'today') {
    return { time: now, isDay: false };
  }
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))) {
    return toMoment(Number(value) * SECOND, false);
  }
  if (typeof value !== 'string' || value.length > 40 || !ISO.test(value)) {
    return undefined;
  }
  const isDay = value.length === 10;
  const hasZone = isDay || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(value);
  const written = value
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  return toMoment(Date.parse(hasZone ? written : `${written}Z`), isDay);
}

function toMoment(time: number, isDay: boolean): Moment | undefined {
  return Math.abs(time) <= LAST ? { time, isDay } : undefined;
}
