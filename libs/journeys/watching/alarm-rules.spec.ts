import { describe, expect, it } from 'vitest';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { findFailing, findSilence, findSurge, type HourCounts, WATCHED_HOURS } from './alarm-rules.js';

const evenly = (perHour: number, lastHours: readonly number[] = []): number[] => [
  ...lastHours,
  ...Array.from({ length: WATCHED_HOURS - lastHours.length }, () => perHour),
];

describe('Silence', () => {
  it('A busy journey is missed after an hour, and one with a person an hour after a day', () => {
    expect(findSilence(evenly(20, [0]))).toEqual({ hours: 1, seen: 0, usual: 20 });
    expect(findSilence(evenly(1, [0]))).toBeUndefined();
    expect(findSilence(evenly(1, Array<number>(23).fill(0)))).toBeUndefined();
    expect(findSilence(evenly(1, Array<number>(24).fill(0)))).toEqual({ hours: 24, seen: 0, usual: 24 });
  });

  it('A journey with fewer than twenty people a day raises none', () => {
    expect(findSilence(evenly(0.75, Array<number>(24).fill(0)))).toBeUndefined();
  });

  it('A day before without people, such as a Sunday, raises none', () => {
    const counts = evenly(100, [0]);
    counts.fill(0, 72, 96);
    expect(findSilence(counts)).toBeUndefined();
  });

  it('A journey that is watched for less than a week raises none', () => {
    expect(findSilence(evenly(100, [0]).slice(0, 7 * 24))).toBeUndefined();
    expect(findSilence(evenly(100, [0]).slice(0, 7 * 24 + 1))).toBeDefined();
  });
});

describe('Surges', () => {
  it('Four times the busiest day and a hundred more are a surge', () => {
    expect(findSurge(evenly(50, [200]))).toEqual({ hours: 1, seen: 200, usual: 50 });
    expect(findSurge(evenly(50, [199]))).toBeUndefined();
    expect(findSurge(evenly(1, [100]))).toBeUndefined();
    expect(findSurge(evenly(0, [100]))).toEqual({ hours: 1, seen: 100, usual: 0 });
  });
});

describe('Failing messages', () => {
  it.each([
    [20, 20, true],
    [21, 20, false],
    [0, 19, false],
    [0, 20, true],
  ])('A step with %i sent and %i failed messages has an alarm: %s', (sent, failed, isFailing) => {
    expect(findFailing({ sent, failed }) !== undefined).toBe(isFailing);
  });
});

describe('False alarms', () => {
  it('A year of a hundred ordinary journeys with days, weekends and chance raises fewer than one a month', () => {
    const random = seeded(46);
    let alarms = 0;
    for (let journey = 0; journey < 100; journey += 1) {
      const level = 10 ** (random() * 3 - 0.5);
      const hours: number[] = [];
      for (let hour = 0; hour < 365 * 24; hour += 1) {
        hours.unshift(drawCount(rateOf(level, hour), random));
      }
      for (let last = 0; last + WATCHED_HOURS <= hours.length; last += 1) {
        const counts: HourCounts = hours.slice(last, last + WATCHED_HOURS);
        alarms += findSilence(counts) || findSurge(counts) ? 1 : 0;
      }
    }
    expect(alarms).toBeLessThanOrEqual(12);
  });
});

/** People an hour: few at night, half at weekends. */
function rateOf(level: number, hour: number): number {
  const ofDay = 1 + 0.9 * Math.sin(((hour % 24) / 24) * 2 * Math.PI);
  return level * ofDay * (Math.floor(hour / 24) % 7 < 5 ? 1 : 0.5);
}

/** A count by chance, with more spread than chance alone has. */
function drawCount(rate: number, random: () => number): number {
  const spread = rate * (0.5 + random());
  if (spread > 30) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(spread + normal * Math.sqrt(spread)));
  }
  let [count, product] = [0, random()];
  for (const limit = Math.exp(-spread); product > limit; product *= random()) {
    count += 1;
  }
  return count;
}
