import { setImmediate } from 'node:timers/promises';

/** A process that evaluates has other requests to answer: so long it may keep them waiting. */
const MAX_BLOCKING_MS = 5;

/**
 * Slices one after the other, with a pause for other work between two of them when the turn is over.
 *
 * @param slices  may grow meanwhile
 */
export async function* iterateSlices(slices: ReadonlyMap<number, unknown>): AsyncGenerator<number> {
  let startedAt = performance.now();
  for (const slice of slices.keys()) {
    if (performance.now() - startedAt > MAX_BLOCKING_MS) {
      await setImmediate();
      startedAt = performance.now();
    }
    yield slice;
  }
}
