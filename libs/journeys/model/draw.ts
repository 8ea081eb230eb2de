import { createHash } from 'node:crypto';
import type { SplitStep } from './journey.types.js';

const DRAW_BYTES = 6;

/** Shares of a split together, in hundredths of a percent. */
export const WHOLE = 10_000;

/**
 * The arm of a person. It is the same in every visit and version, and in all of them the arms before it have the same places:
 * a share that grows takes people from its neighbour alone.
 */
export function drawArm({ id, arms }: SplitStep, journeyId: number, uid: number): string {
  const hash = createHash('sha256').update(`journey ${journeyId} ${id} ${uid}`).digest();
  const place = (hash.readUIntBE(0, DRAW_BYTES) / 2 ** (8 * DRAW_BYTES)) * WHOLE;
  let end = 0;
  return (arms.find(({ share }) => place < (end += share)) ?? arms.at(-1))?.name ?? '';
}
