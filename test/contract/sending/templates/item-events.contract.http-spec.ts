import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PersonConditionService } from '#libs/audience';
import { FeedLoadingService } from '#libs/catalogs';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { EventHistoryService, ItemEventService } from '#libs/events';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { hookSecret } from '../../../support/processes/webhook-receiver.js';
import { Random } from '../../../support/templates/random-template.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const INTEREST = {
  events: ['AddToCartEvent', 'CartEvent'],
  attribute: 'productId',
  until: ['ProductPurchaseEvent'],
  within: '30d',
};
const WATCH = { priceDrop: { field: 'price', ...INTEREST }, backInStock: { field: 'stock', ...INTEREST } };
const CATALOG = { name: 'products', key: 'sku', fields: { title: 'STRING', price: 'DOUBLE', stock: 'INT' } };
const DAY_MS = 86_400_000;

interface Change {
  watch: string;
  key: string;
  old: number | null;
  new: number | null;
  people: number;
  state: string;
  isComplete: boolean;
  error: string | null;
}

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  const attributes = [{ code: 'productId', dataType: 'STRING', array: true }];
  await apply({ events: [{ code: 'CartEvent', attributes }] });
  await sending.post(
    'registerUsers',
    Array.from({ length: 30 }, (_none, n) => ({ extId: `p${n}` })),
  );
});
afterAll(() => sending.close());
beforeEach(async () => {
  const { db } = sending.gateway.fresh;
  await db.affected('DELETE FROM catalogs.catalog', []);
  await db.affected('DELETE FROM events.event', []);
  await apply({ catalogs: [{ ...CATALOG, watch: WATCH }] });
});

const apply = (file: object): Promise<unknown> =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const store = (...items: object[]): Promise<unknown> => sending.post('catalogs/products/items', items);
const fire = (...events: object[]): Promise<unknown> => sending.post('fireEvents', events);
const cart = (extId: string, productId: unknown, rest: object = {}): object => ({
  extId,
  name: 'AddToCartEvent',
  productId,
  ...rest,
});
const bought = (extId: string, productId: string, rest: object = {}): object => ({
  ...cart(extId, productId, rest),
  name: 'ProductPurchaseEvent',
});

/** Works on all changes, whatever pause a watch has, from the second round on by mentions. */
async function record(): Promise<void> {
  for (let open = 1; open > 0;) {
    await sending.gateway.fresh.db.affected(
      `UPDATE catalogs.watch SET due_at = now(), mentioned_at = mentioned_at - interval '1 hour'`,
      [],
    );
    await sending.gateway.app.get(ItemEventService, { strict: false }).recordDue();
    open = await sending.gateway.fresh.db.affected(
      'UPDATE catalogs.item_change AS c SET at = c.at WHERE c.done_at IS NULL',
      [],
    );
  }
}

async function changes(limit = 100): Promise<Change[]> {
  const { json } = await sending.gateway.call(`/rest/3.0/catalogs/changes?name=products&limit=${limit}`, {
    method: 'GET',
  });
  return (json as { list: Change[] }).list;
}

/** Recorded events, as `user event key old>new`, in order. */
async function recorded(): Promise<string[]> {
  const rows = await sending.gateway.fresh.db.rows<{ line: string }>(
    `SELECT u.ext_id || CASE e.event_id WHEN 113 THEN ' drop ' ELSE ' back ' END || (e.attrs ->> 'key') || ' '
            || coalesce(e.attrs ->> 'old', '-') || '>' || (e.attrs ->> 'new') AS line
       FROM events.event AS e JOIN users.app_user AS u ON u.vb = e.vb AND u.uid = e.uid
      WHERE e.app_id = $1 AND e.event_id IN (113, 114)`,
    [sending.gateway.appId],
  );
  return rows.map(({ line }) => line).toSorted();
}

