import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isCheckViolation, isDuplicateObject, isRolledBack, type Statements } from '#platform/db';
import { AppError } from '#platform/errors';
import {
  countDaysAhead,
  findFirstKeptDay,
  listRangesAhead,
  nameOf,
  PARTITIONED_TABLES,
  type PartitionedTable,
  type PartitionRange,
  rangeOfDay,
  type Retention,
  TABLES,
} from './partitioned-tables.js';

/** The changes of a run, by the names of partitions. */
export interface PartitionChanges {
  changed: string[];
  /** Something held a lock, a backup for example: the next run tries again. */
  postponed: string[];
  /** Their rows lie in the default partition, because there was none in time. They stay there. */
  refused: string[];
}

/** How far the partitions of a table reach. */
export interface PartitionState {
  table: PartitionedTable;
  /** Whole days after today with a partition, without a gap; -1: today has none. */
  daysAhead: number;
  /** True if the default partition has rows: no retention drops them. */
  hasStrayRows: boolean;
}

/** Every statement that needs the table waits behind a waiting lock, so it waits for no longer than this. */
const MAX_LOCK_WAIT_MS = 200;
/** Pauses between the attempts of one run. */
const PAUSES_MS = [1000, 3000];

/**
 * Creates the partitions from today to a week ahead, of months to the next one. Safe to run at any time and in several
 * processes. Eight partitions per table · catalogue only. Writers are not held up: ATTACH locks the parent beside them,
 * and the default partition for a moment. The new table is empty, so there is nothing to check in it. Against a backup,
 * which holds the default partition, the run gives up and leaves the rest to the next.
 *
 * @param today  UTC
 */
export async function ensurePartitions(db: Database, today: Date): Promise<PartitionChanges> {
  return createMissing(
    db,
    TABLES.flatMap((table) => listRangesAhead(table, today).map((range) => ({ table, ...range }))),
  );
}

/**
 * Creates partitions of days that lie in the past, for records that come late. Safe in several processes · catalogue only.
 *
 * @param days  `yyyy-MM-dd`, UTC
 * @throws AppError unavailable when the table is locked for some seconds: records in the default partition would stay
 */
export async function ensurePastDays(db: Database, table: 'events.event', days: readonly string[]): Promise<void> {
  const { postponed } = await createMissing(
    db,
    days.map((day) => ({ table, ...rangeOfDay(table, day) })),
  );
  if (postponed.length > 0) {
    throw new AppError('unavailable', 'The tables of these days cannot be made now, try again', {
      retryAfterSeconds: 60,
    });
  }
}

async function createMissing(
  db: Database,
  ranges: readonly (PartitionRange & { table: PartitionedTable })[],
): Promise<PartitionChanges> {
  const existing = await listPartitions(db);
  const missing = ranges.filter(({ name }) => !existing.has(name));
  return changeEach(missing, async ({ table, name, from, to }) =>
    runBriefly(
      db,
      `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`,
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
    ),
  );
}

/**
 * Drops expired partitions; a month when its last day has expired. That is free, while deleting rows would cost as much
 * as writing them. One partition at a time · waits briefly for the lock on the parent, a few times, or leaves it to the
 * next run. DETACH CONCURRENTLY is no way out: Postgres refuses it beside a default partition.
 *
 * @param keep       the longest retention of any application
 * @param daysInUse  days (`yyyy-MM-dd`) whose results are kept all the same: a send of that day is still there
 */
export async function dropExpiredPartitions(
  db: Database,
  today: Date,
  keep: Retention,
  daysInUse: readonly string[] = [],
): Promise<PartitionChanges> {
  const existing = [...(await listPartitions(db))].sort();
  const expired = TABLES.flatMap((table) => {
    const oldest = nameOf(table, findFirstKeptDay(table, today, keep));
    const inUse = new Set(PARTITIONED_TABLES[table] === 'results' ? daysInUse.map((day) => nameOf(table, day)) : []);
    return existing
      .filter((name) => !inUse.has(name))
      .filter((name) => /^_(\d{6}|\d{8})$/.test(name.slice(table.length)) && name.startsWith(table) && name < oldest)
      .map((name) => ({ table, name }));
  });
  return changeEach(expired, async ({ name }) => runBriefly(db, `DROP TABLE IF EXISTS ${name}`));
}

/** Runs statements in one transaction, each as a message: Citus takes no other beside one that changes a table. */
async function runBriefly(db: Database, ...statements: readonly string[]): Promise<void> {
  await db.tx(async (tx) => {
    for (const statement of [`SET LOCAL lock_timeout = ${MAX_LOCK_WAIT_MS}`, ...statements]) {
      await tx.row(statement);
    }
  });
}

/** How far the partitions of each table reach, for alerts and `herald doctor` · catalogue, and one look at each default. */
export async function readPartitionStates(db: Statements, today: Date): Promise<PartitionState[]> {
  const existing = await listPartitions(db);
  const strays = await db.rows<{ table: string }>(
    TABLES.map((table) => `SELECT '${table}' AS "table" WHERE EXISTS (SELECT 1 FROM ${table}_default)`).join(
      ' UNION ALL ',
    ),
  );
  return TABLES.map((table) => ({
    table,
    daysAhead: countDaysAhead(table, today, existing),
    hasStrayRows: strays.some((stray) => stray.table === table),
  }));
}

/** Names of all partitions, with their schemas. */
async function listPartitions(db: Statements): Promise<Set<string>> {
  const rows = await db.rows<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE i.inhparent IN (SELECT unnest($1::text[])::regclass)`,
    [TABLES],
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Runs a change for each partition, and after a pause again for those that were locked. Of a locked table no second
 * partition is tried before the pause: whoever queued behind the first has a turn.
 */
async function changeEach<P extends { table: PartitionedTable; name: string }>(
  partitions: readonly P[],
  change: (partition: P) => Promise<unknown>,
): Promise<PartitionChanges> {
  const changed: string[] = [];
  const refused: string[] = [];
  let open = partitions;
  for (let attempt = 0; ; attempt += 1) {
    const locked: P[] = [];
    for (const partition of open) {
      const outcome = locked.some(({ table }) => table === partition.table)
        ? 'locked'
        : await tryChange(() => change(partition));
      if (outcome === 'locked') {
        locked.push(partition);
      } else {
        (outcome === 'refused' ? refused : changed).push(partition.name);
      }
    }
    const pause = PAUSES_MS[attempt];
    if (locked.length === 0 || pause === undefined) {
      return { changed, refused, postponed: locked.map(({ name }) => name) };
    }
    await sleep(pause);
    open = locked;
  }
}

async function tryChange(change: () => Promise<unknown>): Promise<'changed' | 'locked' | 'refused'> {
  try {
    await change();
    return 'changed';
  } catch (error) {
    // Another process created it.
    if (isDuplicateObject(error)) {
      return 'changed';
    }
    if (isCheckViolation(error)) {
      return 'refused';
    }
    if (isRolledBack(error)) {
      return 'locked';
    }
    throw error;
  }
}
