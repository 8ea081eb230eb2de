import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { KeyTotals0208 } from './0208-key-totals.js';
import { ReadModels0215 } from './0215-read-models.js';
import { NewestSendOfKey0218 } from './0218-newest-send-of-key.js';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

async function shape(): Promise<string[]> {
  const rows = await fresh.db.rows<{ line: string }>(
    `SELECT pg_get_indexdef(x.indexrelid) AS line FROM pg_index AS x
       JOIN pg_class AS c ON c.oid = x.indexrelid WHERE x.indisvalid AND c.relname LIKE 'dispatch\\_by%key'
     UNION ALL
     SELECT c.relname FROM pg_class AS c
      WHERE c.relnamespace = 'delivery'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'key\\_%'
     UNION ALL
     SELECT a.attname FROM pg_attribute AS a
      WHERE a.attrelid = 'delivery.dispatch'::regclass AND a.attname = 'is_counted'
      ORDER BY 1`,
  );
  return rows.map(({ line }) => line.replace(/ ON delivery\.dispatch USING btree/, ''));
}

const AFTER = [
  'CREATE INDEX dispatch_by_key (app_id, notification_key, is_counted)',
  'is_counted',
  'key_count',
  'key_total',
];

describe('Migration 0208: sums of keys', () => {
  it(
    'Tables and index are complete although it dies after each of its steps in turn',
    { timeout: 120_000 },
    async () => {
      const migrating = await openMigrating(fresh.url);
      await new NewestSendOfKey0218().down(migrating.runner);
      await new ReadModels0215().down(migrating.runner);
      expect(await shape()).toEqual(AFTER);
      await new KeyTotals0208().down(migrating.runner);
      await migrating.close();
      expect(await shape()).toEqual(['CREATE INDEX dispatch_by_key (app_id, notification_key)']);
      let deaths = 0;
      for (let isDone = false; !isDone;) {
        const dying = await openMigrating(fresh.url);
        dying.dieAfter(deaths + 1);
        isDone = await new KeyTotals0208().up(dying.runner, dying.steps).then(
          () => true,
          () => false,
        );
        deaths += isDone ? 0 : 1;
        await dying.close();
      }
      expect(deaths).toBeGreaterThan(3);
      await runMigration(fresh.url, KeyTotals0208);
      expect(await shape()).toEqual(AFTER);
    },
  );
});
