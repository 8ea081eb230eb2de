import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { ResultsByRecipient0100 } from './0100-results-by-recipient.js';

const APP = 7;
const DAYS = ['2031-05-10', '2031-05-11', '2031-05-12'];

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  for (const [n, day] of DAYS.entries()) {
    const next = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10);
    await fresh.db.affected(
      `CREATE TABLE delivery.push_result_${day.replaceAll('-', '')} PARTITION OF delivery.push_result
         FOR VALUES FROM ('${day}') TO ('${next}')`,
    );
    await fresh.db.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
       SELECT n % 1024, $1, $2::date, $3, 1, n, n + 1024, 1, 1 FROM generate_series(1, 2000) AS n`,
      [APP, day, n + 1],
    );
  }
});
afterAll(() => fresh.close());
beforeEach(async () => {
  const migrating = await openMigrating(fresh.url);
  await new ResultsByRecipient0100().down(migrating.runner);
  await migrating.close();
});

/** The indexes of results that begin with the bucket: of the whole table, and of its partitions. */
async function indexes(): Promise<string[]> {
  const rows = await fresh.db.rows<{ text: string }>(
    `SELECT DISTINCT format('%s %s %s %s', CASE WHEN c.relkind = 'I' THEN c.relname ELSE 'part' END, x.indisunique,
                            x.indisvalid, substring(pg_get_indexdef(x.indexrelid) FROM '\\(.*')) AS text
       FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE t.relname LIKE 'push_result%' AND pg_get_indexdef(x.indexrelid) ~ '\\(vb' ORDER BY 1`,
  );
  return rows.map(({ text }) => text);
}

const BY_RECIPIENT = [
  'part t t (vb, recipient_id, dispatch_id, channel, day)',
  'push_result_once t t (vb, recipient_id, dispatch_id, channel, day)',
];

describe('Migration 0100: results by recipient', () => {
  it('The index by recipient is built while results are written', { timeout: 120_000 }, async () => {
    const reader = new pg.Client({ connectionString: fresh.url });
    const writer = new pg.Client({ connectionString: fresh.url, statement_timeout: 15_000 });
    await Promise.all([reader.connect(), writer.connect()]);
    // The build of an index beside writers waits for every older snapshot, so it lasts for as long as this one.
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT 1');
    const migration = runMigration(fresh.url, ResultsByRecipient0100);
    const end = new AbortController();
    migration.finally(() => end.abort()).catch(() => undefined);
    const isBuilding = async (): Promise<boolean> =>
      (await fresh.db.rows('SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()')).length > 0;
    let writes = 0;
    for (let during = 0; during < 5 && !end.signal.aborted; during += (await isBuilding()) ? 1 : 0) {
      writes += 1;
      await writer.query(
        `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
         VALUES (1, $1, '2031-05-11', 99, 1, $2, 1, 1, 1)`,
        [APP, writes * 1024 + 1],
      );
      await sleep(20);
    }
    await reader.query('ROLLBACK');
    await migration;
    await Promise.all([reader.end(), writer.end()]);
    expect(writes).toBeGreaterThanOrEqual(5);
    expect(await indexes()).toEqual(BY_RECIPIENT);
  });

  it(
    'The index by recipient is complete although the migration dies after each of its steps in turn',
    { timeout: 120_000 },
    async () => {
      let deaths = 0;
      for (let isDone = false; !isDone;) {
        const migrating = await openMigrating(fresh.url);
        migrating.dieAfter(deaths + 1);
        isDone = await new ResultsByRecipient0100().up(migrating.runner, migrating.steps).then(
          () => true,
          () => false,
        );
        deaths += isDone ? 0 : 1;
        await migrating.close();
      }
      expect(deaths).toBeGreaterThan(5);
      expect(await indexes()).toEqual(BY_RECIPIENT);
    },
  );
});
