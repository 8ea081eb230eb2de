import { DAY_MS, instantIn, wallIn } from '#platform/spelling';
import type { CalendarPeriod } from '../model/policy.types.js';

/** The period of the calendar around a moment, by the clocks of a zone. The end is the beginning of the next one. */
export function periodAround(period: CalendarPeriod, zone: string, now: Date): { start: Date; end: Date } {
  const day = wallIn(zone, now).slice(0, 10);
  const first = firstDay(period, day);
  return {
    start: instantIn(zone, `${first}T00:00:00`),
    end: instantIn(zone, `${nextFirstDay(period, first)}T00:00:00`),
  };
}

function firstDay(period: CalendarPeriod, day: string): string {
  if (period === 'month') {
    return `${day.slice(0, 7)}-01`;
  }
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return period === 'week' ? addDays(day, -daysSinceMonday) : day;
}

function nextFirstDay(period: CalendarPeriod, first: string): string {
  // Every month has its next one within 32 days.
  return period === 'month' ? firstDay('month', addDays(first, 32)) : addDays(first, period === 'week' ? 7 : 1);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
