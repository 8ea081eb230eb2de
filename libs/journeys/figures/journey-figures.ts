import { SUMS } from '../model/journey.types.js';
import type { Passage } from '../visits/passage.repository.js';

/** People of a journey, in sum. */
export interface JourneyFigures {
  entered: number;
  inside: number;
  left: number;
  converted: number;
  late: number;
  /** Entries that were refused: the person was in a loop. */
  looped: number;
  /** Entries that the limits of the journey refused. */
  limited: number;
  /** People who entered, and get nothing because of `holdout`. */
  heldOut: number;
  /** Held-out people who converted. */
  heldOutConverted: number;
}

/** People of a journey, in sum and by node. */
export interface JourneyStatistics extends JourneyFigures {
  nodes: Record<string, { inside: number; passed: number }>;
}

/** Fields of sums by the names under which they are counted. */
export const SUM_FIELDS: ReadonlyMap<string, keyof typeof SUMS> = new Map(
  (Object.keys(SUMS) as (keyof typeof SUMS)[]).map((field) => [SUMS[field], field]),
);

/** Adds up the rows of one version of a journey, or of all. */
export function addFigures(rows: readonly (Omit<Passage, 'version'> & { inside: number })[]): JourneyStatistics {
  const sums = {
    entered: 0,
    inside: 0,
    left: 0,
    converted: 0,
    late: 0,
    looped: 0,
    limited: 0,
    heldOut: 0,
    heldOutConverted: 0,
  };
  const statistics: JourneyStatistics = { ...sums, nodes: {} };
  for (const { node, passed, inside } of rows) {
    const field = SUM_FIELDS.get(node);
    if (field) {
      statistics[field] += passed;
      continue;
    }
    const sums = (statistics.nodes[node] ??= { inside: 0, passed: 0 });
    sums.inside += inside;
    sums.passed += passed;
    statistics.inside += inside;
  }
  return statistics;
}
