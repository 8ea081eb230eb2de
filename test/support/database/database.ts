import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Config } from '#platform/config';
import { openDatabase, openProcessDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { measureSetUp } from '../set-up-times/set-up-times.js';
import { copyDistributedDatabase, dropDistributedDatabase } from './citus.js';
import { withDatabase } from './database-url.js';

export interface FreshDatabase {
  url: string;
  db: Database;
  rowSecurity: boolean;
  close(): Promise<void>;
}

/**
 * A migrated database of the caller's own, cloned from the run's template in a fraction of a second.
 *
 * @param options.pool         connections of `db`
 * @param options.rowSecurity  with row-level security; TEST_ROW_SECURITY=1 gives it to every test
 * @param options.template     another database to clone
 */
export async function freshDatabase(options: DatabaseOptions = {}): Promise<FreshDatabase> {
  return measureSetUp('database', () => cloneDatabase(options));
}

interface DatabaseOptions {
  pool?: number;
  rowSecurity?: boolean;
  /** Name of another database to clone than the run's template; it must have no connections. */
  template?: string | undefined;
}

async function cloneDatabase({
  pool = 10,
  rowSecurity = process.env['TEST_ROW_SECURITY'] === '1',
  template = inject('postgresTemplate'),
}: DatabaseOptions): Promise<FreshDatabase> {
  const server = inject('postgresUrl');
  const name = newName();
  const isDistributed = inject('postgresIsCitus');
  if (isDistributed) {
    await copyDistributedDatabase(server, template, name);
  } else {
    // Files are copied as they are: page by page, through the log, takes twice the CPU, here and when they are dropped.
    await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  }
  const url = withDatabase(server, name);
  if (rowSecurity) {
    await migrate(url, { rowSecurity });
  }
  const db = await openDatabase(url, pool, createLogger('test', 'silent'), { rowSecurity });
  return {
    url,
    db,
    rowSecurity,
    async close() {
      await db.close();
      await (isDistributed ? dropDistributedDatabase : dropDatabase)(server, name);
    },
  };
}

/** Another pool on the database of another test part, which closes it. */
export async function sharedDatabase(config: Config): Promise<FreshDatabase> {
  const db = await openProcessDatabase(config, createLogger('test', 'silent'));
  return { rowSecurity: false, url: config.DATABASE_URL, db, close: () => db.close() };
}

export type EmptyDatabase = Pick<FreshDatabase, 'url' | 'close'>;

/** A database without anything in it, for processes that migrate it themselves. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgresUrl');
  const name = newName();
  await onServer(server, `CREATE DATABASE ${name}`);
  return {
    url: withDatabase(server, name),
    close: () => dropDatabase(server, name),
  };
}

export { withDatabase };

/** Begins with the name of the run's template: what is left of such databases is dropped with it. */
function newName(): string {
  return `${inject('postgresTemplate')}_${randomBytes(6).toString('hex')}`;
}

const DENIED = '42501';

/**
 * Drops a database with its connections. An autovacuum worker belongs to a superuser, which the role of the product may
 * not end: the statement without FORCE does it.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${name}`;
  await onServer(server, `${drop} WITH (FORCE)`).catch(async (error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== DENIED) {
      throw error;
    }
    await onServer(server, drop);
  });
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
