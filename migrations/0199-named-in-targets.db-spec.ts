import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { NamedInTargets0199 } from './0199-named-in-targets.js';

const TOTALS = 2500;
const targetOf = (code: string) => JSON.stringify({ type: 'profile', code, values: ['telegram:1'] });

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

async function down(): Promise<void> {
  const migrating = await openMigrating(fresh.url);
  await new NamedInTargets0199().down(migrating.runner);
  await migrating.close();
}

/** Valid indexes that the migration makes or drops. */
async function indexes(): Promise<string[]> {
  const rows = await fresh.db.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indexrelid
      WHERE x.indisvalid AND c.relname = ANY ($1::text[]) ORDER BY c.relname`,
    [['approval_request_application', 'dispatch_named', 'dispatch_people', 'segment_application']],
  );
  return rows.map(({ name }) => name);
}

describe('Migration 0199: names in targets', () => {
  it('Its indexes are complete although it dies after each of its steps in turn', { timeout: 120_000 }, async () => {
    await down();
    expect(await indexes()).toEqual(['dispatch_named']);
    let deaths = 0;
    for (let isDone = false; !isDone;) {
      const migrating = await openMigrating(fresh.url);
      migrating.dieAfter(deaths + 1);
      isDone = await new NamedInTargets0199().up(migrating.runner, migrating.steps).then(
        () => true,
        () => false,
      );
      deaths += isDone ? 0 : 1;
      await migrating.close();
    }
    expect(deaths).toBeGreaterThan(5);
    expect(await indexes()).toEqual(['approval_request_application', 'dispatch_people', 'segment_application']);
  });

  it('Totals lose a target that names people, and no other, in several batches', async () => {
    await down();
    await fresh.db.affected(
      `INSERT INTO delivery.send_total (app_id, notification_key, day, sends, planned, is_finished, first_at, last_at,
                                        started_at, target)
       SELECT 1 + n % 2, n, '2031-05-10', 1, 1, true, now(), now(), now(), CASE WHEN n % 100 = 0 THEN $2::jsonb ELSE $3::jsonb END
         FROM generate_series(1, $1::integer) AS n`,
      [TOTALS, targetOf('chatAddress'), targetOf('city')],
    );
    await runMigration(fresh.url, NamedInTargets0199);
    const rows = await fresh.db.rows<{ key: number }>(
      'SELECT t.notification_key AS key FROM delivery.send_total AS t WHERE t.target IS NULL ORDER BY t.notification_key',
    );
    expect(rows.map(({ key }) => key)).toEqual(Array.from({ length: TOTALS / 100 }, (_, n) => (n + 1) * 100));
  });

  it.each([
    ['DROP INDEX', []],
    ['CREATE INDEX', ['dispatch_people', 'dispatch_named']],
  ])('Dispatches are written while the step %s undoes the migration', { timeout: 60_000 }, async (step, gone) => {
    await runMigration(fresh.url, NamedInTargets0199);
    for (const index of gone) {
      await fresh.db.affected(`DROP INDEX IF EXISTS delivery.${index}`);
    }
    const older = new pg.Client({ connectionString: fresh.url });
    const writer = new pg.Client({ connectionString: fresh.url, lock_timeout: 3000 });
    await Promise.all([older.connect(), writer.connect()]);
    const write = async (client: pg.Client) =>
      client.query('UPDATE delivery.dispatch SET target = target WHERE dispatch_id = -1');
    await older.query('BEGIN');
    await write(older);
    const undone = down();
    const isWaiting = async (): Promise<boolean> =>
      (
        await fresh.db.rows(
          `SELECT FROM pg_stat_activity AS a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'
            AND a.query LIKE $1 AND a.pid <> pg_backend_pid()`,
          [`${step}%`],
        )
      ).length > 0;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    await expect(write(writer)).resolves.toMatchObject({ command: 'UPDATE' });
    await older.query('COMMIT');
    await undone;
    await Promise.all([older.end(), writer.end()]);
    expect(await indexes()).toEqual(['dispatch_named']);
  });
});
