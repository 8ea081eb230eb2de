import { addDays, dayOf, type Day } from '../../widgets/days.js';

/** Days until today, in UTC, by their names in the address; `all`: since the journey began. */
export const PERIODS = ['all', 'today', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = { today: 1, week: 7, month: 30 };

/** A period out of the address; anything else is `all`. */
export function readPeriod(text: string | undefined): Period {
  return PERIODS.find((period) => period === text) ?? 'all';
}

/** The first day of a period; undefined: as far back as days are counted. */
export function firstDayOf(period: Period, now: Date): Day | undefined {
  return period === 'all' ? undefined : addDays(dayOf(now, 'UTC'), 1 - DAYS[period]);
}
