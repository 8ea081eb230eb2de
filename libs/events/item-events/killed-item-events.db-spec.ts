import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ItemService } from '#libs/catalogs';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { ItemEventService } from './item-event.service.js';

/** Some parts with the most events, and a rest. */
const PEOPLE = 5500;
const KILLS = 3;
const SOON = { timeout: 20_000, interval: 20 };
const ADD_TO_CART = 22;
const PRICE_DROPPED = 113;

let gateway: TestGateway;
let appId = 0;
beforeAll(async () => {
  gateway = await startGateway();
  const watch = { priceDrop: { field: 'price', events: ['AddToCartEvent'], attribute: 'productId' } };
  const catalogs = [{ name: 'products', key: 'sku', fields: { price: 'DOUBLE' }, watch }];
  const { app } = await gateway.app.get(ApplyService).apply({ app: 'crowd', catalogs }, { dryRun: false });
  appId = app.id;
  // All in three buckets, so that a part ends within a bucket.
  await gateway.fresh.db.affected(
    `INSERT INTO users.app_user (vb, app_id, uid, ext_id)
     SELECT n % 3, $1, n::bigint * 1024 + n % 3, 'user-' || n FROM generate_series(1, $2::integer) AS n`,
    [appId, PEOPLE],
  );
  await gateway.fresh.db.affected(
    `INSERT INTO events.event (ts, day, uid, app_id, event_id, vb, attrs)
     SELECT now(), now()::date, u.uid, u.app_id, $2, u.vb, '{"productId": "A"}'
       FROM users.app_user AS u WHERE u.app_id = $1`,
    [appId, ADD_TO_CART],
  );
});
afterAll(() => gateway.close());

async function countEvents(): Promise<{ events: number; people: number; noted: number }> {
  const row = await gateway.fresh.db.row<{ events: number; people: number; noted: number }>(
    `SELECT count(*)::integer AS events, count(DISTINCT e.uid)::integer AS people,
            (SELECT sum(c.people)::integer FROM catalogs.item_change AS c WHERE c.app_id = $1) AS noted
       FROM events.event AS e WHERE e.app_id = $1 AND e.event_id = $2`,
    [appId, PRICE_DROPPED],
  );
  return row ?? { events: 0, people: 0, noted: 0 };
}

/** Ends the connection that records, in the midst of a part: it waits there for the feed. */
async function killRecorder(): Promise<boolean> {
  const killed = await gateway.fresh.db.rows(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a
      JOIN pg_locks AS l ON l.pid = a.pid AND l.relation = 'catalogs.watch'::regclass AND l.mode = 'RowExclusiveLock'
     WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
  );
  return killed.length > 0;
}

it('A process that is killed while it records the people of a change loses none, and records none twice', async () => {
  const { db } = gateway.fresh;
  const items = gateway.app.get(ItemService, { strict: false });
  const recorder = gateway.app.get(ItemEventService, { strict: false });
  await items.upsert(appId, 'products', [{ sku: 'A', price: 50 }]);
  await items.upsert(appId, 'products', [{ sku: 'A', price: 40 }]);
  let before = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // The users of the first parts are free, so that each process comes further than the one before.
    await db.tx(async (tx) => {
      await tx.row(
        'SELECT 1 FROM users.app_user AS u WHERE u.app_id = $1 AND u.vb = $2 ORDER BY u.uid LIMIT 1 FOR UPDATE',
        [appId, kill],
      );
      const died = expect(recorder.recordDue()).rejects.toThrow(/away|terminat|closed/i);
      await vi.waitFor(async () => expect(await db.outsideTransaction(killRecorder)).toBe(true), SOON);
      await died;
    });
    const counted = await countEvents();
    expect(counted).toEqual({ events: counted.people, people: counted.noted, noted: counted.noted });
    expect(counted.people).toBeGreaterThanOrEqual(before);
    before = counted.people;
    await db.affected(`UPDATE catalogs.watch AS w SET touched_at = now() - interval '1 hour'`, []);
  }
  expect(before, 'the last one died in the midst').toBeGreaterThan(0);
  await recorder.recordDue();
  expect(await countEvents()).toEqual({ events: PEOPLE, people: PEOPLE, noted: PEOPLE });
  await recorder.recordDue();
  expect((await countEvents()).events).toBe(PEOPLE);
});
