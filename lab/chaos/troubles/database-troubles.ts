import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { insist, makeVictim } from '../victims.js';
import type { Trouble } from './troubles.js';

/** Shorter and longer than the lease of the lab. */
const between = (least: number, most: number, luck: number): number => least + luck * (most - least);

/** Faults of a database that goes on running. @param url  of the moment: a killed server comes back on the same port */
export function databaseTroubles(url: () => string): Trouble[] {
  return [
    makeVictim(
      'read-only',
      () => attempt(() => beReadOnly(url())),
      async (luck) => {
        await sleep(between(1000, 8000, luck));
        await insist(() => query(url(), `ALTER DATABASE ${nameOf(url())} RESET default_transaction_read_only`));
      },
    ),
    makeVictim('locks', nothing, (luck) => attempt(() => holdLock(url(), between(1000, 8000, luck)))),
    makeVictim('cuts', () => attempt(() => query(url(), CUT)), nothing),
  ];
}

const nothing = async (): Promise<void> => undefined;
const CUT =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Acts as a fail-over does: the connections break, and new ones reach a server that takes no writes. */
async function beReadOnly(url: string): Promise<void> {
  await query(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
  await query(url, CUT);
}

/** Acts as the build of an index does: results can be read, but not written. */
async function holdLock(url: string, ms: number): Promise<void> {
  await query(
    url,
    `BEGIN; LOCK TABLE delivery.push_result IN SHARE MODE; SELECT pg_sleep(${(ms / 1000).toFixed(3)}); COMMIT`,
  );
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** A fault that meets a dead database has nothing to break. */
async function attempt(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}
