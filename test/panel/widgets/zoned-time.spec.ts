import { describe, expect, it } from 'vitest';
import { clockTimes, instantOf, localOf, readWall, wallOf } from '../../../apps/panel/widgets/times/zoned-time.js';

const BERLIN = 'Europe/Berlin';
const ISTANBUL = 'Europe/Istanbul';

describe('Instants of local times', () => {
  it('A local time has an instant also in the years that appear while a year is typed', () => {
    for (const year of ['0002', '0020', '0203']) {
      expect(instantOf(`${year}-10-27T02:30`, BERLIN)).toMatch(new RegExp(`^${year}-10-27T01:`));
    }
  });

  it('The instant of a local time is the one at which the clock shows it', () => {
    expect(instantOf('2026-07-01T12:00', BERLIN)).toBe('2026-07-01T10:00:00.000Z');
    expect(instantOf('2026-12-01T12:00', BERLIN)).toBe('2026-12-01T11:00:00.000Z');
    expect(instantOf('2026-12-01T12:00', 'America/St_Johns')).toBe('2026-12-01T15:30:00.000Z');
    expect(clockTimes('2026-12-01T12:00', 'America/St_Johns')).toMatchObject([{ offset: '-03:30' }]);
    expect(instantOf('', BERLIN)).toBeUndefined();
    expect(instantOf('tomorrow', BERLIN)).toBeUndefined();
  });

  it('A local time in the hour that Berlin skips has no instant', () => {
    expect(instantOf('2026-03-29T01:59', BERLIN)).toBe('2026-03-29T00:59:00.000Z');
    for (const skipped of ['2026-03-29T02:00', '2026-03-29T02:30', '2026-03-29T02:59']) {
      expect(readWall(skipped)).toBeDefined();
      expect(clockTimes(skipped, BERLIN)).toEqual([]);
      expect(instantOf(skipped, BERLIN)).toBeUndefined();
    }
    expect(instantOf('2026-03-29T03:00', BERLIN)).toBe('2026-03-29T01:00:00.000Z');
  });

  it('A local time in the hour that Berlin has twice has one of two instants, and none before a choice', () => {
    for (const doubled of ['2026-10-25T02:00', '2026-10-25T02:30', '2026-10-25T02:59']) {
      const [first, second] = clockTimes(doubled, BERLIN);
      expect([first?.offset, second?.offset]).toEqual(['+02:00', '+01:00']);
      expect(Date.parse(second?.instant ?? '') - Date.parse(first?.instant ?? '')).toBe(3_600_000);
      expect(instantOf(doubled, BERLIN)).toBeUndefined();
      expect(instantOf(`${doubled}+02:00`, BERLIN)).toBe(first?.instant);
      expect(instantOf(`${doubled}+01:00`, BERLIN)).toBe(second?.instant);
      expect(instantOf(`${doubled}+05:00`, BERLIN)).toBeUndefined();
    }
    expect(instantOf('2026-10-25T02:30+01:00', BERLIN)).toBe('2026-10-25T01:30:00.000Z');
    expect(clockTimes('2026-10-25T01:59', BERLIN)).toHaveLength(1);
    expect(clockTimes('2026-10-25T03:00', BERLIN)).toHaveLength(1);
  });

  it('A local time in Istanbul, whose clock is not changed, has one instant', () => {
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      for (const day of ['2026-03-29', '2026-10-25']) {
        const time = new Date(Date.parse(`${day}T00:00Z`) + minute * 60_000).toISOString().slice(0, 16);
        expect(clockTimes(time, ISTANBUL)).toMatchObject([{ offset: '+03:00' }]);
      }
    }
  });

  it('An instant is found again from the local time that is kept of it', () => {
    for (const iso of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-07-01T10:00:00.000Z']) {
      const local = localOf(iso, BERLIN);
      expect(instantOf(local, BERLIN)).toBe(iso);
      expect(wallOf(local)).toHaveLength('2026-10-25T02:30'.length);
    }
    expect(localOf('2026-07-01T10:00:00.000Z', BERLIN)).toBe('2026-07-01T12:00');
  });

  it('A choice of another zone means what the clock of this zone shows', () => {
    // A colleague in Istanbul goes on with a draft from Berlin: their clock shows the time once.
    expect(instantOf('2026-10-25T02:30+01:00', ISTANBUL)).toBe('2026-10-24T23:30:00.000Z');
  });
});
