import { describe, expect, it } from 'vitest';
import { attributeTime, clockTimeAfter } from './wait-times.js';

const iso = (at: Date) => at.toISOString();
const AT_TEN = { time: '10:00', zone: 'user' } as const;
const BERLIN = 'Europe/Berlin';
const DAY_MS = 24 * 3_600_000;

describe('Times that waits end by', () => {
  it.each([
    ['the same day where the clock has yet to show it', {}, '2026-11-30T08:59:59Z', '2026-11-30T09:00:00.000Z'],
    ['the next day where the clock shows it now', {}, '2026-11-30T09:00:00Z', '2026-12-01T09:00:00.000Z'],
    ['so many days after the local day', { days: 1 }, '2026-11-30T23:30:00Z', '2026-12-02T09:00:00.000Z'],
    ['the next of the weekdays', { weekdays: ['FR' as const] }, '2026-11-30T08:00:00Z', '2026-12-04T09:00:00.000Z'],
    [
      'today, if it is one of the weekdays',
      { weekdays: ['MO' as const] },
      '2026-11-30T08:00:00Z',
      '2026-11-30T09:00:00.000Z',
    ],
    ['the same clock after clocks went back', { days: 1 }, '2026-10-24T12:00:00Z', '2026-10-25T09:00:00.000Z'],
    ['the same clock after clocks went forward', { days: 1 }, '2026-03-28T12:00:00Z', '2026-03-29T08:00:00.000Z'],
  ])('A time of day is %s', (_what, days, now, expected) => {
    expect(iso(clockTimeAfter({ ...AT_TEN, ...days }, BERLIN, new Date(now)))).toBe(expected);
  });

  it('A time that a clock skips moves forward, and of one that occurs twice the first counts', () => {
    const at = (now: string) => iso(clockTimeAfter({ time: '02:30', zone: 'user' }, BERLIN, new Date(now)));
    expect(at('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(at('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    // The second half past two of that night is past as well.
    expect(at('2026-10-25T00:45:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });

  it('A day begins at midnight of the zone, and so many days before it is the same clock', () => {
    const day = Date.parse('2026-03-30T00:00:00Z');
    const until = { attribute: 'trip', beforeMs: 2 * DAY_MS, zone: 'user' as const };
    expect(iso(attributeTime(until, day, { isDay: true, zone: BERLIN }))).toBe('2026-03-27T23:00:00.000Z');
    expect(iso(attributeTime({ ...until, time: '09:00' }, day, { isDay: true, zone: BERLIN }))).toBe(
      '2026-03-28T08:00:00.000Z',
    );
  });

  it('A moment is itself, and with a time of day its local day', () => {
    const moment = Date.parse('2026-11-30T23:30:00Z');
    const until = { attribute: 'flight', beforeMs: -3_600_000, zone: 'user' as const };
    expect(iso(attributeTime(until, moment, { isDay: false, zone: BERLIN }))).toBe('2026-12-01T00:30:00.000Z');
    expect(iso(attributeTime({ ...until, time: '09:00', beforeMs: 0 }, moment, { isDay: false, zone: BERLIN }))).toBe(
      '2026-12-01T08:00:00.000Z',
    );
  });
});
