import pg from 'pg';

/**
 * Connects once.
 *
 * @returns null when the server answers, else the code of the refusal: 57P03 while it starts, ECONNREFUSED before it
 *   listens, 28P01 for a wrong password
 */
export async function ping(url: string): Promise<string | null> {
  try {
    await onServer(url, async (client) => void (await client.query('SELECT 1')));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** Creates the database `herald` on a new server. initdb creates only `postgres` and the templates. */
export async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  await onServer(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'herald'");
    if (rowCount === 0) {
      await client.query('CREATE DATABASE herald');
    }
  });
}

/** Version of a server (`18.4`). */
export async function serverVersion(url: string): Promise<string> {
  let version = '';
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    version = rows[0]?.server_version ?? '';
  });
  return version;
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
