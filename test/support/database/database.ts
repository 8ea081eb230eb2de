import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';

export interface FreshDatabase {
  url: string;
  db: Database;
  close(): Promise<void>;
}

/**
 * A migrated database of the caller's own, cloned from the run's template in a fraction of a second.
 *
 * @param options.pool  connections of `db`
 */
export async function freshDatabase(options: { pool?: number } = {}): Promise<FreshDatabase> {
  const server = inject('postgresUrl');
  const name = `herald_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${inject('postgresTemplate')}`);
  const url = withDatabase(server, name);
  const db = await openDatabase(url, options.pool ?? 10, createLogger('test', 'silent'));
  return {
    url,
    db,
    async close() {
      await db.close();
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Another pool on the database of another test part, which closes it. */
export async function sharedDatabase(url: string): Promise<FreshDatabase> {
  const db = await openDatabase(url, 10, createLogger('test', 'silent'));
  return { url, db, close: () => db.close() };
}

export type EmptyDatabase = Pick<FreshDatabase, 'url' | 'close'>;

/** A database without anything in it, for processes that migrate it themselves. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgresUrl');
  const name = `herald_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  return {
    url: withDatabase(server, name),
    close: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const second = new URL(url);
  second.pathname = `/${name}`;
  return second.href;
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
