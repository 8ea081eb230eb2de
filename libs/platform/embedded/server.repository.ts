import pg from 'pg';

/** Connects once; a server that is still starting refuses with 57P03, one that does not listen with ECONNREFUSED. */
export async function ping(url: string): Promise<void> {
  await onServer(url, async (client) => void (await client.query('SELECT 1')));
}

/**
 * Makes the database `herald` on a new server; on a known one it finds it there. Not part of initdb, which makes only
 * `postgres` and the templates.
 */
export async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  await onServer(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'herald'");
    if (rowCount === 0) {
      await client.query('CREATE DATABASE herald');
    }
  });
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
