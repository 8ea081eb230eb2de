import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import type { Database } from './index.js';

let fresh: FreshDatabase;
let db: Database;

beforeAll(async () => {
  // One connection: what it prepared can be asked of it.
  fresh = await freshDatabase({ pool: 1 });
  db = fresh.db;
  await db.affected('CREATE TABLE entry (id integer PRIMARY KEY, by text)');
});
beforeEach(() => db.affected('TRUNCATE entry'));
afterAll(() => fresh.close());

const BY_ID = 'SELECT e.id, e.by FROM entry AS e WHERE e.id = $1';

it('A prepared statement is prepared once per connection and sees current rows', async () => {
  expect(await db.preparedRow(BY_ID, [1])).toBeUndefined();
  for (const by of ['ann', 'ben', 'cem', 'dan', 'eve', 'flo', 'gil']) {
    await db.affected('INSERT INTO entry VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET by = excluded.by', [by]);
    expect(await db.preparedRow(BY_ID, [1])).toEqual({ id: 1, by });
  }
  const prepared = await db.rows('SELECT s.generic_plans + s.custom_plans AS uses FROM pg_prepared_statements AS s');
  expect(prepared).toEqual([{ uses: 8 }]);
});

it('A prepared statement survives changes of its table', async () => {
  await db.affected("INSERT INTO entry VALUES (1, 'ann')");
  expect(await db.preparedRow(BY_ID, [1])).toEqual({ id: 1, by: 'ann' });
  await db.affected('ALTER TABLE entry ADD COLUMN at timestamptz DEFAULT now()');
  await db.affected('CREATE INDEX entry_by ON entry (by)');
  expect(await db.preparedRow(BY_ID, [1])).toEqual({ id: 1, by: 'ann' });
});

it('A prepared statement joins the transaction of its caller', async () => {
  await db.inTransaction(async () => {
    await db.affected("INSERT INTO entry VALUES (2, 'ben')");
    expect(await db.preparedRow(BY_ID, [2])).toEqual({ id: 2, by: 'ben' });
  });
});

it('Prepared statements of different wordings do not conflict', async () => {
  await db.affected("INSERT INTO entry VALUES (3, 'cem')");
  expect(await db.preparedRow(BY_ID, [3])).toEqual({ id: 3, by: 'cem' });
  expect(await db.preparedRow('SELECT e.by FROM entry AS e WHERE e.id = $1', [3])).toEqual({ by: 'cem' });
  expect(await db.preparedRow(BY_ID, [3])).toEqual({ id: 3, by: 'cem' });
});
