import { setImmediate } from 'node:timers/promises';

/** A process that evaluates has other requests to answer: so long it may keep them waiting. */
const TURN_MS = 5;

/**
 * Slices one after the other, with a pause for other work between two of them when the turn is over.
 *
 * @param slices  may grow meanwhile
 */
export async function* inTurns(slices: ReadonlyMap<number, unknown>): AsyncGenerator<number> {
  let begun = performance.now();
  for (const slice of slices.keys()) {
    if (performance.now() - begun > TURN_MS) {
      await setImmediate();
      begun = performance.now();
    }
    yield slice;
  }
}
