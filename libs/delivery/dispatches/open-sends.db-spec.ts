import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import type { Config } from '#platform/config';
import type { Tx } from '#platform/db';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { KeyTotalRepository } from '../key-totals/key-total.repository.js';
import { DispatchRepository } from './dispatch.repository.js';
import { ReplacementRepository } from './replacement.repository.js';

const SENDS = 10_000;
const OWN = 10_000_000;
/** A fraction of the sends of a key. */
const MOST_READS = 300;
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
  // Recipients show some sends of key 7, and the one of key 1003. Every second send of key 7 is in its sums.
  await fresh.db.affected(
    `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, platform, status, reason)
     SELECT r, 1, '2031-05-10', s.id, $1, r, 1, CASE WHEN s.id = 9000 THEN 2 ELSE 1 END, NULL
       FROM generate_series(1, 3) AS r CROSS JOIN unnest($2::bigint[]) AS s (id) WHERE r < 3 OR s.id < 5000`,
    [CHANNELS.fcm, [3, 4, 4000, 8000, 9000]],
  );
  await fresh.db.affected(
    'UPDATE delivery.dispatch SET is_counted = true WHERE notification_key = 7 AND dispatch_id % 4 = 0',
  );
  await fresh.db.affected(
    `UPDATE delivery.dispatch SET options = '{"replaces":{"key":3,"rootKey":2}}' WHERE dispatch_id = ANY ($1)`,
    [[2 * SENDS, 3]],
  );
  await fresh.db.affected('ANALYZE delivery.dispatch, delivery.push_result');
}, 300_000);
afterAll(() => fresh.close());

/** Rows of dispatches and results that a step reads. */
async function countReads(step: (tx: Tx) => Promise<unknown>): Promise<number> {
  return fresh.db.tx(async (tx) => {
    const count = async (): Promise<number> => {
      const row = await tx.row<{ n: number }>(
        `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS n FROM pg_stat_xact_user_tables
          WHERE relid = 'delivery.dispatch'::regclass OR relname LIKE 'push_result%'`,
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
  ])('The key %i with the root %i reads no other sends than the open ones', async (key, rootKey, found) => {
    const repository = new ReplacementRepository(fresh.db, { LEASE_MS: 10_000 } as Config);
    const send = { appId: 1, dispatchId: OWN, replaces: { key, rootKey } };
    expect(await repository.findEarlier(send)).toHaveLength(found);
    const read = await countReads((tx) => repository.findOpen(send, ['fcm'], [1, 2, 3], tx));
    expect(read).toBeLessThanOrEqual(found + 2);
  });

  const send = (key: number, rootKey = key) => ({ appId: 1, dispatchId: OWN, replaces: { key, rootKey } });
  const repository = () => new ReplacementRepository(fresh.db, { LEASE_MS: 10_000 } as Config);
  const dispatches = () => new DispatchRepository(fresh.db, { LEASE_MS: 10_000 } as Config, new KeyTotalRepository());

  it.each([
    // Key 7 has thousands of sends.
    [7, 7, ['1 7 8000', '2 7 8000', '3 7 4000']],
    [1003, 1003, ['1 1003 3', '2 1003 3', '3 1003 3']],
    [1003, 7, ['1 1003 3', '1 7 8000', '2 1003 3', '2 7 8000', '3 1003 3', '3 7 4000']],
    [999_999_999, 5, []],
  ])(
    'Of the key %i with the root %i, the last send that recipients show is found in few rows',
    async (key, root, shown) => {
      let found: string[] = [];
      const read = await countReads(async (tx) => {
        const rows = await repository().findShown(send(key, root), 'fcm', [1, 2, 3, 4], tx);
        found = rows.map((row) => `${row.recipientId} ${row.key} ${row.dispatchId}`).toSorted();
      });
      expect(found).toEqual(shown);
      expect(read).toBeLessThanOrEqual(MOST_READS);
    },
  );

  it.each([
    [7, [1, 2, 3]],
    [1003, [1, 2, 3]],
    [999_999_999, undefined],
  ])('The recipients that show the key %i are found in few rows', async (key, ids) => {
    let found: unknown;
    const read = await countReads(async (tx) => {
      [found] = await repository().findReceivers(1, key, [{ channel: 'fcm', ids: [1, 2, 3, 4] }], tx);
    });
    expect(found).toEqual(ids && { channel: CHANNELS.fcm, ids });
    expect(read).toBeLessThanOrEqual(MOST_READS);
  });

  it('The roots of keys are those of their newest sends, of which two rows are read for a key', async () => {
    let roots: unknown;
    const keys = [7, 1003, 9, 999_999_999];
    const read = await countReads(async (tx) => (roots = await dispatches().findReplacementRoots(1, keys, tx)));
    expect(roots).toEqual(
      new Map([
        [7, 2],
        [1003, 2],
      ]),
    );
    expect(read).toBeLessThanOrEqual(2 * keys.length);
  });
});
