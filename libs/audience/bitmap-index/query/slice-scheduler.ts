import { setImmediate } from 'node:timers/promises';

/** An evaluation blocks other requests of the process at most this long. */
const MAX_BLOCKING_MS = 5;

/**
 * Iterates over slices, with pauses for other work.
 *
 * @param slices  may grow during the iteration
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
