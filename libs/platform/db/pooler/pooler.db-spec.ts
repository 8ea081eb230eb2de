import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../../test/support/database/pgbouncer.js';
import { assertSessions, openDatabase, type Database } from '../index.js';

/** More callers than the pooler has servers. */
const CALLERS = 12;
const SERVERS = 3;
/** PgBouncer 1.18 takes no others; with these the connection is accepted, and its limits are dropped. */
const IGNORE = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, options';

describe.skipIf(!hasPgBouncer())('PgBouncer in transaction mode', () => {
  const logger = createLogger('test', 'silent');
  let fresh: FreshDatabase;
  let pooler: PgBouncer;
  let db: Database;

  beforeAll(async () => {
    fresh = await freshDatabase();
    pooler = await startPgBouncer(fresh.url, { poolSize: SERVERS });
    db = await openDatabase(pooler.url, CALLERS, logger, { isPooled: true });
    await fresh.db.affected('CREATE TABLE entry (id integer PRIMARY KEY, by text)');
  });
  afterAll(async () => {
    await db.close();
    await pooler.stop();
    await fresh.close();
  });

  const everyCaller = <R>(work: (caller: number) => Promise<R>): Promise<R[]> =>
    Promise.all(Array.from({ length: CALLERS }, (_, caller) => work(caller)));

  it('Statements that were prepared on another server work on every server of the pooler', async () => {
    const sql = 'SELECT pg_backend_pid() AS pid, $1::integer AS n';
    const rows = await everyCaller((n) => db.preparedRow<{ pid: number; n: number }>(sql, [n]));
    expect(rows.map((row) => row?.n)).toEqual([...rows.keys()]);
    // The proof that servers were shared.
    expect(new Set(rows.map((row) => row?.pid)).size).toBeLessThanOrEqual(SERVERS);
    await everyCaller((n) => db.tx(async (tx) => tx.row(sql, [n])));
  });

  it('Every statement and every transaction has the limits of a direct connection', async () => {
    const sql = `SELECT current_setting('statement_timeout') AS statement,
                        current_setting('idle_in_transaction_session_timeout') AS idle`;
    const limits = { statement: '1min', idle: '30s' };
    expect(await fresh.db.row(sql)).toEqual(limits);
    expect(await db.row(sql)).toEqual(limits);
    expect(await db.preparedRow(sql, [])).toEqual(limits);
    expect(await db.tx(async (tx) => tx.row(sql))).toEqual(limits);
    expect(await db.snapshot(async (tx) => tx.row(sql))).toEqual(limits);
    expect(await db.inTransaction(() => db.row(sql))).toEqual(limits);
    const signal = new AbortController().signal;
    expect(await db.runUntil(signal, () => db.interruptibleRow(sql, []))).toEqual(limits);
    // Nothing is left to the next client of the server.
    const client = new pg.Client({ connectionString: pooler.url });
    await client.connect();
    expect((await client.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    await client.end();
  });

  it('A statement runs without a transaction around it where the role has limits', async () => {
    const name = new URL(fresh.url).pathname.slice(1);
    for (const [setting, value] of [
      ['statement_timeout', '20s'],
      ['idle_in_transaction_session_timeout', '10s'],
    ] as const) {
      await fresh.db.affected(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET ${setting} = '${value}'`);
    }
    const second = await startPgBouncer(fresh.url, { poolSize: 1 });
    const limited = await openDatabase(second.url, 2, logger, { isPooled: true });
    try {
      const row = await limited.row(`SELECT current_setting('statement_timeout') AS limit,
        now() = statement_timestamp() AS "isAlone"`);
      expect(row).toEqual({ limit: '20s', isAlone: true });
    } finally {
      await limited.close();
      await second.stop();
      await fresh.db.affected(`ALTER ROLE CURRENT_USER IN DATABASE ${name} RESET ALL`);
    }
  });

  it('A write whose pooler dies is done once', async () => {
    const insert = (id: number): Promise<void> =>
      db.runIdempotent('INSERT INTO entry AS e (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id]);
    await insert(1);
    await pooler.kill();
    const again = pooler.startAgain();
    // A connection that was refused has sent nothing; one that broke is repeated by itself.
    await insert(2).catch(() => again.then(() => insert(2)));
    await again;
    expect(await fresh.db.rows('SELECT e.id FROM entry AS e ORDER BY 1')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  describe('Check of the pooler at the start', () => {
    const refusal = async (urls: Parameters<typeof assertSessions>[0]): Promise<string> => {
      const error: unknown = await assertSessions(urls).catch((fault: unknown) => fault);
      return error instanceof ConfigError ? error.faults.join() : `taken: ${String(error)}`;
    };
    const asks = expect.stringMatching(/^DATABASE_URL names a pooler .* set DATABASE_SESSION_URL to Postgres itself/);

    it('A pooler without a URL to Postgres itself is refused', async () => {
      expect(await refusal({ DATABASE_URL: pooler.url })).toEqual(asks);
    });

    it.each([['server_round_robin = 0'], ['server_round_robin = 1']])(
      'A pooler that drops the limits of a connection is refused (%s)',
      async (order) => {
        const lax = await startPgBouncer(fresh.url, { poolSize: SERVERS, settings: [IGNORE, order] });
        const busy = await openDatabase(lax.url, SERVERS, logger, { isPooled: true });
        try {
          // Its servers are open, and others use them.
          const load = Promise.all(Array.from({ length: SERVERS }, () => busy.row('SELECT pg_sleep(0.2)')));
          expect(await refusal({ DATABASE_URL: lax.url })).toEqual(asks);
          await load;
        } finally {
          await busy.close();
          await lax.stop();
        }
      },
    );

    it('A pooler as the URL to Postgres itself is refused', async () => {
      expect(await refusal({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: pooler.url })).toMatch(
        /^DATABASE_SESSION_URL names a pooler/,
      );
    });

    it('A pooler with a URL to Postgres itself is accepted, and so are Postgres alone and a pooler in session mode', async () => {
      const sessions = await startPgBouncer(fresh.url, { mode: 'session', poolSize: SERVERS, settings: [IGNORE] });
      try {
        for (const urls of [
          { DATABASE_URL: pooler.url, DATABASE_SESSION_URL: fresh.url },
          { DATABASE_URL: fresh.url },
          { DATABASE_URL: sessions.url },
        ]) {
          await assertSessions(urls);
        }
        // It drops the limits of a connection, and they hold all the same.
        const limited = await openDatabase(sessions.url, 1, logger);
        const row = await limited.row("SELECT current_setting('statement_timeout') AS limit");
        await limited.close();
        expect(row).toEqual({ limit: '1min' });
      } finally {
        await sessions.stop();
      }
    });
  });
});
