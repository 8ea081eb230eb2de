import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../test/support/database/database.js';
import { SETTLED_SNAPSHOT } from './distribute.repository.js';

async function begin(url: string, isolation: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
  return client;
}

async function textOf(client: pg.Client, expression: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(`SELECT (${expression})::text AS text`);
  return rows[0]?.text ?? '';
}

it('settled_snapshot lists an older running transaction, and ends before the transactions that began after it', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.close());
  await fresh.db.affected(SETTLED_SNAPSHOT);
  const older = await begin(fresh.url, 'READ COMMITTED');
  const running = Number(await textOf(older, 'pg_current_xact_id()'));
  // A snapshot ends after the newest transaction that is over.
  await fresh.db.row('SELECT pg_current_xact_id()');
  const reader = await begin(fresh.url, 'REPEATABLE READ');
  const [, end] = (await textOf(reader, 'pg_current_snapshot()')).split(':').map(Number);
  const newer: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    newer.push(Number(await textOf(await begin(fresh.url, 'READ COMMITTED'), 'pg_current_xact_id()')));
  }
  expect(newer.every((xid) => xid >= (end ?? Infinity))).toBe(true);
  const [from, to, list] = (await textOf(reader, 'platform.settled_snapshot()')).split(':');
  expect(Number(to)).toBe(end);
  expect(Number(from)).toBeGreaterThan(0);
  expect(Number(from)).toBeLessThanOrEqual(running);
  expect(list?.split(',').map(Number)).toContain(running);
});
