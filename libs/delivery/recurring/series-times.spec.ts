import { describe, expect, it } from 'vitest';
import { wallIn } from '#platform/spelling';
import type { SeriesRule } from '../model/series.types.js';
import { findDueRun, findNextRun, listRuns, skipPast } from './series-times.js';

const ZONES = [
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'UTC',
];
const daily = (more: Partial<SeriesRule> = {}): SeriesRule => ({
  start: '2026-03-20T02:30:00',
  days: 'FREQ=DAILY',
  zone: 'application',
  timeZone: 'Europe/Berlin',
  ...more,
});
const walls = (rule: SeriesRule, limit: number): string[] => listRuns(rule, null, limit).map(({ wall }) => wall);
const at = (wall: string): Date => new Date(`${wall}Z`);

describe('Times of a recurring campaign', () => {
  it.each(ZONES)('In %s a daily run has its clock time each day, at rising instants about a day apart', (timeZone) => {
    for (const clock of ['00:00:00', '02:30:00', '23:59:59']) {
      const runs = listRuns(daily({ timeZone, start: `2026-01-01T${clock}` }), null, 730);
      expect(runs).toHaveLength(730);
      for (const [index, { wall, dueAt, number }] of runs.entries()) {
        expect(number).toBe(index + 1);
        const before = runs[index - 1];
        if (before) {
          const hours = (dueAt.getTime() - before.dueAt.getTime()) / 3_600_000;
          expect(hours).toBeGreaterThanOrEqual(23);
          expect(hours).toBeLessThanOrEqual(25);
        }
        // Only a time that a clock skips is shown otherwise: later, on the same day.
        const shown = wallIn(timeZone, dueAt);
        expect(shown >= wall && shown.slice(0, 10) === wall.slice(0, 10)).toBe(true);
      }
    }
  });

  it('A time that clocks skip moves forward, and of one that they show twice the first counts', () => {
    const runs = listRuns(daily(), null, 300);
    const due = (day: string) => runs.find(({ wall }) => wall.startsWith(day))?.dueAt.toISOString();
    expect(due('2026-03-29')).toBe('2026-03-29T01:30:00.000Z');
    expect(due('2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('It ends by its count, its day and its time, and days that are left out count', () => {
    expect(walls(daily({ count: 3, except: ['2026-03-21'] }), 9)).toEqual([
      '2026-03-20T02:30:00',
      '2026-03-22T02:30:00',
    ]);
    expect(walls(daily({ until: '2026-03-21T23:59:59' }), 9)).toHaveLength(2);
    expect(walls(daily({ until: '2026-03-21T02:29:59' }), 9)).toHaveLength(1);
  });

  it('The latest of several due times is run, and the others are missed', () => {
    const first = findNextRun(daily(), null);
    const found = first && findDueRun(daily(), first, at('2026-03-22T12:00:00'));
    expect([found?.due.wall, found?.missed.map(({ wall }) => wall), found?.next?.wall]).toEqual([
      '2026-03-22T02:30:00',
      ['2026-03-20T02:30:00', '2026-03-21T02:30:00'],
      '2026-03-23T02:30:00',
    ]);
    const { next, passed } = skipPast(daily(), first, at('2026-03-22T12:00:00'));
    expect([next?.wall, passed.length]).toEqual(['2026-03-23T02:30:00', 3]);
  });

  it('By the clock of each person it begins where clocks show the time first', () => {
    const run = findNextRun(daily({ zone: 'user' }), null);
    expect(run?.dueAt.toISOString()).toBe('2026-03-19T12:30:00.000Z');
  });
});
