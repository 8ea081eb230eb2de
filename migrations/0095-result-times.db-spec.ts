import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { LeftOut0088 } from './0088-left-out.js';
import { ResultTimes0095 } from './0095-result-times.js';
import { ReadModels0215 } from './0215-read-models.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

/** Partitions of results, with the number of their parts of each index. */
async function countParts(): Promise<{ partitions: number; times: number; skipped: number; valid: boolean }> {
  const row = await fresh.db.row<{ partitions: number; times: number; skipped: number; valid: boolean }>(
    `SELECT (SELECT count(*)::integer FROM pg_inherits WHERE inhparent = 'delivery.push_result'::regclass) AS partitions,
            (SELECT count(*)::integer FROM pg_inherits WHERE inhparent = 'delivery.push_result_by_time'::regclass) AS times,
            (SELECT count(*)::integer FROM pg_inherits WHERE inhparent = 'delivery.push_result_skipped'::regclass) AS skipped,
            (SELECT bool_and(indisvalid) FROM pg_index WHERE indexrelid IN
               ('delivery.push_result_by_time'::regclass, 'delivery.push_result_skipped'::regclass)) AS valid`,
  );
  if (!row) {
    throw new Error('There are no results');
  }
  return row;
}

it('Migration 0095 builds missing indexes for days before 0088, and reuses those that were built by hand', async () => {
  const migrating = await openMigrating(fresh.url);
  await new ReadModels0215().down(migrating.runner);
  await new LeftOut0088().down(migrating.runner);
  for (const day of ['2031-05-10', '2031-05-11']) {
    const next = day.replace(/..$/, (number) => String(Number(number) + 1));
    const name = `delivery.push_result_${day.replaceAll('-', '')}`;
    await fresh.db.affected(
      `CREATE TABLE ${name} PARTITION OF delivery.push_result FOR VALUES FROM ('${day}') TO ('${next}')`,
    );
    await fresh.db.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
       SELECT n, 1, '${day}', 1, 1, n, n, 1, 1 FROM generate_series(1, 500) AS n`,
    );
  }
  await new LeftOut0088().up(migrating.runner);
  await migrating.close();
  const { partitions, times } = await countParts();
  expect(times).toBe(partitions - 2);
  await fresh.db.affected('CREATE INDEX CONCURRENTLY made_by_hand ON delivery.push_result_20310510 (app_id, ts)');

  const lines = await runMigration(fresh.url, ResultTimes0095);
  expect(await countParts()).toEqual({ partitions, times: partitions, skipped: partitions, valid: true });
  const indexes = await fresh.db.rows<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
      WHERE indrelid = 'delivery.push_result_20310510'::regclass AND pg_get_indexdef(indexrelid) LIKE '%(app_id, ts)'`,
  );
  expect(indexes).toEqual([{ name: 'delivery.made_by_hand' }]);
  expect(lines[0]).toMatch(/^index push_result_by_time: partition 2 of 2, delivery\.push_result_20310511, [\d.]+ kB$/);
  expect(await runMigration(fresh.url, ResultTimes0095)).toEqual([]);
});
