import type { Statements } from '#platform/db';

/** Tables that are partitioned by day, each with a default partition for days that nobody prepared. */
export const PARTITIONED_TABLES = [
  'platform.outbox',
  'delivery.push_result',
  'delivery.click',
  'events.event',
] as const;

/** Days prepared ahead: a scheduler that is down for less loses nothing, not even speed. */
const DAYS_AHEAD = 7;

/**
 * Makes the day partitions from today to a week ahead. Safe to run at any time and by several processes at once.
 * Eight partitions per table · catalogue only · a brief lock on the parent where a partition is new.
 *
 * @param today  UTC
 */
export async function ensurePartitions(on: Statements, today: Date): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
      const from = dayText(today, ahead);
      const to = dayText(today, ahead + 1);
      const name = `${table}_${from.replaceAll('-', '')}`;
      const known = await on.row<{ known: boolean }>('SELECT to_regclass($1) IS NOT NULL AS known', [name]);
      if (!known?.known) {
        await on.affected(
          `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`,
        );
      }
    }
  }
}

function dayText(today: Date, ahead: number): string {
  return new Date(today.getTime() + ahead * 24 * 3600 * 1000).toISOString().slice(0, 10);
}
