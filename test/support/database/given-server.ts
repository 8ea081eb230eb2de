import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createDistributedDatabase, dropDistributedDatabase, isCitus } from './citus.js';
import { withDatabase } from './database-url.js';

/** A database of one run on a server that runs already. */
export interface GivenDatabase {
  url: string;
  isDistributed: boolean;
  drop(): Promise<void>;
}

/**
 * Creates a database for a bench or a chaos run on a server that someone else started, distributed where it is a Citus
 * coordinator.
 *
 * @param server  URL of a superuser
 */
export async function createOnGivenServer(server: string): Promise<GivenDatabase> {
  const name = `herald_run_${randomBytes(6).toString('hex')}`;
  if (await isCitus(server)) {
    const url = await createDistributedDatabase(server, name);
    return { url, isDistributed: true, drop: () => dropDistributedDatabase(server, name) };
  }
  await execute(server, `CREATE DATABASE ${name}`);
  return {
    url: withDatabase(server, name),
    isDistributed: false,
    drop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
