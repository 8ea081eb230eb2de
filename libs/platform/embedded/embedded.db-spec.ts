import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  freePort,
  OperatorError,
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from './index.js';

const isRoot = process.getuid?.() === 0;

describe('Embedded Postgres', () => {
  let home: string;
  let servers: EmbeddedPostgres[];

  beforeEach(async () => {
    servers = [];
    home = await mkdtemp(join(tmpdir(), 'herald-embedded-'));
    await chmod(home, 0o755);
  });

  afterEach(async () => {
    // The newest first: the stop of an older server of the same temporary home removes the data that it still writes.
    for (const server of servers.toReversed()) {
      await server.stop();
    }
    await rm(home, { recursive: true, force: true });
  });

  async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({
      home,
      ephemeral: true,
      temporary: false,
      log: () => undefined,
      ...options,
    });
    servers.push(server);
    return server;
  }

  it('The embedded Postgres uses C.UTF-8 with any locale of the caller', async () => {
    process.env['LC_ALL'] = 'xx_YY.broken';
    try {
      const server = await start();
      const [row] = await query(
        server.url,
        `SELECT lower('ÄÖ') AS folded, current_setting('server_encoding') AS encoding, current_setting('jit') AS jit,
                (SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
      );
      expect(row).toEqual({ folded: 'äö', encoding: 'UTF8', jit: 'off', locale: 'bC.UTF-8' });
    } finally {
      delete process.env['LC_ALL'];
    }
  });

  it('The embedded Postgres requires the password, and only its user can read the file of it', async () => {
    const server = await start();
    const without = new URL(server.url);
    without.password = 'wrong';
    await expect(query(without.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(home, 'postgres.json'))).mode & 0o777).toBe(0o600);
  });

  it('The embedded Postgres keeps its data over a restart', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('The embedded Postgres recovers from a kill on the same port', async () => {
    const first = await start({ ephemeral: false });
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = await start({ port: first.port });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('The data of a temporary home are kept when the embedded Postgres cannot start on them', async () => {
    const first = await start({ temporary: true, ephemeral: false });
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const secondServer = await start({ home: join(home, 'other') });
    await expect(start({ temporary: true, port: secondServer.port })).rejects.toThrow(/is taken/);
    const second = await start({ temporary: true });
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('The start stops a server that an earlier run left behind', async () => {
    const first = await start();
    const messages: string[] = [];
    const second = await start({ log: (line) => messages.push(line) });
    await first.exited;
    expect(messages.join()).toContain(`process ${first.pid}`);
    expect(await query(second.url, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
  });

  it('The start ignores a lock file whose process id is reused by another program', async () => {
    const first = await start();
    const lock = join(home, 'postgres', 'data', 'postmaster.pid');
    const text = await readFile(lock, 'utf8');
    await first.stop();
    await writeFile(lock, text.replace(/^\d+/, String(process.pid)));
    const second = await start();
    expect(await query(second.url, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
  });

  it('The error of the start explains that the data are damaged or of another version', async () => {
    await (await start()).stop();
    const version = join(home, 'postgres', 'data', 'PG_VERSION');
    await writeFile(version, '15\n');
    await expect(start()).rejects.toThrow(/was made by Postgres 15, but this Herald brings Postgres \d+/);
    await rm(version);
    await expect(start()).rejects.toThrow(/is damaged \(PG_VERSION is missing\)/);
    await writeFile(version, `${/\d+/.exec(process.version)?.[0]}\n`);
    await expect(start()).rejects.toThrow(OperatorError);
  });

  it('The error of the start quotes the server when one of its own files is missing', async () => {
    await (await start()).stop();
    await rm(join(home, 'postgres', 'data', 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(/is damaged \(.*pg_control.*\)/);
  });

  it('The error of the start explains that the password file does not belong to the data or is damaged', async () => {
    await (await start()).stop();
    const path = join(home, 'postgres.json');
    const record = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
    await writeFile(path, JSON.stringify({ ...record, password: 'another' }));
    await expect(start()).rejects.toThrow(/password in postgres.json is not that of the database/);
    await writeFile(path, '{');
    await expect(start()).rejects.toThrow(/postgres.json is damaged/);
  });

  it('The error of the start explains that the port is in use, or that a file stands in place of the folder', async () => {
    const secondServer = await start();
    const second = join(home, 'second');
    await expect(start({ home: second, port: secondServer.port })).rejects.toThrow(
      `Port ${secondServer.port} for the embedded database is taken.`,
    );
    await writeFile(join(home, 'file'), '');
    await expect(start({ home: join(home, 'file') })).rejects.toThrow(/a file stands where a folder is needed/);
    expect(await freePort()).not.toBe(secondServer.port);
  });

  it.runIf(isRoot)(
    'The embedded Postgres starts as root below a private folder, and leaves nothing outside after its stop',
    async () => {
      await mkdir(join(home, 'closed'), { mode: 0o700 });
      const closed = join(home, 'closed', 'home');
      const server = await start({ home: closed, temporary: true });
      expect(await query(server.url, 'SELECT 1 AS number')).toEqual([{ number: 1 }]);
      const { base } = JSON.parse(await readFile(join(closed, 'postgres.json'), 'utf8')) as { base: string };
      expect(base.startsWith(home)).toBe(false);
      await server.stop();
      await expect(stat(base)).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );

  it.runIf(isRoot)(
    'The embedded Postgres starts with empty data as root when its folder was removed and created again',
    async () => {
      const closed = join(home, 'closed', 'home');
      const systemFolders: string[] = [];
      for (let clone = 0; clone < 2; clone += 1) {
        await mkdir(join(home, 'closed'), { mode: 0o700 });
        const server = await start({ home: closed });
        expect(await query(server.url, "SELECT to_regclass('kept') AS found_table")).toEqual([{ found_table: null }]);
        await query(server.url, 'CREATE TABLE kept ()');
        systemFolders.push(
          (JSON.parse(await readFile(join(closed, 'postgres.json'), 'utf8')) as { base: string }).base,
        );
        await server.stop();
        await rm(join(home, 'closed'), { recursive: true });
      }
      await Promise.all(systemFolders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  );
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
