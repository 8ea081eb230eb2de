import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureAuthority } from '#platform/authority';
import { loadConfig, sessionUrl } from '#platform/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded';
import { createLogger } from '#platform/runtime';
import { explainDatabaseError, openProcessDatabase } from './index.js';

describe('Database with a certificate of a private authority', () => {
  let home: string;
  let server: EmbeddedPostgres;
  let ca: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-tls-'));
    server = await startEmbeddedPostgres({ home, ephemeral: true, log: () => undefined });
    // Its certificate is for 127.0.0.1 and localhost.
    expect(await connect('?sslmode=require')).toContain('The database takes no TLS');
    const authority = await ensureAuthority(join(home, 'authority'));
    ca = authority.caPath;
    await switchToTls(home, server, authority);
  });
  afterAll(async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  });

  /** Connects with this URL. @returns if the connection is encrypted, or the reason that there is none */
  async function connect(query: string, host = '127.0.0.1'): Promise<string> {
    const url = `${server.url.replace('127.0.0.1', host)}${query.replace('CA', ca)}`;
    const config = loadConfig({ DATABASE_URL: url, MASTER_KEY: 'x'.repeat(32) });
    try {
      const db = await openProcessDatabase(config, createLogger('test', 'silent'), { pool: 1 });
      const row = await db.row<{ ssl: boolean }>('SELECT s.ssl FROM pg_stat_ssl AS s WHERE s.pid = pg_backend_pid()');
      await db.close();
      const listener = new pg.Client({ connectionString: sessionUrl(config) });
      await listener.connect();
      await listener.end();
      return row?.ssl === true ? 'encrypted' : 'plain';
    } catch (error) {
      return explainDatabaseError(error) ?? String(error);
    }
  }

  const unknownAuthority = expect.stringContaining('name its authority with sslrootcert');
  const otherName = expect.stringContaining("does not match certificate's altnames");

  it.each([
    ['', 'plain'],
    ['?sslmode=disable', 'plain'],
    ['?sslmode=no-verify', 'encrypted'],
    ['?sslmode=require&sslrootcert=CA', 'encrypted'],
    ['?sslmode=verify-ca&sslrootcert=CA', 'encrypted'],
    ['?sslmode=verify-full&sslrootcert=CA', 'encrypted'],
    ['?sslrootcert=CA', 'encrypted'],
  ])('A connection with the query "%s" is %s', async (query, outcome) => {
    expect(await connect(query)).toBe(outcome);
  });

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'A database is not trusted with sslmode=%s and no authority, nor under another name',
    async (mode) => {
      expect(await connect(`?sslmode=${mode}`)).toEqual(unknownAuthority);
      // The same address, as a name that the certificate lacks.
      expect(await connect(`?sslmode=${mode}&sslrootcert=CA`, '127.1')).toEqual(otherName);
    },
  );

  it('An sslrootcert that does not exist is refused with its name', () => {
    for (const name of ['DATABASE_URL', 'DATABASE_SESSION_URL']) {
      const urls = { DATABASE_URL: server.url, [name]: `${server.url}?sslmode=require&sslrootcert=/none/ca.pem` };
      expect(() => loadConfig({ ...urls, MASTER_KEY: 'x'.repeat(32) })).toThrow(
        `${name}: sslrootcert /none/ca.pem cannot be read (ENOENT)`,
      );
    }
  });
});

/** Gives a running server a certificate; the key must be its own file. */
async function switchToTls(home: string, server: EmbeddedPostgres, pem: { cert: string; key: string }): Promise<void> {
  await chmod(home, 0o755);
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  const folder = await client.query<{ data_directory: string }>('SHOW data_directory');
  const { uid, gid } = await stat(folder.rows[0]?.data_directory ?? '');
  for (const [setting, text] of [
    ['ssl_cert_file', pem.cert],
    ['ssl_key_file', pem.key],
  ] as const) {
    const path = join(home, setting);
    await writeFile(path, text, { mode: 0o600 });
    await chown(path, uid, gid);
    await client.query(`ALTER SYSTEM SET ${setting} = '${path}'`);
  }
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  await vi.waitFor(async () => expect((await client.query('SHOW ssl')).rows).toEqual([{ ssl: 'on' }]));
  await client.end();
}