describe('Events of items', () => {
  it('A price that drops and stock that comes back are events of the people whose last event shows interest', async () => {
    await store({ sku: 'A', price: 50, stock: 0 }, { sku: 'B', price: 10, stock: 3 });
    await fire(
      cart('p1', 'A'),
      { extId: 'p2', name: 'CartEvent', productId: ['B', 'A'] },
      cart('p3', 'B'),
      cart('p4', 'A'),
      cart('p5', 'A'),
    );
    await fire(bought('p4', 'A'));
    await fire(bought('p5', 'A'));
    await fire(cart('p5', 'A'));
    await store({ sku: 'A', price: 40, stock: 2 }, { sku: 'B', price: 12, stock: 0 });
    expect(await changes()).toMatchObject([
      { watch: 'backInStock', key: 'A', old: 0, new: 2, people: 0, state: 'WAITING' },
      { watch: 'backInStock', key: 'B', old: 3, new: 0 },
      { watch: 'priceDrop', key: 'A', old: 50, new: 40 },
      { watch: 'priceDrop', key: 'B', old: 10, new: 12 },
    ]);
    await record();
    const lines = ['p1', 'p2', 'p5'].flatMap((user) => [`${user} back A 0>2`, `${user} drop A 50>40`]);
    expect(await recorded()).toEqual(lines);
    expect(await changes()).toMatchObject([
      { watch: 'backInStock', key: 'A', people: 3, state: 'DONE', isComplete: true, error: null },
      { watch: 'priceDrop', key: 'A', people: 3, state: 'DONE', isComplete: true, error: null },
    ]);
    await store({ sku: 'A', price: 40, stock: 2, title: 'the same' });
    await record();
    expect(await recorded()).toEqual(lines);
  });

  it('The events enter segments, journeys and webhooks, and no request fires them', async () => {
    await apply({
      hooks: [{ name: 'crm', simulator: true, secret: hookSecret(2), events: ['PriceDropped', 'BackInStock'] }],
      journeys: [
        { name: 'cheaper', entry: { event: 'PriceDropped', where: { key: { is: 'A' } } }, steps: [{ exit: 'done' }] },
      ],
    });
    await store({ sku: 'A', price: 50 });
    await fire(cart('p1', 'A'), { extId: 'p2', name: 'PriceDropped', key: 'A' });
    await store({ sku: 'A', price: 45 });
    await record();
    await sending.readFeed();
    const { app, appId, fresh } = sending.gateway;
    const target = { event: { name: 'PriceDropped', where: { key: ['A'] } } };
    expect(await app.get(PersonConditionService, { strict: false }).findAll(appId, target)).toHaveLength(1);
    const { json } = await sending.gateway.call('/rest/3.0/journeys/statistics?name=cheaper', { method: 'GET' });
    expect(json).toMatchObject({ entered: 1 });
    const due = await fresh.db.rows<{ id: number }>('SELECT c.call_id AS id FROM delivery.hook_call AS c');
    for (const { id } of due) {
      await app.get(WebhookSenderService).deliver(id);
    }
    const answer = await fetch(`${sending.simulators.base}/hook-calls`);
    const { calls } = (await answer.json()) as { calls: { body: string }[] };
    expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      {
        type: 'item.price-dropped',
        data: { catalog: 'products', key: 'A', field: 'price', old: 50, new: 45, users: [{ extId: 'p1' }] },
      },
    ]);
  });

  it('Files, feeds and the application file make the same events, each once', async () => {
    await store({ sku: 'A', price: 50 }, { sku: 'B', price: 50 });
    await fire(cart('p1', 'A'), cart('p1', 'B'));
    await apply({ catalogs: [{ ...CATALOG, watch: WATCH, items: [{ sku: 'A', price: 49 }] }] });
    const fillers = Array.from({ length: 2000 }, (_none, n) => `f${n},1`);
    // The price of B falls and rises in one file: only what is stored in the end counts.
    const csv = ['sku,price', 'B,30', ...fillers, 'A,60', 'B,70'].join('\n');
    const answer = await sending.gateway.call('/rest/3.0/importItems?name=products', { raw: csvOf(csv) });
    expect(answer.status).toBe(200);
    await record();
    expect(await recorded()).toEqual(['p1 drop A 50>49']);
    await sending.gateway.call('/rest/3.0/importItems?name=products', { raw: csvOf('sku,price\nA,12\nA,11\nB,13\n') });
    await record();
    const drops = ['p1 drop A 50>49', 'p1 drop A 60>11', 'p1 drop B 70>13'];
    expect(await recorded()).toEqual(drops);
    const feed = { url: 'https://shop.example.com/items', simulator: true };
    await apply({ catalogs: [{ ...CATALOG, watch: WATCH, feed }] });
    await sending.simulators.answerLive({
      json: [
        { sku: 'A', price: 9 },
        { sku: 'B', price: 13 },
      ],
    });
    await sending.gateway.app.get(FeedLoadingService, { strict: false }).fetchDue();
    await record();
    expect(await recorded()).toEqual(['p1 drop A 11>9', ...drops]);
  });

  it('A removed item, a new one and a watch that is declared later have no value before', async () => {
    await fire(cart('p1', 'A'), cart('p1', 'B'));
    await apply({ catalogs: [CATALOG] });
    await store({ sku: 'A', price: 50, stock: 0 });
    await store({ sku: 'A', price: 40 });
    await apply({ catalogs: [{ ...CATALOG, watch: WATCH }] });
    await sending.post('catalogs/products/items/remove', { keys: ['A'] });
    await store({ sku: 'A', price: 20, stock: 5 }, { sku: 'B', stock: 4 });
    await record();
    expect(await recorded()).toEqual([]);
    await store({ sku: 'A', price: null }, { sku: 'B', stock: null });
    await store({ sku: 'A', price: 5 }, { sku: 'B', stock: 1 });
    await record();
    expect(await recorded()).toEqual(['p1 back B ->1']);
  });

  it('No more people than the most of a watch get the event of a change, and the list says so', async () => {
    await apply({ catalogs: [{ ...CATALOG, watch: { priceDrop: { ...WATCH.priceDrop, most: 4 } } }] });
    await store({ sku: 'A', price: 50 }, { sku: 'B', price: 50 });
    await fire(
      ...Array.from({ length: 9 }, (_none, n) => ({
        extId: `p${n}`,
        name: 'CartEvent',
        productId: n < 4 ? ['A', 'B'] : ['A'],
      })),
    );
    await store({ sku: 'A', price: 49 }, { sku: 'B', price: 49 });
    await record();
    expect((await changes()).map(({ key, people, isComplete }) => [key, people, isComplete])).toEqual([
      ['A', 4, false],
      ['B', 4, true],
    ]);
    expect(await recorded()).toHaveLength(8);
  });

  it.each([
    [{ priceDrop: { ...INTEREST, field: 'title' } }, 'catalogs[0].watch.priceDrop.field should be a field of the type'],
    [{ priceDrop: { ...INTEREST, field: 'none' } }, 'catalogs[0].watch.priceDrop.field should be a field of the type'],
    [{ priceDrop: { ...WATCH.priceDrop, events: [] } }, 'catalogs[0].watch.priceDrop.events is required'],
    [{ priceDrop: { ...WATCH.priceDrop, attribute: undefined } }, 'catalogs[0].watch.priceDrop.attribute'],
    [{ priceDrop: { ...WATCH.priceDrop, within: '91d' } }, 'catalogs[0].watch.priceDrop.within should be a duration'],
    [{ priceDrop: { ...WATCH.priceDrop, most: 1_000_001 } }, 'catalogs[0].watch.priceDrop.most'],
    [{ priceRise: WATCH.priceDrop }, 'catalogs[0].watch.priceRise'],
  ])('The watch %j is refused with its place (case %#)', async (watch, message) => {
    await expect(apply({ catalogs: [{ ...CATALOG, watch }] })).rejects.toThrow(message);
  });

  it('A watch whose events are not defined, or private, makes none and says why', async () => {
    const watch = (events: string[], attribute: string): object => ({
      catalogs: [{ ...CATALOG, watch: { priceDrop: { field: 'price', events, attribute } } }],
    });
    const attributes = [{ code: 'sku', dataType: 'STRING', privateInfo: true }];
    const makesNone = 'catalogs: products: watch.priceDrop makes no events';
    expect(await apply({ events: [{ code: 'Wished', attributes }], ...watch(['Unknown'], 'sku') })).toMatchObject({
      warnings: [`${makesNone}: one of its events is not defined (UNKNOWN_EVENT)`],
    });
    await store({ sku: 'A', price: 50 });
    await fire({ extId: 'p1', name: 'Wished', sku: 'A' });
    for (const [price, error] of [
      [49, 'UNKNOWN_EVENT'],
      [48, 'UNKNOWN_ATTRIBUTE'],
      [47, 'PRIVATE_ATTRIBUTE'],
    ] as const) {
      await store({ sku: 'A', price });
      await record();
      expect((await changes())[0]).toMatchObject({ people: 0, state: 'FAILED', error });
      const next = await apply(watch(['Wished'], price === 49 ? 'other' : 'sku'));
      const reason = price === 49 ? 'UNKNOWN_ATTRIBUTE' : 'PRIVATE_ATTRIBUTE';
      expect(next).toMatchObject({ warnings: [expect.stringContaining(`(${reason})`)] });
    }
    const redefined = { code: 'PriceDropped', attributes: [{ code: 'key', dataType: 'INT', privateInfo: true }] };
    expect(await apply({ events: [redefined], ...watch(['Wished'], 'sku') })).toMatchObject({
      warnings: [expect.stringContaining('(WRONG_ATTRIBUTE)')],
    });
    await apply({ prune: true, events: [{ code: 'Wished', attributes }] });
    await apply({
      events: [{ code: 'PriceDropped', attributes: [{ code: 'key', dataType: 'STRING', privateInfo: true }] }],
    });
    expect(await apply(watch(['Wished'], 'sku'))).toMatchObject({ warnings: [] });
    await store({ sku: 'A', price: 46 });
    await record();
    expect((await changes())[0]).toMatchObject({ people: 1, state: 'DONE', error: null });
    const uid = await uidOf('p1');
    const history = sending.gateway.app.get(EventHistoryService, { strict: false });
    const { list } = await history.listPage(sending.gateway.appId, uid, 1, { isPrivateShown: false });
    expect(list).toMatchObject([{ name: 'PriceDropped', attributes: { key: '***' } }]);
    await apply({
      prune: true,
      events: [{ code: 'CartEvent', attributes: [{ code: 'productId', dataType: 'STRING', array: true }] }],
    });
  });

  it('Random changes and events of two applications concern the same people as plain code finds', async () => {
    const seed = Number(process.env['ITEM_EVENTS_SEED'] ?? Math.floor(Math.random() * 1e9));
    const random = new Random(seed);
    const askRival = await startRival();
    await askRival('catalogs/products/items', [{ sku: 'A', price: 100 }]);
    const keys = ['A', 'B', 'C', 'D'];
    const prices = new Map<string, number>();
    const log: { extId: string; key: string; at: number; isEnd: boolean }[] = [];
    const expected: string[] = [];
    const started = Date.now();
    const waiting: { key: string; before: number; price: number }[] = [];
    const peopleOf = ({ key, before, price }: (typeof waiting)[number]): string[] => {
      const latest = new Map<string, (typeof log)[number]>();
      for (const entry of log.filter((event) => event.key === key && event.at > started - 30 * DAY_MS)) {
        const last = latest.get(entry.extId);
        latest.set(entry.extId, last && last.at > entry.at ? last : entry);
      }
      const people = [...latest.values()].filter(({ isEnd }) => !isEnd);
      return people.map(({ extId }) => `${extId} drop ${key} ${before}>${price}`);
    };
    for (let turn = 0; turn < 12; turn += 1) {
      const events = Array.from({ length: 6 }, () => {
        const isEnd = random.below(4) === 0;
        const at = started - random.below(40) * DAY_MS - random.below(1e6) * 10 - log.length;
        return { extId: `p${random.below(12)}`, key: keys[random.below(4)] ?? '', at, isEnd };
      });
      for (const event of events) {
        log.push(event);
        await fire((event.isEnd ? bought : cart)(event.extId, event.key, { timestamp: event.at }));
        await askRival('fireEvents', [cart(event.extId, event.key)]);
      }
      const key = keys[random.below(4)] ?? '';
      const price = random.below(20);
      const before = prices.get(key);
      await store({ sku: key, price });
      if (before !== undefined && price < before) {
        waiting.push({ key, before, price });
      }
      prices.set(key, price);
      if (turn === 11 || random.below(3) === 0) {
        await record();
        // Events that arrive late count for changes that are not worked on yet.
        expected.push(...waiting.splice(0).flatMap(peopleOf));
      }
    }
    // Rounds without a change read no events, so a seed with few drops needs these.
    const [known = ''] = prices.keys();
    for (const price of [-1, -2, -3]) {
      await store({ sku: known, price });
      waiting.push({ key: known, before: prices.get(known) ?? 0, price });
      prices.set(known, price);
      await record();
      expected.push(...waiting.splice(0).flatMap(peopleOf));
    }
    expect(await recorded(), `ITEM_EVENTS_SEED=${seed}`).toEqual(expected.toSorted());
    const filled = await sending.gateway.fresh.db.rows('SELECT FROM catalogs.watch AS w WHERE w.is_filled', []);
    expect(filled, 'the last rounds read mentions').toHaveLength(1);
    await askRival('catalogs/products/items', [{ sku: 'A', price: 1 }]);
    await record();
    expect(await recorded()).toEqual(expected.toSorted());
  });
});

async function uidOf(extId: string): Promise<number> {
  const row = await sending.gateway.fresh.db.row<{ uid: number }>(
    'SELECT u.uid FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
    [sending.gateway.appId, extId],
  );
  return row?.uid ?? 0;
}

/** Another application with the same watch, and users and items of the same names. */
async function startRival(): Promise<(operation: string, body: object) => Promise<unknown>> {
  const { app } = sending.gateway;
  const catalogs = [{ ...CATALOG, watch: WATCH }];
  const rival = await app.get(ApplyService).apply({ app: 'rival', catalogs }, { dryRun: false });
  const { secret } = await app.get(ApiKeyService).createKey(rival.app.id, { kind: 'rest', name: 'rival' });
  return (operation, body) => sending.gateway.call(`/rest/3.0/${operation}`, { key: secret, body });
}

function csvOf(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'items.csv');
  return form;
}
