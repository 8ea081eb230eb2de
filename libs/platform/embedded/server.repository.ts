import type pg from 'pg';
import { connectionTo } from '#platform/postgres';

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

/**
 * The role of the processes of Herald.
 *
 * @property mayCreateDatabases  for servers of tests, which clone a database for each file
 */
export interface ServiceRole {
  name: string;
  password: string;
  mayCreateDatabases: boolean;
}

/**
 * Creates the database `herald` on a new server, and the role that owns it and all in it. initdb creates only
 * `postgres` and the templates. In a database of an earlier version the superuser owns everything: it is handed over,
 * which changes the catalogue alone.
 *
 * @param urlOf  URL of a database for the superuser
 */
export async function ensureDatabase(urlOf: (database: string) => string, role: ServiceRole): Promise<void> {
  await onServer(urlOf('postgres'), async (client) => {
    const name = client.escapeIdentifier(role.name);
    const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role.name]);
    if (known.rowCount === 0) {
      // A slow statement would otherwise stand in the log with the password.
      await client.query('SET log_min_duration_statement = -1');
      const attributes = `LOGIN NOSUPERUSER NOCREATEROLE ${role.mayCreateDatabases ? 'CREATEDB' : 'NOCREATEDB'}`;
      await client.query(`CREATE ROLE ${name} ${attributes} PASSWORD ${client.escapeLiteral(role.password)}`);
    }
    const { rows } = await client.query<{ owner: string }>(
      "SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'herald'",
    );
    if (rows.length === 0) {
      await client.query(`CREATE DATABASE herald OWNER ${name}`);
    } else if (rows[0]?.owner !== role.name) {
      await client.query(`ALTER DATABASE herald OWNER TO ${name}`);
    }
  });
  await onServer(urlOf('herald'), (client) => handOver(client, role.name));
}

/** Makes a role the owner of everything in a database that the superuser owns outside the catalogues. */
async function handOver(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `WITH own AS (SELECT n.oid, n.nspname, n.nspowner FROM pg_namespace AS n
                   WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')
     SELECT format('ALTER SCHEMA %I OWNER TO %I', n.nspname, $1::text) AS statement
       FROM own AS n WHERE n.nspowner = current_user::regrole
     UNION ALL
     SELECT format('ALTER %s %s OWNER TO %I', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
                     WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass, $1::text)
       FROM pg_class AS c JOIN own AS n ON n.oid = c.relnamespace
      WHERE c.relowner = current_user::regrole AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
        -- Sequences of columns follow their table, and members of extensions stay with it.
        AND NOT EXISTS (SELECT FROM pg_depend AS d
                         WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i', 'e')
                           AND (c.relkind = 'S' OR d.deptype = 'e'))
     UNION ALL
     SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $1::text)
       FROM pg_proc AS p JOIN own AS n ON n.oid = p.pronamespace
      WHERE p.proowner = current_user::regrole
        AND NOT EXISTS (SELECT FROM pg_depend AS d
                         WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     UNION ALL
     SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $1::text)
       FROM pg_type AS t JOIN own AS n ON n.oid = t.typnamespace
      WHERE t.typowner = current_user::regrole AND t.typtype IN ('d', 'e')`,
    [role],
  );
  if (rows.length > 0) {
    await client.query(['BEGIN', ...rows.map(({ statement }) => statement), 'COMMIT'].join(';\n'));
  }
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
  const { connectionString, Client } = connectionTo(url);
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
