import { describe, expect, it } from 'vitest';
import { instantIn, localInstant, worldwideSpan } from './local-time.js';

describe('Instant of a local time (4.2 schedule.localTimezone)', () => {
  it.each([
    ['UTC', '2030-02-01T15:30:00', '2030-02-01T15:30:00Z'],
    ['Europe/Istanbul', '2030-02-01T15:30:00', '2030-02-01T12:30:00Z'],
    ['America/New_York', '2030-02-01T15:30', '2030-02-01T20:30:00Z'],
    ['America/New_York', '2030-07-01T15:30', '2030-07-01T19:30:00Z'],
    ['Asia/Kathmandu', '2030-02-01T00:00:00', '2030-01-31T18:15:00Z'],
    ['Pacific/Kiritimati', '2030-02-01T15:30:00', '2030-02-01T01:30:00Z'],
    ['+03:00', '2030-02-01T15:30:00', '2030-02-01T12:30:00Z'],
  ])('In the zone %s, the local time %s is the instant %s', (zone, wall, utc) => {
    expect(instantIn(zone, wall)).toEqual(new Date(utc));
  });

  it('A local time that occurs twice means its first occurrence', () => {
    expect(instantIn('Europe/Berlin', '2026-10-25T02:30:00')).toEqual(new Date('2026-10-25T00:30:00Z'));
    expect(instantIn('America/New_York', '2026-11-01T01:30:00')).toEqual(new Date('2026-11-01T05:30:00Z'));
  });

  it('A skipped local time moves forward by the skipped span', () => {
    expect(instantIn('Europe/Berlin', '2026-03-29T02:30:00')).toEqual(new Date('2026-03-29T01:30:00Z'));
    expect(instantIn('America/New_York', '2026-03-08T02:30:00')).toEqual(new Date('2026-03-08T07:30:00Z'));
  });

  it('An instant lies within the worldwide span in every zone, and formats back to the local time', () => {
    const wall = '2030-02-01T15:30:00';
    const { first, last } = worldwideSpan(wall);
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const at = instantIn(zone, wall);
      expect(at >= first && at <= last, zone).toBe(true);
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      expect(shown.format(at).replace(' ', 'T'), zone).toBe(wall);
    }
  });

  it('A local time that was past at the request moves to the next day', () => {
    const requestedAt = new Date('2030-02-01T12:00:00Z');
    expect(localInstant('2030-02-01T15:30:00', 'Europe/Istanbul', 'UTC', requestedAt)).toEqual(
      new Date('2030-02-01T12:30:00Z'),
    );
    expect(localInstant('2030-02-01T15:30:00', 'Asia/Tokyo', 'UTC', requestedAt)).toEqual(
      new Date('2030-02-02T06:30:00Z'),
    );
  });

  it.each([
    ['GMT+05:30', '2030-02-01T10:00:00Z'],
    ['+03:00', '2030-02-01T12:30:00Z'],
    ['UTC-3', '2030-02-01T18:30:00Z'],
    ['GMT+0530', '2030-02-01T10:00:00Z'],
  ])('A device with the fixed offset %s is due by its own clock', (zone, due) => {
    const requestedAt = new Date('2030-01-01T00:00:00Z');
    expect(localInstant('2030-02-01T15:30:00', zone, 'America/New_York', requestedAt)).toEqual(new Date(due));
  });

  it('The fallback zone applies without a zone and for an unknown zone', () => {
    const requestedAt = new Date('2030-01-01T00:00:00Z');
    for (const zone of [null, 'Mars/Olympus']) {
      expect(localInstant('2030-02-01T15:30:00', zone, 'America/New_York', requestedAt)).toEqual(
        new Date('2030-02-01T20:30:00Z'),
      );
    }
  });
});
