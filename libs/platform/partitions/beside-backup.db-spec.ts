import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { TABLES } from './partitioned-tables.js';
import { dropExpiredPartitions, ensurePartitions, ensurePastDays } from './partitions.repository.js';

let fresh: FreshDatabase;
let backup: pg.Client;
let writer: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  backup = new pg.Client({ connectionString: fresh.url });
  // A write that waits for the whole backup fails: nothing else here waits for so long.
  writer = new pg.Client({ connectionString: fresh.url, statement_timeout: 10_000 });
  await Promise.all([backup.connect(), writer.connect()]);
});
afterAll(async () => {
  await Promise.all([backup.end(), writer.end()]);
  await fresh.close();
});

const TODAY = new Date('2031-05-10T08:00:00Z');
let recipientId = 1;
const KEEP = { feed: 3, results: 40, events: 100, audit: 400 };

/** Locks what `pg_dump` locks for as long as it runs: every table and partition, against changes of their shape. */
async function beginBackup(): Promise<void> {
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows } = await backup.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('audit', 'delivery', 'events', 'platform', 'users')`,
  );
  await backup.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
}

/** Runs upkeep beside a backup, and writes for as long as it runs. @returns writes that committed */
async function writeDuring<R>(upkeep: Promise<R>): Promise<{ writes: number; result: R }> {
  const end = new AbortController();
  const settled = upkeep.finally(() => end.abort());
  settled.catch(() => undefined);
  let writes = 0;
  while (!end.signal.aborted) {
    await writer.query(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, platform, status)
       VALUES (1, 1, '2031-05-10', 1, 1, $1, 1, 1)`,
      [recipientId],
    );
    await writer.query(`INSERT INTO platform.outbox (app_id, kind, uids, keys) VALUES (1, 'tags', '{}', '{}')`);
    writes += 1;
    recipientId += 1;
    await sleep(20);
  }
  return { writes, result: await settled };
}

it('ensurePartitions during a backup holds up no writes, and leaves blocked partitions to the next run', async () => {
  await ensurePartitions(fresh.db, TODAY);
  await beginBackup();
  const tomorrow = new Date('2031-05-11T00:30:00Z');
  const { writes, result } = await writeDuring(ensurePartitions(fresh.db, tomorrow));
  expect(writes).toBeGreaterThan(0);
  // The backup holds the default partitions, which Postgres looks at.
  expect(result.changed).toEqual([]);
  expect(result.postponed).toContain('delivery.push_result_20310518');
  await backup.query('ROLLBACK');
  const { changed, postponed } = await ensurePartitions(fresh.db, tomorrow);
  expect(postponed).toEqual([]);
  expect(changed.toSorted()).toEqual(result.postponed.toSorted());
  expect(changed).toHaveLength(TABLES.length - 1);
});

it('dropExpiredPartitions during a backup holds up no writes for long, and leaves blocked ones to the next run', async () => {
  await beginBackup();
  const later = new Date('2031-05-15T08:00:00Z');
  const { writes, result } = await writeDuring(dropExpiredPartitions(fresh.db, later, KEEP));
  expect(writes).toBeGreaterThan(0);
  expect(result.postponed).toContain('platform.outbox_20310510');
  await backup.query('ROLLBACK');
  const { changed, postponed } = await dropExpiredPartitions(fresh.db, later, KEEP);
  expect(postponed).toEqual([]);
  expect(changed).toContain('platform.outbox_20310510');
});

it('ensurePastDays refuses a past day as unavailable while a backup keeps its partition from being created', async () => {
  await beginBackup();
  await expect(ensurePastDays(fresh.db, 'events.event', ['2020-01-01'])).rejects.toMatchObject({
    refusal: 'unavailable',
  });
  await backup.query('ROLLBACK');
  await ensurePastDays(fresh.db, 'events.event', ['2020-01-01']);
  const partition = await fresh.db.row(`SELECT FROM pg_inherits WHERE inhrelid = 'events.event_20200101'::regclass`);
  expect(partition).toBeDefined();
});
