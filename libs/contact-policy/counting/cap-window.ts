import { readDuration } from '#platform/spelling';
import type { CalendarPeriod, Cap } from '../model/policy.types.js';
import { periodAround } from './calendar-period.js';

/** A window of a cap: so many seconds, and never earlier than a time. A calendar cap has one for each zone. */
export interface CapWindow {
  cap: Cap;
  seconds: number;
  since: string;
  /** Place of the zone among those that were asked for; null: it holds for every user. */
  zone: number | null;
}

/** Longer than any such period, with the hours of clocks that are set. */
const PERIOD_SECONDS: Readonly<Record<CalendarPeriod, number>> = {
  day: 2 * 86_400,
  week: 8 * 86_400,
  month: 32 * 86_400,
};

/** The windows of caps that end now. @param zones  of the users that are asked about */
export function windowsOf(caps: readonly Cap[], zones: readonly string[], now: Date): CapWindow[] {
  return caps.flatMap((cap): CapWindow[] => {
    const { calendar } = cap.entry;
    const seconds = secondsOf(cap);
    return calendar === undefined
      ? [{ cap, seconds, since: cap.since, zone: null }]
      : zones.map((zone, index) => {
          const start = periodAround(calendar, zone, now).start.toISOString();
          return { cap, seconds, since: start > cap.since ? start : cap.since, zone: index };
        });
  });
}

/** Seconds that the longest window needs. */
export function longestWindow(caps: readonly Cap[]): number {
  return Math.max(0, ...caps.map(secondsOf));
}

/** Tests if caps count by the calendars of users. */
export function needZones(caps: readonly Pick<Cap, 'entry'>[]): boolean {
  return caps.some(({ entry }) => entry.calendar !== undefined);
}

/** The beginning of the window of a cap that ends now. @param zone  of a calendar cap */
export function startOfWindow(cap: Pick<Cap, 'entry'>, zone: string, now: Date): Date {
  const { calendar } = cap.entry;
  return calendar === undefined
    ? new Date(now.getTime() - secondsOf(cap) * 1000)
    : periodAround(calendar, zone, now).start;
}

/**
 * When a user with these messages has a free place again.
 *
 * @param times  of the messages in the window, the newest first, in ms since 1970
 * @param zone   of a calendar cap
 */
export function findFreeTime(
  cap: Pick<Cap, 'entry'>,
  times: readonly number[],
  { zone, now }: { zone: string | null; now: Date },
): Date {
  const { calendar, most } = cap.entry;
  if (calendar !== undefined) {
    return periodAround(calendar, zone ?? 'UTC', now).end;
  }
  const oldest = times[most - 1] ?? times.at(-1) ?? now.getTime();
  return new Date(oldest + secondsOf(cap) * 1000);
}

function secondsOf({ entry: { per, calendar } }: Pick<Cap, 'entry'>): number {
  return calendar === undefined ? (readDuration(per ?? '') ?? Number.NaN) : PERIOD_SECONDS[calendar];
}
