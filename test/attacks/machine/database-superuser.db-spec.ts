import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded';
import { migrate } from '../../../migrations/data-source.js';

/** Refusals of Postgres: insufficient_privilege. */
const REFUSED = { code: '42501' };

describe('Attack on the machine through a statement of the embedded database', () => {
  let home: string;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-role-'));
    server = await startEmbeddedPostgres({ home, ephemeral: true, temporary: false, log: () => undefined });
    // An installation of an earlier version has a superuser that owns everything.
    await migrate(server.adminUrl);
    await query(server.adminUrl, 'ALTER DATABASE herald OWNER TO herald');
    await query(
      server.adminUrl,
      `CREATE SCHEMA earlier; CREATE TABLE earlier.kept (id integer GENERATED ALWAYS AS IDENTITY, n integer);
       CREATE SEQUENCE earlier.numbers; CREATE VIEW earlier.seen AS SELECT n FROM earlier.kept;
       CREATE FUNCTION earlier.one() RETURNS integer LANGUAGE sql AS 'SELECT 1'; CREATE TYPE earlier.mood AS ENUM ('ok')`,
    );
    await server.stop();
    server = await startEmbeddedPostgres({ home, ephemeral: true, temporary: false, log: () => undefined });
  });

  afterAll(async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  });

  it.each([
    ['runs a program', `COPY (SELECT 1) TO PROGRAM 'cat'`],
    ['reads a file', `SELECT pg_read_file('/etc/hostname')`],
    ['changes the server', `ALTER SYSTEM SET work_mem = '1GB'`],
    ['makes a superuser', 'CREATE ROLE intruder SUPERUSER'],
    ['reads the passwords', 'SELECT rolpassword FROM pg_authid'],
    ['turns its log on', `SET log_statement = 'all'`],
  ])('The database role of the processes never %s', async (_, statement) => {
    await expect(query(server.url, statement)).rejects.toMatchObject(REFUSED);
  });

  it('The database role of the processes owns everything that an earlier version created, and can migrate it', async () => {
    expect(await migrate(server.url)).toEqual([]);
    await query(server.url, 'ALTER TABLE users.app_user ADD COLUMN later integer');
    await query(
      server.url,
      `DROP VIEW earlier.seen; DROP SEQUENCE earlier.numbers; DROP FUNCTION earlier.one(); DROP TYPE earlier.mood;
       DROP SCHEMA earlier CASCADE`,
    );
    const left = await query(
      server.adminUrl,
      `SELECT c.oid::regclass::text AS name FROM pg_class AS c
        WHERE c.relowner = 'herald'::regrole AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
    );
    expect(left).toEqual([]);
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
