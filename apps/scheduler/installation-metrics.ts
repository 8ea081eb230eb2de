import type { Database } from '#platform/db';
import { type MetricSource, CachedFigures } from '#platform/health';
import { readPartitionStates } from '#platform/partitions';
import type { ClockService } from '#platform/runtime';
import { findSchemaGap } from '#platform/schema';

/** Partitions and migrations change seldom, and their figures come from the catalogue. */
const MAX_AGE_MS = 10_000;

/**
 * Metrics of what the database lacks: migrations, and partitions of the coming days.
 *
 * @param migrations  names of those of this release
 */
export function installationMetrics(db: Database, clock: ClockService, migrations: readonly string[]): MetricSource[] {
  const gap = new CachedFigures(() => findSchemaGap(db, migrations), MAX_AGE_MS);
  const partitions = new CachedFigures(() => readPartitionStates(db, clock.now()), MAX_AGE_MS);
  return [
    {
      name: 'herald_schema_version',
      help: 'Migrations that the database has had',
      read: async () => {
        const { missing, unknown } = await gap.get();
        return [{ value: migrations.length - missing.length + unknown.length }];
      },
    },
    {
      name: 'herald_schema_pending_migrations',
      help: 'Migrations of this release that the database has not had',
      read: async () => [{ value: (await gap.get()).missing.length }],
    },
    {
      name: 'herald_partitions_ahead_days',
      help: 'Whole days after today that have a partition, by table; -1: today has none',
      labels: ['table'],
      read: async () =>
        (await partitions.get()).map(({ table, daysAhead }) => ({ labels: { table }, value: daysAhead })),
    },
    {
      name: 'herald_partitions_stray_rows',
      help: '1 for a table with rows in its default partition, which no retention drops',
      labels: ['table'],
      read: async () =>
        (await partitions.get()).map(({ table, hasStrayRows }) => ({ labels: { table }, value: hasStrayRows ? 1 : 0 })),
    },
  ];
}
