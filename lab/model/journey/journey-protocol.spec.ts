import { describe, expect, it } from 'vitest';
import { explore } from '../checker.js';
import { JOURNEY_GUARDS, JOURNEY_MUTANTS, JOURNEY_PROMISES } from './journey-guards.js';
import { journeyOf, journeySetting } from './journey-protocol.js';

/** `MODEL_FAULTS=2` allows two deaths on one way. */
const CRASHES = Number(process.env.MODEL_FAULTS ?? 1);
const TIMEOUT_MS = 900_000;

describe('Hand-over of journeys', () => {
  it(
    'Journeys keep every promise, and everyone comes to an end, with deaths at every moment',
    { timeout: TIMEOUT_MS },
    () => {
      const { states, transitions, depth, violation } = explore(journeyOf(journeySetting(CRASHES)));
      console.log(`journey: ${states} states, ${transitions} steps, ${depth} deep, at most ${CRASHES} deaths`);
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(5000);
    },
  );

  it.each(JOURNEY_MUTANTS)(
    'The checker finds a journey without $out: $breaks',
    { timeout: TIMEOUT_MS },
    ({ out, breaks }) => {
      const { violation } = explore(journeyOf(journeySetting(CRASHES, out)), breaks);
      expect(violation?.promise).toBe(breaks);
    },
  );

  it('Every guard of journeys is tried, and every promise falls without one', () => {
    const tried = new Set(JOURNEY_MUTANTS.flatMap(({ out }) => out));
    expect([...tried].toSorted()).toEqual(Object.keys(JOURNEY_GUARDS).toSorted());
    const fallen = new Set(JOURNEY_MUTANTS.map(({ breaks }) => breaks));
    expect(Object.values(JOURNEY_PROMISES).filter((promise) => !fallen.has(promise))).toEqual([]);
  });
});
