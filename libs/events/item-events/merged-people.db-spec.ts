import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ItemService } from '#libs/catalogs';
import { PersonEventsService } from '#libs/events';
import { ApplyService } from '#libs/tenancy';
import { AliasRepository } from '#libs/users/identities';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { ItemEventService } from './item-event.service.js';

const ADD_TO_CART = 22;
const PRICE_DROPPED = 113;
const [EARLY, LATE] = [5, 1000];

let gateway: TestGateway;
let appId = 0;
let price = 1000;
let serial = 0;
let betweenParts: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  gateway = await startGateway();
  const watch = { priceDrop: { field: 'price', events: ['AddToCartEvent'], attribute: 'productId' } };
  const catalogs = [{ name: 'products', key: 'sku', fields: { price: 'DOUBLE' }, watch }];
  const { app } = await gateway.app.get(ApplyService).apply({ app: 'merging', catalogs }, { dryRun: false });
  appId = app.id;
  recorder().addListener(async () => {
    const act = betweenParts;
    betweenParts = undefined;
    await gateway.fresh.db.outsideTransaction(async () => act?.());
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  const { db } = gateway.fresh;
  await db.affected('DELETE FROM events.event AS e WHERE e.app_id = $1', [appId]);
  await db.affected('DELETE FROM users.alias AS a WHERE a.app_id = $1', [appId]);
});

const recorder = (): ItemEventService => gateway.app.get(ItemEventService, { strict: false });

/** A user in a bucket, with or without the item in the cart. */
async function arrive(bucket: number, extId: string | null, hasItem: boolean): Promise<number> {
  const { db } = gateway.fresh;
  serial += 1;
  const uid = serial * 1024 + bucket;
  const name = extId === null ? null : `${extId}-${serial}`;
  await db.affected('INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES ($1, $2, $3, $4)', [
    bucket,
    appId,
    uid,
    name,
  ]);
  if (hasItem) {
    await db.tx((tx) =>
      gateway.app
        .get(PersonEventsService, { strict: false })
        .addInternal(tx, appId, [{ uid, eventId: ADD_TO_CART, attrs: { productId: 'A' } }]),
    );
  }
  return uid;
}

/** The statements of a merge that concern events. */
async function merge(uid: number, toUid: number): Promise<void> {
  await gateway.fresh.db.tx(async (tx) => {
    await tx.affected(
      'DELETE FROM users.app_user AS u WHERE u.app_id = $1 AND u.vb = $2::bigint % 1024 AND u.uid = $2',
      [appId, uid],
    );
    await gateway.app.get(AliasRepository, { strict: false }).insert(tx, appId, { uid, toUid });
    await gateway.app.get(PersonEventsService, { strict: false }).moveEvents(tx, appId, uid, toUid);
  });
}

/** A price that drops, recorded in one round. @param act  happens after the part with the early bucket */
async function dropPrice(act: () => Promise<unknown>): Promise<void> {
  const items = gateway.app.get(ItemService, { strict: false });
  price -= 1;
  await items.upsert(appId, 'products', [{ sku: 'A', price }]);
  await gateway.fresh.db.affected('UPDATE catalogs.watch AS w SET due_at = now() WHERE w.app_id = $1', [appId]);
  betweenParts = async () => {
    // The first part is open: the next one begins behind it.
    betweenParts = act;
  };
  await recorder().recordDue();
  expect(betweenParts, 'the round had several parts').toBeUndefined();
}

async function countEvents(uid: number): Promise<number> {
  const row = await gateway.fresh.db.row<{ n: number }>(
    'SELECT count(*)::integer AS n FROM events.event AS e WHERE e.app_id = $1 AND e.uid = $2 AND e.event_id = $3',
    [appId, uid, PRICE_DROPPED],
  );
  return row?.n ?? 0;
}

it.each([
  ['reads the events', '0 seconds'],
  ['fills its mentions first', '1 hour'],
  ['reads mentions', '1 hour'],
])('Two users who are merged during a round that %s get each event once', async (_way, age) => {
  const { db } = gateway.fresh;
  if (price === 1000) {
    await gateway.app.get(ItemService, { strict: false }).upsert(appId, 'products', [{ sku: 'A', price }]);
  }
  await db.affected(`UPDATE catalogs.watch AS w SET mentioned_at = w.mentioned_at - $2::interval WHERE w.app_id = $1`, [
    appId,
    age,
  ]);
  const [reached, both] = [await arrive(EARLY, null, true), await arrive(LATE, 'both', true)];
  const [later, passed] = [await arrive(LATE, null, true), await arrive(EARLY, 'passed', false)];
  const [gone, heir] = [await arrive(EARLY, null, true), await arrive(LATE, 'heir', false)];
  const [ahead, next] = [await arrive(LATE, null, true), await arrive(LATE + 1, 'next', false)];
  await dropPrice(async () => {
    await merge(reached, both);
    await merge(later, passed);
    await merge(gone, heir);
    await merge(ahead, next);
  });
  expect(await Promise.all([both, passed, heir, next].map(countEvents))).toEqual([1, 1, 1, 1]);
  const noted = await db.row<{ people: number }>(
    'SELECT c.people FROM catalogs.item_change AS c WHERE c.app_id = $1 ORDER BY c.change_id DESC LIMIT 1',
    [appId],
  );
  expect(noted?.people).toBe(4);
});
