import { SUMS } from '../model/journey.types.js';

/** People of a week. */
export interface WeekFigures {
  entered: number;
  left: number;
  converted: number;
}

/** Nodes whose hours make a digest. */
export const DIGEST_NODES: readonly string[] = [SUMS.entered, SUMS.left, SUMS.converted];

/** Adds up the hours of a week. */
export function addWeek(
  hours: readonly { hour: Date; node: string; passed: number }[],
  from: Date,
  to: Date,
): WeekFigures {
  const sum = (node: string): number =>
    hours.reduce(
      (all, each) => (each.node === node && each.hour >= from && each.hour < to ? all + each.passed : all),
      0,
    );
  return { entered: sum(SUMS.entered), left: sum(SUMS.left), converted: sum(SUMS.converted) };
}
