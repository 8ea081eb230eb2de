import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { isRolledBack, type Database, type Tx } from './index.js';

let fresh: FreshDatabase;
let db: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = fresh.db;
  await db.affected('CREATE TABLE entry (id integer PRIMARY KEY, changes integer NOT NULL DEFAULT 0)');
});
beforeEach(async () => {
  await db.affected('TRUNCATE entry');
  await db.affected('INSERT INTO entry (id) VALUES (1)');
});
afterAll(() => fresh.close());

const count = async (on: Pick<Tx, 'rows'>): Promise<number> => (await on.rows('SELECT FROM entry')).length;
const change = (on: Pick<Tx, 'affected'>): Promise<number> =>
  on.affected('UPDATE entry SET changes = changes + 1 WHERE id = 1');

describe('Database.snapshot', () => {
  it('A snapshot reads one moment, whatever other transactions commit in between', async () => {
    const seen = await db.snapshot(async (tx) => {
      const before = await count(tx);
      await db.affected('INSERT INTO entry (id) VALUES (2)');
      return [before, await count(tx), await count(db)];
    });
    expect(seen).toEqual([1, 1, 2]);
  });

  it('A snapshot is rolled back when another transaction changes the same rows', async () => {
    await db.snapshot(change);
    const late = db.snapshot(async (tx) => {
      await count(tx);
      await change(db);
      await change(tx);
    });
    await expect(late).rejects.toSatisfy(isRolledBack);
    expect(await db.row('SELECT e.changes FROM entry AS e')).toEqual({ changes: 2 });
  });
});
