import { groupBy } from '#platform/collections';
import { SUMS } from '../model/journey.types.js';
import type { Count } from '../model/tally.js';
import { SUM_FIELDS } from './journey-figures.js';

/**
 * People at a node within a period.
 *
 * @property left  that left the journey there, by reason
 * @property ways  that took each way, by its name; `else`: beside the branches
 */
export interface NodePeriod {
  passed: number;
  left: Record<string, number>;
  ways: Record<string, number>;
}

/** People of a journey within a period, in sum and by node. @property from  first UTC day, `yyyy-MM-dd` · @property to  last */
export interface PeriodStatistics extends Record<keyof typeof SUMS, number> {
  from: string;
  to: string;
  nodes: Record<string, NodePeriod>;
}

/** Adds up the days of a period. */
export function addPeriod(
  { from, to }: { from: string; to: string },
  counts: readonly Omit<Count, 'version'>[],
): PeriodStatistics {
  const sums = Object.fromEntries(Object.keys(SUMS).map((field) => [field, 0])) as Record<keyof typeof SUMS, number>;
  const ofNodes: Omit<Count, 'version'>[] = [];
  for (const count of counts) {
    const field = count.kind === 'passed' ? SUM_FIELDS.get(count.node) : undefined;
    if (field) {
      sums[field] += count.people;
    } else {
      ofNodes.push(count);
    }
  }
  const nodes = [...groupBy(ofNodes, ({ node }) => node)].map(([node, list]) => [node, toNode(list)] as const);
  return { from, to, ...sums, nodes: Object.fromEntries(nodes) };
}

function toNode(counts: readonly Omit<Count, 'version'>[]): NodePeriod {
  const named = (group: Count['kind']): Record<string, number> =>
    Object.fromEntries(counts.filter(({ kind }) => kind === group).map(({ name, people }) => [name, people]));
  return {
    passed: counts.reduce((sum, { kind, people }) => (kind === 'passed' ? sum + people : sum), 0),
    left: named('left'),
    ways: named('way'),
  };
}
