import type { Finding } from './alarm.types.js';

/** Days with which the last hours are compared: a week, because weekends differ. */
const DAYS = 7;
const DAY_HOURS = 24;
/** Windows of silence in hours: a busy journey is missed soon, a quiet one after a day. */
const SILENCE_HOURS = [1, 3, 6, 24] as const;
const SURGE_HOURS = [1, 24] as const;
/** Silence is none where one of the days before had fewer people: chance alone keeps that many away once in 10⁸ looks. */
const LEAST_USUAL = 20;
const SURGE_TIMES = 4;
const SURGE_MORE = 100;
/** Failed messages of a step. */
const LEAST_FAILED = 20;
const FAILED_SHARE = 0.5;
/** Hours that the messages of a step are looked at. */
export const FAILING_HOURS = 3;
/** Hours that the rules look back. */
export const WATCHED_HOURS = (DAYS + 1) * DAY_HOURS;

/** People by the hour, the last full hour first; hours before the journey was watched are not there. */
export type HourCounts = readonly number[];

/** Finds out if no one came in the last hours, although people came then on each of the seven days before. */
export function findSilence(counts: HourCounts): Omit<Finding, 'kind' | 'node'> | undefined {
  for (const hours of SILENCE_HOURS) {
    const days = sumDays(counts, hours);
    const usual = Math.min(...days);
    if (days.length === DAYS && usual >= LEAST_USUAL && sumFrom(counts, 0, hours) === 0) {
      return { hours, seen: 0, usual };
    }
  }
  return undefined;
}

/** Finds out if four times as many came as on the busiest of the seven days before, and a hundred more. */
export function findSurge(counts: HourCounts): Omit<Finding, 'kind' | 'node'> | undefined {
  for (const hours of SURGE_HOURS) {
    const days = sumDays(counts, hours);
    const usual = Math.max(...days);
    const seen = sumFrom(counts, 0, hours);
    if (days.length === DAYS && seen >= usual * SURGE_TIMES && seen >= usual + SURGE_MORE) {
      return { hours, seen, usual };
    }
  }
  return undefined;
}

/** Finds out if half of the messages of a step failed, and twenty at least. */
export function findFailing({
  sent,
  failed,
}: {
  sent: number;
  failed: number;
}): Omit<Finding, 'kind' | 'node'> | undefined {
  const usual = sent + failed;
  return failed >= LEAST_FAILED && failed >= usual * FAILED_SHARE
    ? { hours: FAILING_HOURS, seen: failed, usual }
    : undefined;
}

/** Sums of the same hours of the days before; of days that were not watched to their end none. */
function sumDays(counts: HourCounts, hours: number): number[] {
  const sums: number[] = [];
  for (let day = 1; day <= DAYS && day * DAY_HOURS + hours <= counts.length; day += 1) {
    sums.push(sumFrom(counts, day * DAY_HOURS, hours));
  }
  return sums;
}

function sumFrom(counts: HourCounts, first: number, hours: number): number {
  let sum = 0;
  for (let index = first; index < first + hours; index += 1) {
    sum += counts[index] ?? 0;
  }
  return sum;
}
