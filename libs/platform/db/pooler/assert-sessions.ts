import type pg from 'pg';
import { ConfigError, type DatabaseUrls, sessionUrl } from '#platform/config';
import { connectionTo } from '#platform/postgres';
import { TIME_LIMITS } from './time-limits.js';

/** How often two sessions are compared. A busy pooler may give both the server that they had before. */
const LOOKS = 20;
const TIMEOUT_MS = 5000;

/**
 * PgBouncer before 1.20 (https://www.pgbouncer.org/config.html#ignore_startup_parameters) refuses clients that name a
 * setting that it does not track.
 */
const REFUSED_SETTING = /unsupported startup parameter/;

const WORDS = {
  DATABASE_URL:
    'DATABASE_URL names a pooler that gives no session of its own, which listeners, the queue and migrations need: set DATABASE_SESSION_URL to Postgres itself, and leave DATABASE_URL as it is',
  DATABASE_SESSION_URL:
    'DATABASE_SESSION_URL names a pooler that gives no session of its own: it must name Postgres itself',
};

/**
 * Refuses settings with which notifications, locks and jobs would get lost without an error.
 *
 * @throws ConfigError when what should keep sessions is a pooler in transaction mode; the error of the server when it
 * is away
 */
export async function assertSessions(urls: DatabaseUrls): Promise<void> {
  if (!(await keepsSessions(sessionUrl(urls)))) {
    throw new ConfigError([WORDS[urls.DATABASE_SESSION_URL ? 'DATABASE_SESSION_URL' : 'DATABASE_URL']]);
  }
}

/**
 * Tests if every connection has a session of the server to itself. Postgres gives a new connection the number of its
 * process; a pooler gives another one. Then it is in transaction mode if two open connections share a process, or one
 * changes it.
 */
async function keepsSessions(url: string): Promise<boolean> {
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    const { connectionString, Client } = connectionTo(url);
    const client = new Client({
      connectionString,
      application_name: 'herald',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      ...TIME_LIMITS,
    });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await open();
    const own = await pidOf(first);
    if ('processID' in first && first.processID === own) {
      return true;
    }
    const second = await open();
    for (let look = 0; look < LOOKS; look++) {
      if ((await pidOf(second)) === own || (await pidOf(first)) !== own) {
        return false;
      }
    }
    return true;
  } catch (error) {
    if (error instanceof Error && REFUSED_SETTING.test(error.message)) {
      return false;
    }
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
