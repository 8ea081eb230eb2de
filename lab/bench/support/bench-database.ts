import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded';
import { createOnGivenServer } from '../../../test/support/database/given-server.js';

export interface BenchDatabase {
  url: string;
  /** URL for the superuser, who may count statements. */
  adminUrl: string;
  /** The server's first process; its children do the work. */
  pid: number;
  /** For the processes that work on it: what is kept was encrypted with it. */
  masterKey: string;
}

/**
 * Runs `work` on an embedded database with its real settings (fsync on). It is empty and is removed afterwards, unless
 * the environment has BENCH_DATA=DIR and the bench names what it fills in: then it is kept in DIR under that name, the
 * first use fills it, and later ones find it as the last one left it.
 *
 * With BENCH_SERVER=URL (of a superuser) the database is made on that server, distributed where it is a coordinator of
 * Citus, and BENCH_SERVER_PID names the process whose children are its servers.
 *
 * @param name  of what is filled in, with its size
 */
export async function withBenchDatabase(
  work: (database: BenchDatabase) => Promise<void>,
  name?: string,
): Promise<void> {
  const given = process.env['BENCH_SERVER'];
  if (given) {
    await onGivenServer(given, Number(process.env['BENCH_SERVER_PID']), work);
    return;
  }
  const folder = process.env['BENCH_DATA'];
  if (!folder || name === undefined) {
    const home = await mkdtemp(join(tmpdir(), 'herald-bench-'));
    try {
      await onServer(home, true, work);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
    return;
  }
  const home = join(resolve(folder), name);
  await mkdir(home, { recursive: true });
  await onServer(home, false, work);
}

async function onGivenServer(
  server: string,
  pid: number,
  work: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  if (!Number.isInteger(pid) || pid < 1) {
    throw new Error('BENCH_SERVER needs BENCH_SERVER_PID, the process whose children are the servers');
  }
  const database = await createOnGivenServer(server);
  try {
    await work({ url: database.url, adminUrl: database.url, pid, masterKey: randomBytes(32).toString('base64') });
  } finally {
    await database.drop();
  }
}

async function onServer(
  home: string,
  temporary: boolean,
  work: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  const server = await startEmbeddedPostgres({ home, temporary, log: () => undefined });
  try {
    await work({ url: server.url, adminUrl: server.adminUrl, pid: server.pid, masterKey: await keyOf(home) });
  } finally {
    await server.stop();
  }
}

async function keyOf(home: string): Promise<string> {
  const path = join(home, 'master-key');
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  if (existing !== undefined) {
    return existing;
  }
  const key = randomBytes(32).toString('base64');
  await writeFile(path, key, { mode: 0o600 });
  return key;
}
