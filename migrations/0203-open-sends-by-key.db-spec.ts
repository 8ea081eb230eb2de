import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { OpenSendsByKey0203 } from './0203-open-sends-by-key.js';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

async function down(): Promise<void> {
  const migrating = await openMigrating(fresh.url);
  await new OpenSendsByKey0203().down(migrating.runner);
  await migrating.close();
}

async function indexes(): Promise<string[]> {
  const rows = await fresh.db.rows<{ definition: string }>(
    `SELECT pg_get_indexdef(x.indexrelid) AS definition FROM pg_index AS x
       JOIN pg_class AS c ON c.oid = x.indexrelid
      WHERE x.indisvalid AND c.relname LIKE 'dispatch\\_open%' ORDER BY c.relname`,
  );
  return rows.map(({ definition }) => definition.replace(/ ON delivery\.dispatch USING btree/, ''));
}

const AFTER = [
  'CREATE INDEX dispatch_open (state, app_id, notification_key) WHERE (state < 3)',
  `CREATE INDEX dispatch_open_root (app_id, (((options #>> '{replaces,rootKey}'::text[]))::integer)) WHERE ((state < 3) AND (options ? 'replaces'::text))`,
];

describe('Migration 0203: open sends by key', () => {
  it('Its indexes are complete although it dies after each of its steps in turn', { timeout: 120_000 }, async () => {
    expect(await indexes()).toEqual(AFTER);
    await down();
    expect(await indexes()).toEqual(['CREATE INDEX dispatch_open (state) WHERE (state < 3)']);
    let deaths = 0;
    for (let isDone = false; !isDone;) {
      const migrating = await openMigrating(fresh.url);
      migrating.dieAfter(deaths + 1);
      isDone = await new OpenSendsByKey0203().up(migrating.runner, migrating.steps).then(
        () => true,
        () => false,
      );
      deaths += isDone ? 0 : 1;
      await migrating.close();
    }
    expect(deaths).toBeGreaterThan(3);
    expect(await indexes()).toEqual(AFTER);
    await runMigration(fresh.url, OpenSendsByKey0203);
    expect(await indexes()).toEqual(AFTER);
  });
});
