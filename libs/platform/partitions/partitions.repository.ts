import { type Database, isDuplicateObject, type Statements } from '#platform/db';

/**
 * Tables that are partitioned by day, with the retention of their records. Each has a default partition for days
 * without one. `feed` is read within a few days.
 */
export const PARTITIONED_TABLES = {
  'platform.outbox': 'feed',
  'delivery.push_result': 'results',
  'delivery.click': 'results',
  'delivery.receipt': 'results',
  'delivery.open': 'results',
  'delivery.provider_receipt': 'results',
  'events.event': 'events',
} as const;

/** Minimum retention of each kind of record, in whole days. */
export type Retention = Record<(typeof PARTITIONED_TABLES)[keyof typeof PARTITIONED_TABLES], number>;

/** Partitions created ahead: the scheduler may be down for less than this without any effect. */
const DAYS_AHEAD = 7;
const TABLES = Object.keys(PARTITIONED_TABLES) as (keyof typeof PARTITIONED_TABLES)[];

/**
 * Creates the day partitions from today to a week ahead. Safe to run at any time and in several processes. Eight
 * partitions per table · catalogue only · a brief lock on the parent of a new partition.
 *
 * @param today  UTC
 */
export async function ensurePartitions(db: Statements, today: Date): Promise<void> {
  for (const table of TABLES) {
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
      const from = dayText(today, ahead);
      const to = dayText(today, ahead + 1);
      const name = `${table}_${compact(from)}`;
      const existing = await db.row<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "exists"', [name]);
      if (!existing?.exists) {
        await createPartition(db, `${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`);
      }
    }
  }
}

async function createPartition(db: Statements, definition: string): Promise<void> {
  try {
    await db.affected(`CREATE TABLE IF NOT EXISTS ${definition}`);
  } catch (error) {
    if (!isDuplicateObject(error)) {
      throw error;
    }
  }
}

/**
 * Drops expired day partitions. That is free, while deleting rows would cost as much as writing them. One partition at
 * a time · waits at most two seconds for the lock on the parent, or leaves it to the next run.
 *
 * @param keep  the longest retention of any application
 * @returns names of the dropped partitions
 */
export async function dropExpiredPartitions(db: Database, today: Date, keep: Retention): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of TABLES) {
    const oldest = `${table}_${compact(dayText(today, -keep[PARTITIONED_TABLES[table]]))}`;
    const expired = await db.rows<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE i.inhparent = $1::regclass AND n.nspname || '.' || c.relname < $2
          AND c.relname ~ '_[0-9]{8}$'
        ORDER BY name`,
      [table, oldest],
    );
    for (const { name } of expired) {
      await db.tx(async (tx) => {
        await tx.affected(`SET LOCAL lock_timeout = '2s'`);
        await tx.affected(`DROP TABLE IF EXISTS ${name}`);
      });
      dropped.push(name);
    }
  }
  return dropped;
}

function dayText(today: Date, ahead: number): string {
  return new Date(today.getTime() + ahead * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

function compact(day: string): string {
  return day.replaceAll('-', '');
}
