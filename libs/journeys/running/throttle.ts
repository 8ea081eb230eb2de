import type { ThrottleStep } from '../model/journey.types.js';

/** The stretch of time that a moment lies in. */
export function stretchOf(now: Date, perMs: number): Date {
  return new Date(Math.floor(now.getTime() / perMs) * perMs);
}

/**
 * Gives people places, one after the other, in stretches from `slot` on.
 *
 * @returns when each may pass, and the stretch after the last one
 */
export function givePlaces(
  { most, perMs }: Pick<ThrottleStep, 'most' | 'perMs'>,
  slot: { at: Date; used: number },
  count: number,
): { places: Date[]; next: { at: Date; used: number } } {
  let { at, used } = slot;
  const places: Date[] = [];
  while (places.length < count) {
    if (used >= most) {
      at = new Date(at.getTime() + perMs);
      used = 0;
    }
    places.push(at);
    used += 1;
  }
  return { places, next: { at, used } };
}
