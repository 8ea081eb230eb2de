import pg from 'pg';
import { migrate } from '../../../migrations/data-source.js';

interface Node {
  port: number;
  isCoordinator: boolean;
}

/** Few shards: a test has few rows, and each of a hundred tables and partitions has so many. */
const SHARDS = 4;

/**
 * True for a Citus coordinator.
 *
 * @param url  of a superuser, for a database with the extension
 */
export async function isCitus(url: string): Promise<boolean> {
  return run(url, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    return rowCount === 1;
  });
}

/** Creates and migrates a distributed database; see `createConnectedDatabase`. */
export async function createDistributedDatabase(server: string, name: string): Promise<string> {
  const coordinator = await createConnectedDatabase(server, name);
  await migrate(coordinator);
  return coordinator;
}

/**
 * Creates a database without tables on each node, and connects them.
 *
 * @param server  of a superuser, for a database of the same cluster
 * @param name    of the new database
 * @returns its URL on the coordinator
 */
export async function createConnectedDatabase(server: string, name: string): Promise<string> {
  const nodes = await readNodes(server);
  for (const { port } of nodes) {
    await execute(at(server, port), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
    await execute(
      at(server, port, name),
      `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`,
      'CREATE EXTENSION citus',
    );
  }
  const coordinator = at(server, Number(new URL(server).port), name);
  await execute(
    coordinator,
    ...nodes.map(
      ({ port, isCoordinator }) =>
        `SELECT ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}('127.0.0.1', ${port})`,
    ),
  );
  return coordinator;
}

/**
 * Creates a distributed database that tests copy. Afterwards it takes no connections, for Postgres copies no database
 * in use.
 */
export async function createDistributedTemplate(server: string, name: string): Promise<void> {
  await createDistributedDatabase(server, name);
  for (const { port } of await readNodes(server)) {
    // The maintenance process of Citus is connected too, and comes back as long as it may.
    await execute(
      at(server, port),
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  }
}

/**
 * Copies a template on every node. What Citus knows of tables, shards and nodes lies in the database itself, so the copies
 * fit together as the templates did.
 */
export async function copyDistributedDatabase(server: string, template: string, name: string): Promise<void> {
  const nodes = await readNodes(server);
  await Promise.all(
    nodes.map(async ({ port }) =>
      run(at(server, port), async (client) => {
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
        // Settings of a database are not copied with it.
        const { rows } = await client.query<{ setting: string }>(
          `SELECT format('%I = %L', split_part(s, '=', 1), substr(s, strpos(s, '=') + 1)) AS setting
             FROM pg_db_role_setting AS r CROSS JOIN unnest(r.setconfig) AS s
            WHERE r.setrole = 0 AND r.setdatabase = (SELECT oid FROM pg_database WHERE datname = $1)`,
          [template],
        );
        for (const { setting } of rows) {
          await client.query(`ALTER DATABASE ${name} SET ${setting}`);
        }
      }),
    ),
  );
}

/** Drops a database on every node, also a template. */
export async function dropDistributedDatabase(server: string, name: string): Promise<void> {
  const nodes = await readNodes(server);
  await Promise.all(
    nodes.map(async ({ port }) => execute(at(server, port), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  );
}

async function readNodes(server: string): Promise<Node[]> {
  return run(server, async (client) => {
    const { rows } = await client.query<Node>(
      'SELECT nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node ORDER BY groupid',
    );
    return rows;
  });
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  await run(url, async (client) => {
    for (const statement of statements) {
      await client.query(statement);
    }
  });
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
