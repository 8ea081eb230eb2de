import { readPartitionStates, type PartitionState } from '#platform/partitions';
import { failed, ok, warning, type Check, type Finding } from '../check.js';

/** The scheduler keeps a week; with less than this it does not do its work. */
const MIN_DAYS_AHEAD = 2;

/** Tables by day and month have partitions for the days to come. */
export const partitionsCheck: Check = {
  name: 'partitions',
  applies: ({ hasDatabase }) => hasDatabase,
  async run(surroundings) {
    const states = await readPartitionStates(await surroundings.database(), new Date());
    const faults = states.flatMap(describeState);
    const least = Math.min(...states.map(({ daysAhead }) => daysAhead));
    return faults.length > 0 ? faults : ok(`there for ${least} days ahead at least`);
  },
};

function describeState({ table, daysAhead, hasStrayRows }: PartitionState): Finding[] {
  return [
    ...(daysAhead < MIN_DAYS_AHEAD
      ? [
          failed(
            `${table} has none for the days after the next ${Math.max(0, daysAhead)}: see that a scheduler runs, or run "herald migrate"`,
          ),
        ]
      : []),
    ...(hasStrayRows
      ? [
          warning(
            `${table} has rows of days without a partition: they stay until they are moved, so see that a scheduler runs always`,
          ),
        ]
      : []),
  ];
}
