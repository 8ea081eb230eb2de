import type { JourneyFigures } from './journey-figures.js';

/** Standard deviations within which 95 % of a normal distribution lie. */
const Z = 1.96;

/** People of a group, and those of them who reached the goal. */
interface ComparedGroup {
  people: number;
  converted: number;
}

/**
 * Conversions of people who get messages, beside those of people who are held out.
 *
 * @property difference  of the two rates, reached less held out
 * @property from        the least difference that fits the figures, in 95 of 100 such journeys
 * @property to          the largest one
 */
export interface HoldoutEffect {
  reached: ComparedGroup;
  heldOut: ComparedGroup;
  difference: number;
  from: number;
  to: number;
}

/** Compares them; undefined where either group is empty. */
export function compareHeldOut(
  figures: Pick<JourneyFigures, 'entered' | 'converted' | 'heldOut' | 'heldOutConverted'>,
): HoldoutEffect | undefined {
  const heldOut = { people: figures.heldOut, converted: figures.heldOutConverted };
  const reached = {
    people: figures.entered - heldOut.people,
    converted: figures.converted - heldOut.converted,
  };
  if (reached.people <= 0 || heldOut.people <= 0) {
    return undefined;
  }
  const [a, b] = [boundRate(reached), boundRate(heldOut)];
  const difference = a.rate - b.rate;
  // Newcombe (1998), method 10: it holds also for few people and rates near 0.
  return {
    reached,
    heldOut,
    difference,
    from: difference - Math.hypot(a.rate - a.low, b.high - b.rate),
    to: difference + Math.hypot(a.high - a.rate, b.rate - b.low),
  };
}

/** The rate of a group with the interval of Wilson. */
function boundRate({ people, converted }: ComparedGroup): { rate: number; low: number; high: number } {
  // Someone who entered before the sums were kept may convert after.
  const rate = Math.min(1, Math.max(0, converted / people));
  const weight = 1 + Z ** 2 / people;
  const middle = rate + Z ** 2 / (2 * people);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / people + Z ** 2 / (4 * people ** 2));
  return { rate, low: (middle - spread) / weight, high: (middle + spread) / weight };
}
