import pg from 'pg';
import { round2 } from './measurements.js';

/** The sums of one statement, in calls, plans made, ms by the clock (with waiting for a processor), and bytes of the log. */
export interface StatementCost {
  text: string;
  calls: number;
  plans: number;
  plan: number;
  exec: number;
  wal: number;
}

/**
 * Begins to count what Postgres does, statement by statement (pg_stat_statements, with planning).
 *
 * @param adminUrl  the database for a superuser
 * @returns a client, which the caller ends; `print` writes to stderr which of them took longest: calls, plans, and milliseconds,
 *   each per 1,000 recipients, and ends it
 */
export async function watchStatements(
  adminUrl: string,
): Promise<{ client: pg.Client; print(recipients: number): Promise<void> }> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
  await client.query('SELECT pg_reload_conf()');
  await client.query('SELECT pg_stat_statements_reset()');
  return {
    client,
    async print(recipients) {
      const entry = (total: number): number => round2((total * 1000) / recipients);
      for (const { text, calls, plans, plan, exec, wal } of (await readStatements(client)).slice(0, 25)) {
        console.error(
          [entry(calls), entry(plans), entry(plan), entry(exec), Math.round(wal / recipients), text.slice(0, 110)].join(
            '\t',
          ),
        );
      }
      await client.end();
    },
  };
}

/** Reads the sums since the count began, the dearest statement first, each on one line. */
export async function readStatements(client: pg.Client): Promise<StatementCost[]> {
  const { rows } = await client.query<StatementCost>(
    `SELECT regexp_replace(s.query, '\\s+', ' ', 'g') AS text, s.calls::float8 AS calls, s.plans::float8 AS plans,
            s.total_plan_time AS plan, s.total_exec_time AS exec, s.wal_bytes::float8 AS wal
       FROM pg_stat_statements AS s ORDER BY s.total_plan_time + s.total_exec_time DESC`,
  );
  return rows;
}

/** Begins to count the time of statements that name something. @returns `read` gives it in milliseconds by the clock */
export async function countTimeOf(
  adminUrl: string,
  name: string,
): Promise<{ read(): Promise<number>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  return {
    async read() {
      const { rows } = await client.query<{ ms: number }>(
        `SELECT coalesce(sum(total_plan_time + total_exec_time), 0)::float8 AS ms
           FROM pg_stat_statements WHERE query LIKE '%' || $1 || '%'`,
        [name],
      );
      return rows[0]?.ms ?? 0;
    },
    close: () => client.end(),
  };
}
