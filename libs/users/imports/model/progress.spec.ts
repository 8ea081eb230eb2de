import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { NO_COUNTS } from './import.types.js';
import { measureProgress } from './progress.js';

const SIZE = 1_000_000;
const BATCHES = 1000;

/** An import after each of its batches: how long they took, and the lines that they had. */
function runOf(durationOf: (share: number) => number) {
  let activeMs = 0;
  const states = Array.from({ length: BATCHES }, (_, n) => {
    activeMs += durationOf(n / BATCHES);
    const lines = (n + 1) * 1000;
    return {
      position: ((n + 1) * SIZE) / BATCHES,
      size: SIZE,
      counts: { ...NO_COUNTS, lines },
      activeMs,
      finishedAt: null,
    };
  });
  return { states, totalMs: activeMs };
}

describe('measureProgress', () => {
  it.each([
    ['even batches', () => 200],
    ['batches between a half and one and a half', (random: number) => 100 + 200 * random],
    ['every twentieth batch four times as long', (random: number) => (random < 0.05 ? 800 : 200)],
    ['batches that slow down by a third', (_: number, share: number) => 200 + 67 * share],
  ])('The rate and the time left are right within a fifth between the first tenth and the last: %s', (_, duration) => {
    const random = seeded(3);
    const { states, totalMs } = runOf((share) => duration(random(), share));
    const rate = (BATCHES * 1000) / (totalMs / 1000);
    for (const state of states.slice(BATCHES / 10, -BATCHES / 10)) {
      const { secondsLeft, linesPerSecond } = measureProgress(state);
      const left = (totalMs - state.activeMs) / 1000;
      expect(Math.abs((secondsLeft ?? Number.NaN) - left) / left).toBeLessThan(0.2);
      expect(Math.abs(linesPerSecond - rate) / rate).toBeLessThan(0.2);
    }
  });

  it('The rate is zero before the first batch, and no time is left after the end', () => {
    const state = { position: 0, size: SIZE, counts: NO_COUNTS, activeMs: 0, finishedAt: null };
    expect(measureProgress(state)).toEqual({ share: 0, linesPerSecond: 0, secondsLeft: null });
    expect(
      measureProgress({ ...state, position: SIZE, activeMs: 1000, finishedAt: new Date() }).secondsLeft,
    ).toBeNull();
  });
});
