import pg from 'pg';
import { round2 } from './measurements.js';

/**
 * Begins to count what Postgres does, statement by statement (pg_stat_statements, with planning).
 *
 * @param adminUrl  the database for a superuser
 * @returns `print` writes to stderr which of them took longest: calls, and milliseconds, each per 1,000 recipients. Times
 *   are by the clock, and contain waiting for a processor
 */
export async function watchStatements(adminUrl: string): Promise<{ print(recipients: number): Promise<void> }> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
  await client.query('SELECT pg_reload_conf()');
  await client.query('SELECT pg_stat_statements_reset()');
  return {
    async print(recipients) {
      const { rows } = await client.query<{ query: string; calls: number; plan: number; exec: number; wal: number }>(
        `SELECT query, calls, total_plan_time AS plan, total_exec_time AS exec, wal_bytes::float8 AS wal
           FROM pg_stat_statements ORDER BY total_plan_time + total_exec_time DESC LIMIT 25`,
      );
      const entry = (total: number): number => round2((total * 1000) / recipients);
      for (const { query, calls, plan, exec, wal } of rows) {
        const text = query.replaceAll(/\s+/g, ' ').slice(0, 110);
        console.error([entry(calls), entry(plan), entry(exec), Math.round(wal / recipients), text].join('\t'));
      }
      await client.end();
    },
  };
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
