import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { ReadModels0215 } from './0215-read-models.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ rowSecurity: true });
  await fresh.db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES (1, 1, 1, 'mine'), (1, 2, 1, 'theirs')`,
  );
});
afterAll(() => fresh.close());

/** Views by name, and those of them that a reader's policies do not hold for. */
async function listViews(): Promise<{ names: string[]; open: string[] }> {
  const rows = await fresh.db.rows<{ name: string; isOpen: boolean }>(
    `SELECT c.oid::regclass::text AS name, NOT coalesce(c.reloptions::text LIKE '%security_invoker=true%', false) AS "isOpen"
       FROM pg_class AS c WHERE c.relkind = 'v' AND c.relname LIKE 'v\\_%' ORDER BY 1`,
  );
  const names = rows.map(({ name }) => name);
  return { names, open: rows.filter(({ isOpen }) => isOpen).map(({ name }) => name) };
}

describe('Migration 0215: views for readers of other modules', () => {
  it('A view shows the rows of one application alone, as its table does', async () => {
    const read = () => fresh.db.row(`SELECT json_agg(u.ext_id ORDER BY u.app_id) AS names FROM users.v_app_user AS u`);
    expect(await fresh.db.runForApplication(1, read)).toEqual({ names: ['mine'] });
    expect(await fresh.db.runForApplication(3, read)).toEqual({ names: null });
    expect(await read()).toEqual({ names: ['mine', 'theirs'] });
  });

  it('Every view has the policies of who reads it', async () => {
    const { names, open } = await listViews();
    expect(names.length).toBeGreaterThan(15);
    expect(open).toEqual([]);
  });

  it('The views go with the migration and come again', async () => {
    // Views of later migrations stay.
    await fresh.db.affected('DROP VIEW users.v_topic_choice, delivery.v_series, members.v_member');
    const before = await listViews();
    const migrating = await openMigrating(fresh.url);
    await new ReadModels0215().down(migrating.runner);
    await migrating.close();
    expect((await listViews()).names).toEqual([]);
    await runMigration(fresh.url, ReadModels0215);
    expect(await listViews()).toEqual(before);
  });
});
