// On a migrated database TypeORM would change nothing: entities say what the migrations made.
//
//   node scripts/checks/drift.mjs [DATABASE_URL]
//
// compares a database that is there; without a name, a new one: of the server TEST_DATABASE_URL, or of an embedded one.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { startEmbeddedPostgres } from '../../dist/libs/platform/embedded/index.js';
import { migrate } from '../../dist/migrations/data-source.js';
import { filesOf } from './support/files.mjs';
import { report } from './support/report.mjs';

const BUILD = new URL('../../dist/', import.meta.url);

/** Every entity of every module, from the build of the sources below the current folder. */
async function loadEntities() {
  const sources = filesOf('libs', /\.entity\.ts$/);
  const modules = await Promise.all(sources.map((path) => import(new URL(path.replace(/\.ts$/, '.js'), BUILD).href)));
  return modules.flatMap((module) => Object.values(module)).filter((value) => typeof value === 'function');
}

async function compare(url, entities) {
  const source = await new DataSource({ type: 'postgres', url, entities, extra: { max: 2 } }).initialize();
  try {
    return (await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);
  } finally {
    await source.destroy();
  }
}

async function onNewDatabase(work) {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    return onDatabaseOf(given, work);
  }
  const home = await mkdtemp(join(tmpdir(), 'herald-drift-'));
  const server = await startEmbeddedPostgres({ home, ephemeral: true, log: () => undefined });
  try {
    return await onDatabaseOf(server.url, work);
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function onDatabaseOf(server, work) {
  const name = `herald_drift_${process.pid}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await migrate(url.href);
    return await work(url.href);
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  }
}

const entities = await loadEntities();
const [named] = process.argv.slice(2);
const queries = await (named === undefined ? onNewDatabase((url) => compare(url, entities)) : compare(named, entities));
report(
  queries.map((query) => `entities and migrations differ; TypeORM would run: ${query}`),
  `${entities.length} entities are as the migrations made their tables`,
);
