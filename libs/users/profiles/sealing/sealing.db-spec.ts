import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/database/database.js';
import { SEALED_PREFIX } from './sealed-text.js';
import { SealingRepository } from './sealing.repository.js';

const CLAIMED = { appId: 1, attrId: 500, code: 'note', nextVb: 0 };
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

it('Sealing skips a value that was written after it was read', async () => {
  await fresh.db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id, attrs)
     SELECT q.uid % 1024, 1, q.uid, 'user-' || q.uid, jsonb_build_object('500', q.value, '501', 1)
       FROM unnest($1::bigint[], $2::jsonb[]) AS q (uid, value)`,
    [
      [1, 2, 3, 4],
      ['"clear"', '["clear"]', '"clear"', `"${SEALED_PREFIX}old"`],
    ],
  );
  const repository = new SealingRepository(fresh.db);
  const found = await fresh.db.tx((tx) => repository.findClear(tx, CLAIMED, 1024, SEALED_PREFIX));
  expect(found.map(({ uid }) => uid)).toEqual([1, 2, 3]);
  await fresh.db.affected(`UPDATE users.app_user AS u SET attrs = '{"500": "newer"}' WHERE u.uid = 3`);
  const written = await fresh.db.tx((tx) =>
    repository.writeValues(
      tx,
      CLAIMED,
      found.map(({ uid, value }) => ({ uid, clear: value, sealed: `sealed ${uid}` })),
    ),
  );
  expect(written.toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect(await fresh.db.rows('SELECT u.attrs FROM users.app_user AS u ORDER BY u.uid')).toEqual([
    { attrs: { 500: 'sealed 1', 501: 1 } },
    { attrs: { 500: 'sealed 2', 501: 1 } },
    { attrs: { 500: 'newer' } },
    { attrs: { 500: `${SEALED_PREFIX}old`, 501: 1 } },
  ]);
});
