import { describe, expect, it } from 'vitest';
import { isDue, listDays, mayBeDue } from './entry-times.js';
import type { DateEntry } from './journey.types.js';

const DAY_MS = 24 * 3_600_000;
const stretch = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const birthday = (fields: Partial<DateEntry['date']> = {}): DateEntry => ({
  date: { attribute: 'birthday', beforeMs: 0, time: '09:00', yearly: true, zone: 'user', ...fields },
});
const due = (entry: DateEntry, day: string, zone: string, from: string, to: string) =>
  isDue(entry, Date.parse(`${day}T00:00Z`), { isDay: true, zone }, stretch(from, to));

describe('Dates on which people enter', () => {
  it('A person enters each year at the time of their clock, in one stretch of those beside each other', () => {
    const at = (from: string, to: string) => due(birthday(), '1990-05-17', 'Asia/Tokyo', from, to);
    expect(at('2026-05-16T23:59:00Z', '2026-05-17T00:00:00Z')).toBe(true);
    expect(at('2026-05-17T00:00:00Z', '2026-05-17T00:01:00Z')).toBe(false);
    expect(at('2026-05-16T23:58:00Z', '2026-05-16T23:59:00Z')).toBe(false);
    expect(due(birthday({ yearly: false }), '1990-05-17', 'UTC', '2026-05-17T08:00:00Z', '2026-05-17T10:00:00Z')).toBe(
      false,
    );
  });

  it('Days before and the turn of a year count, and 29 February is the 28th in other years', () => {
    const before = birthday({ beforeMs: 3 * DAY_MS });
    expect(due(before, '1990-01-02', 'UTC', '2025-12-30T08:59:00Z', '2025-12-30T09:00:00Z')).toBe(true);
    expect(due(birthday(), '2000-02-29', 'UTC', '2026-02-28T08:59:00Z', '2026-02-28T09:00:00Z')).toBe(true);
    expect(due(birthday(), '2000-02-29', 'UTC', '2028-02-28T08:59:00Z', '2028-02-28T09:00:00Z')).toBe(false);
    expect(due(birthday(), '2000-02-29', 'UTC', '2028-02-29T08:59:00Z', '2028-02-29T09:00:00Z')).toBe(true);
  });

  it('The days that are asked for have everyone who is due, in the farthest zones', () => {
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Istanbul']) {
      for (const yearly of [true, false]) {
        const entry = birthday({ yearly, beforeMs: 2 * DAY_MS });
        for (const day of ['2026-01-01', '2026-02-28', '2024-02-29', '2026-12-31']) {
          for (let hour = -120; hour < 120; hour += 1) {
            const to = new Date(
              Date.parse(`2026-${day.slice(5) === '02-29' ? '02-28' : day.slice(5)}T00:00Z`) + hour * 3_600_000,
            );
            const span = { from: new Date(to.getTime() - 3_600_000), to };
            if (isDue(entry, Date.parse(`${day}T00:00Z`), { isDay: true, zone }, span)) {
              expect(listDays(entry, span), `${zone} ${day} ${to.toISOString()}`).toContain(day);
              expect(mayBeDue(entry, 'UTC', span)).toBe(true);
            }
          }
        }
      }
    }
  });

  it('A stretch without the minute of a time of day is not looked at', () => {
    expect(mayBeDue(birthday(), 'UTC', stretch('2026-05-17T09:00:00Z', '2026-05-17T09:14:30Z'))).toBe(false);
    expect(mayBeDue(birthday(), 'UTC', stretch('2026-05-17T09:14:30Z', '2026-05-17T09:15:00Z'))).toBe(true);
    const zoned = birthday({ zone: 'application' });
    expect(mayBeDue(zoned, 'UTC', stretch('2026-05-17T09:14:30Z', '2026-05-17T12:00:00Z'))).toBe(false);
    expect(mayBeDue(zoned, 'UTC', stretch('2026-05-17T08:59:30Z', '2026-05-17T09:00:00Z'))).toBe(true);
  });
});
