import { describe, expect, it } from 'vitest';
import { instantIn, isTimeZone, localInstant, worldwideSpan } from './local-time.js';

describe('4.2 schedule.localTimezone: a time of the own clock', () => {
  it.each([
    ['UTC', '2030-02-01T15:30:00', '2030-02-01T15:30:00Z'],
    ['Europe/Istanbul', '2030-02-01T15:30:00', '2030-02-01T12:30:00Z'],
    ['America/New_York', '2030-02-01T15:30', '2030-02-01T20:30:00Z'],
    ['America/New_York', '2030-07-01T15:30', '2030-07-01T19:30:00Z'],
    ['Asia/Kathmandu', '2030-02-01T00:00:00', '2030-01-31T18:15:00Z'],
    ['Pacific/Kiritimati', '2030-02-01T15:30:00', '2030-02-01T01:30:00Z'],
    ['+03:00', '2030-02-01T15:30:00', '2030-02-01T12:30:00Z'],
  ])('%s at %s is %s', (zone, wall, utc) => {
    expect(instantIn(zone, wall)).toEqual(new Date(utc));
  });

  it('that clocks show twice is the first of the two', () => {
    expect(instantIn('Europe/Berlin', '2026-10-25T02:30:00')).toEqual(new Date('2026-10-25T00:30:00Z'));
    expect(instantIn('America/New_York', '2026-11-01T01:30:00')).toEqual(new Date('2026-11-01T05:30:00Z'));
  });

  it('that clocks leap over is as long after the leap', () => {
    expect(instantIn('Europe/Berlin', '2026-03-29T02:30:00')).toEqual(new Date('2026-03-29T01:30:00Z'));
    expect(instantIn('America/New_York', '2026-03-08T02:30:00')).toEqual(new Date('2026-03-08T07:30:00Z'));
  });

  it('lies, in every zone there is, within the span of the world, and its clocks show it', () => {
    const wall = '2030-02-01T15:30:00';
    const { first, last } = worldwideSpan(wall);
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const at = instantIn(zone, wall);
      expect(at >= first && at <= last, zone).toBe(true);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      expect(shown.format(at).replace(' ', 'T'), zone).toBe(wall);
    }
  });

  it('that had passed when it was asked for is that of the next day', () => {
    const requestedAt = new Date('2030-02-01T12:00:00Z');
    expect(localInstant('2030-02-01T15:30:00', 'Europe/Istanbul', 'UTC', requestedAt)).toEqual(
      new Date('2030-02-01T12:30:00Z'),
    );
    expect(localInstant('2030-02-01T15:30:00', 'Asia/Tokyo', 'UTC', requestedAt)).toEqual(
      new Date('2030-02-02T06:30:00Z'),
    );
  });

  it('is by the clock of the application for who has none, or one that does not exist', () => {
    const requestedAt = new Date('2030-01-01T00:00:00Z');
    for (const zone of [null, 'Mars/Olympus']) {
      expect(localInstant('2030-02-01T15:30:00', zone, 'America/New_York', requestedAt)).toEqual(
        new Date('2030-02-01T20:30:00Z'),
      );
    }
    expect([isTimeZone('Europe/Istanbul'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([true, false, false]);
  });
});
