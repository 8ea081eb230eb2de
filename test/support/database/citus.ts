import pg from 'pg';
import { migrate } from '../../../migrations/data-source.js';

interface Node {
  port: number;
  isCoordinator: boolean;
}

/** Few shards: a test has few rows, and each of a hundred tables and partitions has so many. */
const SHARDS = 4;

/** Whether a server is a Citus coordinator. @param url  of a superuser, for a database with the extension */
export async function isCitus(url: string): Promise<boolean> {
  return run(url, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    return rowCount === 1;
  });
}

/**
 * Creates a distributed database for a test. A copy of a template would have the coordinator's tables without their
 * shards, so each one is made from the beginning: some ten seconds on an idle machine.
 *
 * @param server  of a superuser, for a database of the same cluster
 * @param name    of the new database
 */
export async function createDistributedDatabase(server: string, name: string): Promise<string> {
  const nodes = await run(server, async (client) => {
    const { rows } = await client.query<Node>(
      'SELECT nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node ORDER BY groupid',
    );
    return rows;
  });
  for (const { port } of nodes) {
    await run(at(server, port), async (client) => void (await client.query(`CREATE DATABASE ${name}`)));
    await run(at(server, port, name), async (client) => {
      await client.query(`ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`);
      await client.query('CREATE EXTENSION citus');
    });
  }
  const url = at(server, Number(new URL(server).port), name);
  await run(url, async (client) => {
    for (const { port, isCoordinator } of nodes) {
      const call = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
      await client.query(`SELECT ${call}('127.0.0.1', $1)`, [port]);
    }
  });
  await migrate(url);
  return url;
}

/** Drops a database of `createDistributedDatabase` on every node. */
export async function dropDistributedDatabase(server: string, name: string): Promise<void> {
  const ports = await run(server, async (client) => {
    const { rows } = await client.query<Node>('SELECT nodeport AS port FROM pg_dist_node');
    return rows.map(({ port }) => port);
  });
  for (const port of ports) {
    await run(
      at(server, port),
      async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    );
  }
}

function at(server: string, port: number, database = 'postgres'): string {
  const url = new URL(server);
  url.port = String(port);
  url.pathname = `/${database}`;
  return url.href;
}

async function run<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
