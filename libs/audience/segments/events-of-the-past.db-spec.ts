import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventsService } from '#libs/events';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { PurchaseRepository } from '../prediction/purchase.repository.js';
import { SegmentUpdaterService } from '../segment-updates/segment-updater.service.js';
import { ALL_BUCKETS } from '../sql-engine/ranges.js';

const ORDER = 28;
const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const [from, to] = [daysAgo(50).slice(0, 10), daysAgo(30).slice(0, 10)];

const SEGMENTS = [
  { name: 'recent buyers', target: { event: { name: 'OrderEvent', within: '30d' } } },
  { name: 'buyers of then', target: { event: { name: 'OrderEvent', from, to } } },
  { name: 'twice', target: { event: { name: 'OrderEvent', within: '60d', atLeast: 2 } } },
];

let database: FreshDatabase;
let room: AudienceRoom;
let appId: number;

beforeAll(async () => {
  database = await freshDatabase();
  room = await openAudienceRoom(database);
  appId = (await room.applying.apply({ app: 'shop' }, { dryRun: false })).app.id;
  await room.registration.registerUsers(
    appId,
    ['ann', 'bea', 'cem'].map((extId) => ({ extId })),
  );
});
afterAll(async () => {
  await room.close();
  await database.close();
});

const order = (extId: string, days: number, grandTotal = 10) => ({
  extId,
  name: 'OrderEvent',
  attributes: { grandTotal, ...(days > 0 && { timestamp: daysAgo(days) }) },
});
const fire = (...events: ReturnType<typeof order>[]): Promise<void> =>
  room.get(EventsService).fireEvents(appId, events);

async function members(): Promise<Record<string, string[]>> {
  const listed = await room.segments.list(appId);
  const pages = listed.map(async ({ id, name }): Promise<[string, string[]]> => {
    const { list } = await room.segments.getPage(appId, { segmentId: id, max: 1000 });
    return [name, list.map(({ externalId }) => externalId ?? '').toSorted()];
  });
  return Object.fromEntries(await Promise.all(pages));
}

it('Segments use the time of an event, both when calculated and when updated from the feed', async () => {
  await fire(order('ann', 0), order('bea', 40), order('bea', 41));
  await room.applying.apply({ app: 'shop', segments: SEGMENTS }, { dryRun: false });
  expect(await members()).toEqual({ 'recent buyers': ['ann'], 'buyers of then': ['bea'], twice: ['bea'] });
  await fire(order('cem', 45), order('ann', 50));
  await room.get(SegmentUpdaterService).followFeed(appId);
  expect(await members()).toEqual({
    'recent buyers': ['ann'],
    'buyers of then': ['ann', 'bea', 'cem'],
    twice: ['ann', 'bea'],
  });
});

it('Predictions count purchases on the days when they happened', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const histories = await room
    .get(PurchaseRepository)
    .findHistories(appId, { eventId: ORDER, value: 'grandTotal' }, ALL_BUCKETS, today);
  expect(histories.map(({ x, tx, T }) => [x, tx, T]).toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
    [1, 1, 41],
    [0, 0, 45],
    [1, 50, 50],
  ]);
});
