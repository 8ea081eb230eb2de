import type { QueryRunner } from 'typeorm';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from './distributed-tables.js';

/** Settings of every session that later connects: */
const SETTINGS = {
  // Triggers on the workers read the actor of a change of consent and the application of a transaction from settings.
  'citus.propagate_set_commands': 'local',
  // The triggers of the history write beside the row that fires them, into the same shard.
  'citus.enable_unsafe_triggers': 'on',
  // An answer that is computed on the coordinator in part is not refused for its size.
  'citus.max_intermediate_result_size': '-1',
} as const;

/** The first table, with which the others are co-located. What the triggers of the others write into comes before them. */
const FIRST = 'users.consent_event';
/** Functions that statements and triggers call on the workers, beside those that Citus brings there by itself. */
const FUNCTIONS = [
  'users.without(jsonb, jsonb)',
  'users.record_consent(integer, bigint, integer, boolean, integer, bigint)',
];

/**
 * Distributes the tables of users over the workers of a Citus coordinator, where the extension is there, else it does
 * nothing. It may run again at any time: distributed tables are passed by, and a run that was cut off is gone on with.
 * Rows of a table move with it, under a lock against its writers: an installation with data stops its processes first.
 * Partitions that are attached later are distributed by Citus.
 *
 * @param say  gets a line about what was done
 * @returns names of the tables that it distributed
 */
export async function distributeTables(runner: QueryRunner, say: (line: string) => void): Promise<string[]> {
  if (!(await hasCitus(runner))) {
    return [];
  }
  const distributed = new Set(
    ((await runner.query('SELECT logicalrelid::text AS name FROM pg_dist_partition')) as { name: string }[]).map(
      ({ name }) => name,
    ),
  );
  const open = Object.entries(DISTRIBUTED_TABLES).filter(([table]) => !distributed.has(table));
  await prepareDatabase(runner);
  if (open.length === 0) {
    return [];
  }
  say('distributing the tables of users over the workers');
  if (!distributed.has(FIRST)) {
    await distribute(runner, FIRST, DISTRIBUTED_TABLES[FIRST], 'default');
  }
  for (const name of FUNCTIONS) {
    await runner.query('SELECT create_distributed_function($1)', [name]);
  }
  for (const table of REFERENCE_TABLES.filter((name) => !distributed.has(name))) {
    await runner.query('SELECT create_reference_table($1)', [table]);
  }
  for (const [table, column] of open.filter(([name]) => name !== FIRST)) {
    await distribute(runner, table, column, FIRST);
  }
  return open.map(([table]) => table);
}

/** Tests if a database is that of a Citus coordinator · catalogue only. */
export async function hasCitus(runner: Pick<QueryRunner, 'query'>): Promise<boolean> {
  const rows = (await runner.query("SELECT FROM pg_extension WHERE extname = 'citus'")) as unknown[];
  return rows.length > 0;
}

async function prepareDatabase(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query('SELECT quote_ident(current_database()) AS name')) as { name: string }[];
  for (const [name, value] of Object.entries(SETTINGS)) {
    await runner.query(`ALTER DATABASE ${row?.name} SET ${name} = '${value}'`);
    await runner.query(`SET ${name} = '${value}'`);
  }
  await runner.query(SETTLED_SNAPSHOT);
}

async function distribute(runner: QueryRunner, table: string, column: string, beside: string): Promise<void> {
  // In one transaction: a table without its policy is never seen undistributed.
  await runner.startTransaction();
  try {
    // Citus refuses policies with a subquery; row-level security is not served here.
    await runner.query(`DROP POLICY IF EXISTS of_application ON ${table}`);
    if (table === 'users.app_user') {
      // They write into a table of the coordinator, which a worker cannot: repositories count instead.
      await runner.query(`DROP TRIGGER IF EXISTS departure ON ${table}; DROP TRIGGER IF EXISTS renaming ON ${table}`);
    }
    await runner.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [table, column, beside]);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/**
 * The coordinator commits before the workers do (two-phase commit). In between its feed has a change that a worker
 * does not show yet, and the transaction still holds the lock on its own id. Such a one counts as running.
 */
export const SETTLED_SNAPSHOT = `
  CREATE OR REPLACE FUNCTION platform.settled_snapshot() RETURNS pg_snapshot LANGUAGE sql STABLE AS $$
    WITH now AS MATERIALIZED (SELECT pg_current_snapshot() AS seen),
    held AS MATERIALIZED (
      -- Ids of locks have the lower 32 bits alone, so they are counted back from the end of the snapshot.
      SELECT pg_snapshot_xmax(n.seen)::text::bigint - l.transactionid::text::bigint & 4294967295 AS age
        FROM pg_locks AS l CROSS JOIN now AS n
       WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted),
    running (xid) AS (
      -- Half of the range is newer: those began after the snapshot was taken.
      SELECT pg_snapshot_xmax(n.seen)::text::bigint - h.age FROM held AS h CROSS JOIN now AS n
       WHERE h.age BETWEEN 1 AND 2147483647
      UNION SELECT r.xid::text::bigint FROM now AS n CROSS JOIN pg_snapshot_xip(n.seen) AS r (xid))
    SELECT (coalesce((SELECT min(r.xid) FROM running AS r)::text, pg_snapshot_xmax(n.seen)::text)
            || ':' || pg_snapshot_xmax(n.seen)::text || ':'
            || coalesce((SELECT string_agg(r.xid::text, ',' ORDER BY r.xid) FROM running AS r), ''))::pg_snapshot
      FROM now AS n
  $$`;
