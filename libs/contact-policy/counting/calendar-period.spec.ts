import { describe, expect, it } from 'vitest';
import { wallIn } from '#platform/spelling';
import { Dice } from '../../../test/support/rooms/dice.js';
import { periodAround } from './calendar-period.js';

describe('Period of the calendar', () => {
  it.each([
    ['day', 'UTC', '2026-11-30T12:00:00Z', '2026-11-30T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['day', 'Europe/Istanbul', '2026-11-30T22:00:00Z', '2026-11-30T21:00:00Z', '2026-12-01T21:00:00Z'],
    // The clocks are set back: 25 hours.
    ['day', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    // They are set forward: 23 hours.
    ['day', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    // Midnight does not exist: the day begins at one.
    ['day', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['week', 'UTC', '2026-11-29T23:59:59Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['week', 'UTC', '2026-11-30T00:00:00Z', '2026-11-30T00:00:00Z', '2026-12-07T00:00:00Z'],
    ['week', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['month', 'UTC', '2026-12-31T12:00:00Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['month', 'America/New_York', '2028-02-29T12:00:00Z', '2028-02-01T05:00:00Z', '2028-03-01T05:00:00Z'],
  ] as const)('The %s in %s around %s is from %s to %s', (period, zone, now, start, end) => {
    expect(periodAround(period, zone, new Date(now))).toEqual({ start: new Date(start), end: new Date(end) });
  });

  it('Each moment of any zone is in its period, the next one begins where it ends, and both have the same clocks', () => {
    const dice = new Dice(20_261_130);
    const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'America/Havana', '+05:45'];
    for (let round = 0; round < 3000; round++) {
      const zone = dice.pick(zones);
      const period = dice.pick(['day', 'week', 'month'] as const);
      const now = new Date(Date.UTC(2009, 0, 1) + dice.below(18 * 365 * 24 * 60) * 60_000);
      const { start, end } = periodAround(period, zone, now);
      const place = `${period} ${zone} ${now.toISOString()}`;
      expect(start <= now && now < end, place).toBe(true);
      expect(periodAround(period, zone, end).start, place).toEqual(end);
      const key = (at: Date): string => wallIn(zone, at).slice(0, period === 'month' ? 7 : 10);
      expect(period === 'week' || key(start) === key(now), place).toBe(true);
    }
  });
});
