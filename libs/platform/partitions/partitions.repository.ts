import { type Database, isDuplicateObject, type Statements } from '#platform/db';

/**
 * Partitioned tables with the retention of their records. Each has a default partition for times without one. `feed` is
 * read within a few days. Partitions are days, of the audit log months.
 */
export const PARTITIONED_TABLES = {
  'audit.entry': 'audit',
  'platform.outbox': 'feed',
  'delivery.push_result': 'results',
  'delivery.left_out': 'results',
  'delivery.click': 'results',
  'delivery.receipt': 'results',
  'delivery.open': 'results',
  'delivery.provider_receipt': 'results',
  'events.event': 'events',
  'events.message_id': 'feed',
} as const;

/** Minimum retention of each kind of record, in whole days. */
export type Retention = Record<(typeof PARTITIONED_TABLES)[keyof typeof PARTITIONED_TABLES], number>;

/** Partitions created ahead: the scheduler may be down for less than this without any effect. */
const DAYS_AHEAD = 7;
const MONTHS_AHEAD = 1;
const MONTHLY = new Set<string>(['audit.entry']);
const TABLES = Object.keys(PARTITIONED_TABLES) as (keyof typeof PARTITIONED_TABLES)[];

/**
 * Creates the partitions from today to a week ahead, of months to the next one. Safe to run at any time and in several
 * processes. Eight partitions per table · catalogue only · a brief lock on the parent of a new partition.
 *
 * @param today  UTC
 */
export async function ensurePartitions(db: Statements, today: Date): Promise<void> {
  for (const table of TABLES) {
    for (const range of rangesAhead(table, today)) {
      await ensurePartition(db, table, range);
    }
  }
}

/**
 * Creates partitions of days that lie in the past, for records that come late. Safe in several processes · catalogue only.
 *
 * @param days  `yyyy-MM-dd`, UTC
 */
export async function ensurePastDays(db: Statements, table: 'events.event', days: readonly string[]): Promise<void> {
  for (const day of days) {
    await ensurePartition(db, table, [day, dayText(new Date(`${day}T00:00:00Z`), 1)]);
  }
}

/** First day and the day after the last of each partition that should be there. */
function rangesAhead(table: string, today: Date): [string, string][] {
  return MONTHLY.has(table)
    ? countFrom(MONTHS_AHEAD).map((ahead) => [
        `${monthText(today, ahead)}-01 00:00Z`,
        `${monthText(today, ahead + 1)}-01 00:00Z`,
      ])
    : countFrom(DAYS_AHEAD).map((ahead) => [dayText(today, ahead), dayText(today, ahead + 1)]);
}

function countFrom(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, index) => index);
}

/** `yyyyMMdd` of a day, `yyyyMM` of a month. */
function suffixOf(table: string, day: string): string {
  return day.replaceAll('-', '').slice(0, MONTHLY.has(table) ? 6 : 8);
}

async function ensurePartition(db: Statements, table: string, [from, to]: readonly [string, string]): Promise<void> {
  const name = `${table}_${suffixOf(table, from)}`;
  const existing = await db.row<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "exists"', [name]);
  if (!existing?.exists) {
    await createPartition(db, `${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`);
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
 * Drops expired partitions; a month when its last day has expired. That is free, while deleting rows would cost as much as writing them. One partition at
 * a time · waits at most two seconds for the lock on the parent, or leaves it to the next run.
 *
 * @param keep  the longest retention of any application
 * @returns names of the dropped partitions
 */
export async function dropExpiredPartitions(db: Database, today: Date, keep: Retention): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of TABLES) {
    const oldest = `${table}_${suffixOf(table, findFirstKeptDay(table, today, keep))}`;
    const expired = await db.rows<{ name: string }>(
      `SELECT n.nspname || '.' || c.relname AS name
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE i.inhparent = $1::regclass AND n.nspname || '.' || c.relname < $2
          AND c.relname ~ '_([0-9]{6}|[0-9]{8})$'
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

/**
 * The first day whose records `dropExpiredPartitions` keeps: of monthly partitions the first of a month.
 *
 * @returns `yyyy-MM-dd`, UTC
 */
export function findFirstKeptDay(table: keyof typeof PARTITIONED_TABLES, today: Date, keep: Retention): string {
  const day = dayText(today, -keep[PARTITIONED_TABLES[table]]);
  return MONTHLY.has(table) ? `${day.slice(0, 7)}-01` : day;
}

function dayText(today: Date, ahead: number): string {
  return new Date(today.getTime() + ahead * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

function monthText(today: Date, ahead: number): string {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead)).toISOString().slice(0, 7);
}
