import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../migrations/data-source.js';
import { createDistributedTemplate, dropDistributedDatabase, isCitus } from './citus.js';
import { withDatabase } from './database-url.js';
import { startEmbeddedPostgres } from '../../../libs/platform/embedded/index.js';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresTemplate: string;
    /** The server is a coordinator of Citus, and the template lies on each of its nodes. */
    postgresIsCitus: boolean;
  }
}

const TEMPLATE = 'herald_template';

/** A server with a migrated template, which all kinds of tests of a run share. */
interface SharedServer {
  url: string;
  template: string;
  isCitus: boolean;
  stop(): Promise<void>;
}

/** Every kind loads this module for itself, in the same process. */
const shared = globalThis as { heraldTestServer?: { users: number; server: Promise<SharedServer> } };

/**
 * One Postgres per run: the embedded one on a free port with throw-away data, or the server that `TEST_DATABASE_URL`
 * names. The template is migrated once; each test file clones it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.heraldTestServer ??= { users: 0, server: startServer() };
  const use = shared.heraldTestServer;
  use.users += 1;
  const server = await use.server;
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', server.template);
  project.provide('postgresIsCitus', server.isCitus);
  return async () => {
    use.users -= 1;
    if (use.users === 0) {
      delete shared.heraldTestServer;
      await server.stop();
    }
  };
}

async function startServer(): Promise<SharedServer> {
  const input = process.env['TEST_DATABASE_URL'];
  const started = input ? { url: input, stop: async () => undefined } : await startThrowAway();
  const template = `${TEMPLATE}_${process.pid}`;
  if (input && (await isCitus(input))) {
    await createDistributedTemplate(input, template);
    return { url: input, template, isCitus: true, stop: () => dropDistributedDatabase(input, template) };
  }
  const client = new pg.Client({ connectionString: started.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await migrate(withDatabase(started.url, template));
  return {
    url: started.url,
    template,
    isCitus: false,
    async stop() {
      await dropAll(client, template).catch(() => undefined);
      await client.end();
      await started.stop();
    },
  };
}

/** Drops the template and every database that test files left. */
async function dropAll(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [template],
  );
  for (const { name } of rows) {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(await temporaryFolder(), 'herald-test-'));
  const server = await startEmbeddedPostgres({ home, ephemeral: true, log: () => undefined });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A disk in memory where Linux has one with space: the data of tests live as long as a run. */
async function temporaryFolder(): Promise<string> {
  const free = await statfs(MEMORY_DISK).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= MEMORY_DISK_BYTES ? MEMORY_DISK : tmpdir();
}

const MEMORY_DISK = '/dev/shm';
/** More than the data of two test files that run side by side, and of the databases that fell behind in being dropped. */
const MEMORY_DISK_BYTES = 8 * 1024 ** 3;
