import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../migrations/data-source.js';
import { createDistributedTemplate, dropDistributedDatabase, isCitus } from './citus.js';
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

/**
 * One Postgres per run: the embedded one on a free port with throw-away data, or the server that `TEST_DATABASE_URL`
 * names. The template is migrated once; each test file clones it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const input = process.env['TEST_DATABASE_URL'];
  const started = input ? { url: input, stop: async () => undefined } : await startThrowAway();
  const template = `${TEMPLATE}_${process.pid}_${project.name}`;
  const hasCitus = input !== undefined && input !== '' && (await isCitus(input));
  project.provide('postgresUrl', started.url);
  project.provide('postgresTemplate', template);
  project.provide('postgresIsCitus', hasCitus);
  if (hasCitus) {
    await createDistributedTemplate(input, template);
    return async () => dropDistributedDatabase(input, template);
  }
  const client = new pg.Client({ connectionString: started.url });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${template}`);
  const url = new URL(started.url);
  url.pathname = `/${template}`;
  await migrate(url.href);
  return async () => {
    await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`).catch(() => undefined);
    await client.end();
    await started.stop();
  };
}

async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'herald-test-'));
  const server = await startEmbeddedPostgres({ home, ephemeral: true, log: () => undefined });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
