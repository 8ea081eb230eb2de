import { afterAll, beforeAll, expect, it } from 'vitest';
import { PersonEventsService } from '#libs/events';
import type { Tx } from '#platform/db';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { ItemMentionService } from '../storing/item-mention.service.js';
import { ItemEventRepository } from './item-event.repository.js';

const EVENTS = 60_000;
const ITEMS = 2000;
const ADD_TO_CART = 22;
const NAMING = { [ADD_TO_CART]: 'productId' };
const INTEREST = { events: NAMING, until: [], withinSeconds: 30 * 86_400 };

let gateway: TestGateway;
let appId = 0;
beforeAll(async () => {
  gateway = await startGateway();
  appId = gateway.appId;
  await gateway.fresh.db.affected(
    `INSERT INTO events.event (ts, day, uid, app_id, event_id, vb, attrs)
     SELECT now() - interval '1 hour', (now() - interval '1 hour')::date, n::bigint * 1024 + n % 1024, $1, $2, n % 1024,
            jsonb_build_object('productId', 'P' || n % ${ITEMS})
       FROM generate_series(1, ${EVENTS}) AS n`,
    [appId, ADD_TO_CART],
  );
  const mentions = gateway.app.get(ItemMentionService, { strict: false });
  const buckets = Array.from({ length: 1024 }, (_none, bucket) => bucket);
  await gateway.fresh.db.tx((tx) => mentions.fill(tx, appId, NAMING, buckets));
  await gateway.fresh.db.rows('ANALYZE events.event, events.item_mention');
});
afterAll(() => gateway.close());

/** Rows of events that were read lately. */
async function countRead(tx: Tx): Promise<number> {
  const row = await tx.row<{ n: number }>(
    `SELECT coalesce(sum(t.seq_tup_read + coalesce(t.idx_tup_fetch, 0)), 0)::integer AS n
       FROM pg_stat_xact_all_tables AS t WHERE t.schemaname = 'events' AND t.relname LIKE 'event\\_%'`,
  );
  return row?.n ?? 0;
}

/** Searches for the people of some items. @returns people, and rows of events that were read */
async function search(items: number, usesMentions: boolean): Promise<{ people: number; read: number }> {
  const repository = gateway.app.get(ItemEventRepository, { strict: false });
  const at = new Date().toISOString();
  const changes = Array.from({ length: items }, (_none, n) => ({
    id: n + 1,
    key: `P${n}`,
    oldValue: 2,
    newValue: 1,
    at,
    people: 0,
    isLimited: false,
  }));
  return gateway.fresh.db.tx(async (tx) => {
    const before = await countRead(tx);
    let people = 0;
    for (let bucket = 0; bucket < 1024; bucket += 256) {
      const buckets = Array.from({ length: 256 }, (_none, n) => bucket + n);
      const page = { buckets, after: { uid: 0, changeId: 0 }, limit: EVENTS, usesMentions };
      people += (await repository.findConcerned(tx, appId, INTEREST, changes, page)).length;
    }
    return { people, read: (await countRead(tx)) - before };
  });
}

it('A changed item reads the events of its own people, and without mentions those of all', async () => {
  const buyers = EVENTS / ITEMS;
  expect(await search(1, true)).toEqual({ people: buyers, read: buyers });
  expect(await search(50, true)).toEqual({ people: 50 * buyers, read: 50 * buyers });
  const all = await search(50, false);
  expect(all.people).toBe(50 * buyers);
  expect(all.read).toBeGreaterThanOrEqual(EVENTS);
});

it('Mentions of a user go with an erasure, and those of days without events with them', async () => {
  const { db } = gateway.fresh;
  const count = async (uid: number): Promise<number> =>
    (await db.rows('SELECT FROM events.item_mention AS m WHERE m.app_id = $1 AND m.uid = $2', [appId, uid])).length;
  const [first, second] = [1025, 2050];
  expect([await count(first), await count(second)]).toEqual([1, 1]);
  const events = gateway.app.get(PersonEventsService, { strict: false });
  await db.tx((tx) => events.eraseEvents(tx, appId, [first], []));
  expect([await count(first), await count(second)]).toEqual([0, 1]);
  const mentions = gateway.app.get(ItemMentionService, { strict: false });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await mentions.forgetBefore('2020-01-01')).toBe(0);
  expect(await mentions.forgetBefore(tomorrow)).toBe(EVENTS - 1);
  expect(await count(second)).toBe(0);
});
