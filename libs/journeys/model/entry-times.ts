import { wallIn } from '#platform/spelling';
import type { AudienceEntry, DateEntry } from './journey.types.js';
import { attributeTime, clockTimeAfter } from './wait-times.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Zones differ by so much, in minutes. */
const ZONE_STEP = 15;
/** The zones farthest from UTC are within a day of it. */
const SPAN_MS = DAY_MS;
/** The oldest person. */
const MOST_YEARS = 130;

/** Times after `from`, up to and with `to`. */
export interface Stretch {
  from: Date;
  to: Date;
}

/** Tests if a time of entry lies in a stretch, for a person in some zone. */
export function mayBeDue(entry: DateEntry | AudienceEntry, zone: string, { from, to }: Stretch): boolean {
  if ('audience' in entry) {
    return clockTimeAfter({ ...entry.audience, zone: 'application' }, zone, from) <= to;
  }
  const { time, zone: kind } = entry.date;
  if (kind === 'application') {
    return clockTimeAfter({ time, zone: kind }, zone, from) <= to;
  }
  const first = Math.floor(from.getTime() / MINUTE_MS) + 1;
  const minute = Number(time.slice(3)) % ZONE_STEP;
  const wait = (((minute - first) % ZONE_STEP) + ZONE_STEP) % ZONE_STEP;
  return (first + wait) * MINUTE_MS <= to.getTime();
}

/** The days that attributes may name of those who enter in a stretch, in any zone, `yyyy-MM-dd`. */
export function listDays({ date: { beforeMs, yearly } }: DateEntry, { from, to }: Stretch): string[] {
  const days: string[] = [];
  for (let at = from.getTime() + beforeMs - SPAN_MS; at <= to.getTime() + beforeMs + SPAN_MS + DAY_MS; at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return [...new Set(yearly ? days.flatMap(listAnniversaries) : days)];
}

/** Tests if a person enters in a stretch. @param value  of the attribute, in epoch ms */
export function isDue(
  { date }: DateEntry,
  value: number,
  { isDay, zone }: { isDay: boolean; zone: string },
  { from, to }: Stretch,
): boolean {
  const times = date.yearly
    ? listYears({ from, to }).map((year) => anniversary(value, year, { isDay, zone }))
    : [value];
  return times.some((time) => {
    const at = attributeTime(date, time, { isDay: isDay || date.yearly, zone });
    return at > from && at <= to;
  });
}

function listAnniversaries(day: string): string[] {
  const year = Number(day.slice(0, 4));
  const monthDay = day.slice(4);
  return Array.from({ length: MOST_YEARS }, (_, n) => String(year - n).padStart(4, '0')).flatMap((past) => [
    `${past}${monthDay}`,
    ...(monthDay === '-02-28' && isLeap(Number(past)) ? [`${past}-02-29`] : []),
  ]);
}

/** A day of a year, as midnight in UTC. Who was born on 29 February has the 28th in other years. */
function anniversary(value: number, year: number, { isDay, zone }: { isDay: boolean; zone: string }): number {
  const day = isDay ? new Date(value).toISOString().slice(0, 10) : wallIn(zone, new Date(value)).slice(0, 10);
  const monthDay = day.endsWith('-02-29') && !isLeap(year) ? '-02-28' : day.slice(4);
  return Date.parse(`${String(year).padStart(4, '0')}${monthDay}T00:00Z`);
}

function listYears({ from, to }: Stretch): number[] {
  const [first, last] = [from.getUTCFullYear() - 2, to.getUTCFullYear() + 2];
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
