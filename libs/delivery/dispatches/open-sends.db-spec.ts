import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config';
import type { Tx } from '#platform/db';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { ReplacementRepository } from './replacement.repository.js';

const SENDS = 10_000;
const OWN = 10_000_000;
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  // Each key has many sends that are over, and many other keys have open ones. A tenth replaces others, row by row.
  await fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day)
     SELECT n, 1, CASE WHEN n % 2 = 0 THEN 7 ELSE 1000 + n END, 'single', '{}', '{"type":"extIds","extIds":["p1"]}',
            CASE WHEN n % 10 = 1
                 THEN jsonb_build_object('replaces', jsonb_build_object('key', n / 100, 'rootKey', n / 100))
                 ELSE '{}' END,
            CASE WHEN n % 2 = 0 THEN 3 ELSE n % 3 END, '2031-05-10'
       FROM generate_series(1, 2 * $1::integer) AS n`,
    [SENDS],
  );
  await fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, created_at)
     SELECT $1, 1, 9, 'single', '{}', '{"type":"extIds","extIds":["p1"]}', '{}', now() + interval '1 minute'`,
    [OWN],
  );
  await fresh.db.affected('ANALYZE delivery.dispatch');
}, 300_000);
afterAll(() => fresh.close());

/** Rows of dispatches that a step reads. */
async function countReads(step: (tx: Tx) => Promise<unknown>): Promise<number> {
  return fresh.db.tx(async (tx) => {
    const count = async (): Promise<number> => {
      const row = await tx.row<{ n: number }>(
        `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS n FROM pg_stat_xact_user_tables
          WHERE relid = 'delivery.dispatch'::regclass`,
      );
      return row?.n ?? 0;
    };
    const before = await count();
    await step(tx);
    return (await count()) - before;
  });
}

describe('ReplacementRepository', () => {
  it.each([
    // Key 7 has many sends, and none is open.
    [7, 999_999_999, 0],
    // A key with one open send.
    [1003, 1003, 1],
    // A root of ten sends that replace others.
    [5, 5, 10],
    [1003, 5, 11],
    [999_999_999, 999_999_999, 0],
  ])('Of the key %i with the root %i, no other sends are read than the open ones', async (key, rootKey, found) => {
    const repository = new ReplacementRepository(fresh.db, { LEASE_MS: 10_000 } as Config);
    const send = { appId: 1, dispatchId: OWN, replaces: { key, rootKey } };
    expect(await repository.findEarlier(send)).toHaveLength(found);
    const read = await countReads((tx) => repository.findOpen(send, ['fcm'], [1, 2, 3], tx));
    expect(read).toBeLessThanOrEqual(found + 2);
  });
});
