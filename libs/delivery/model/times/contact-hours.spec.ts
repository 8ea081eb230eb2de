import { describe, expect, it } from 'vitest';
import type { Hours, SendWindow } from '#libs/contact-policy';
import { instantIn, wallIn } from '#platform/spelling';
import { findOpening } from './contact-hours.js';

const NIGHT: Hours = { from: '21:00', to: '08:00', zone: 'user' };
const WORK: SendWindow = { days: ['MO', 'TU', 'WE', 'TH', 'FR'], from: '09:00', to: '18:00', zone: 'user' };

/** Local time of the opening for a person in a zone, from a local time of that zone on. */
function opening(quiet: Hours | null, windows: SendWindow[], zone: string | null, wall: string): string | undefined {
  const own = zone ?? 'Europe/Istanbul';
  const found = findOpening({ quiet, windows, zone: 'Europe/Istanbul' }, zone, instantIn(own, wall));
  return found && wallIn(own, found).slice(0, 16);
}

describe('Contact hours', () => {
  it.each([
    ['2026-03-02T20:59', '2026-03-02T20:59'],
    ['2026-03-02T21:00', '2026-03-03T08:00'],
    ['2026-03-02T03:10', '2026-03-02T08:00'],
    ['2026-03-02T08:00', '2026-03-02T08:00'],
    ['2026-12-31T23:59', '2027-01-01T08:00'],
  ])('A message at %s leaves at %s', (wall, expected) => {
    expect(opening(NIGHT, [], 'America/New_York', wall)).toBe(expected);
    expect(opening(NIGHT, [], null, wall)).toBe(expected);
  });

  it.each([
    ['Friday evening', '2026-03-06T18:00', '2026-03-09T09:00'],
    ['Saturday', '2026-03-07T12:00', '2026-03-09T09:00'],
    ['Monday early', '2026-03-09T07:00', '2026-03-09T09:00'],
    ['Monday noon', '2026-03-09T12:00', '2026-03-09T12:00'],
  ])('A message of a window of working days waits on %s', (_, wall, expected) => {
    expect(opening(NIGHT, [WORK], 'Europe/Berlin', wall)).toBe(expected);
  });

  it('A window inside of quiet hours lets nothing leave, and two windows the earlier one', () => {
    const early: SendWindow = { from: '05:00', to: '06:00', zone: 'user' };
    expect(opening(NIGHT, [early], 'Europe/Berlin', '2026-03-06T12:00')).toBeUndefined();
    expect(opening(NIGHT, [early, WORK], 'Europe/Berlin', '2026-03-06T19:00')).toBe('2026-03-09T09:00');
  });

  it('No minute of both days on which clocks change is let through inside quiet hours, and each has an opening', () => {
    for (const quiet of [
      NIGHT,
      { from: '01:30', to: '02:30', zone: 'user' },
      { from: '02:15', to: '03:15', zone: 'user' },
    ]) {
      for (const start of ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z']) {
        for (let minute = -180; minute < 300; minute += 7) {
          const now = new Date(Date.parse(start) + minute * 60_000);
          const found = findOpening({ quiet, windows: [], zone: 'UTC' }, 'Europe/Berlin', now);
          const clock = found ? wallIn('Europe/Berlin', found).slice(11, 16) : '';
          const { from, to } = quiet;
          const isQuiet = from > to ? clock >= from || clock < to : clock >= from && clock < to;
          expect([quiet, now, clock !== '' && found && found >= now, isQuiet]).toEqual([quiet, now, true, false]);
        }
      }
    }
  });
});
