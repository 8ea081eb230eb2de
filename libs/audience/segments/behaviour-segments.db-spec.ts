import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventsService } from '#libs/events';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';

describe('Segments with events', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const EVENTS = [{ code: 'share', eventName: 'Share', attributes: [{ code: 'channel', dataType: 'STRING' }] }];
  const fire = (appId: number, extId: string, name: string, attributes: Record<string, unknown> = {}) =>
    room.get(EventsService).fireEvents(appId, [{ extId, name, attributes }]);
  const apply = (app: string, segments: object[]) =>
    room.applying.apply({ app, events: EVENTS, segments }, { dryRun: false });
  const counts = async (appId: number) =>
    Object.fromEntries((await room.segments.list(appId)).map(({ name, type, userCount }) => [name, [type, userCount]]));

  it('Segments contain users by number of events, by absence of events and by product', async () => {
    const { app } = await apply('shop', []);
    const extIds = ['ann', 'bob', 'cem', 'dana'];
    await room.registration.registerUsers(
      app.id,
      extIds.map((extId) => ({ extId, profile: {} })),
    );
    await fire(app.id, 'ann', 'Share', { channel: 'mail' });
    await fire(app.id, 'ann', 'share', { channel: 'mail' });
    await fire(app.id, 'bob', 'share', { channel: 'web' });
    await fire(app.id, 'ann', 'ProductViewEvent', { productId: 'p1', categoryIds: ['c1', 'c2'], price: 10 });
    await fire(app.id, 'cem', 'ProductPurchaseEvent', { productId: 'p1', categoryIds: ['c2'], price: 99.5, count: 2 });

    const { differences } = await apply('shop', [
      { name: 'twice', target: { event: { name: 'share', atLeast: 2, within: '30d' } } },
      { name: 'by mail', target: { event: { name: 'Share', where: { channel: ['mail', 'sms'] } } } },
      { name: 'never', target: { event: { name: 'share', not: true } } },
      { name: 'in the past', target: { event: { name: 'share', to: '2020-01-01' } } },
      { name: 'active', target: { lastSeen: { within: '1d' } } },
      {
        name: 'new',
        target: { firstSeen: { within: '1h' }, event: [{ name: 'share' }, { name: 'ProductViewEvent' }] },
      },
      { name: 'viewers', type: 'PRODUCT_SEGMENT', target: { product: { action: 'viewed', categoryId: 'c1' } } },
      {
        name: 'buyers',
        type: 'PRODUCT_SEGMENT',
        target: { product: { action: 'bought', price: { atLeast: 50 }, within: '7d' } },
      },
      {
        name: 'viewed, not bought',
        type: 'PRODUCT_SEGMENT',
        target: { product: [{ action: 'viewed' }, { action: 'bought', not: true }] },
      },
    ]);
    expect(differences).toHaveLength(9);
    expect(await counts(app.id)).toEqual({
      twice: ['STANDARD', 1],
      'by mail': ['STANDARD', 1],
      never: ['STANDARD', 2],
      'in the past': ['STANDARD', 0],
      active: ['STANDARD', 0],
      new: ['STANDARD', 1],
      viewers: ['PRODUCT_SEGMENT', 1],
      buyers: ['PRODUCT_SEGMENT', 1],
      'viewed, not bought': ['PRODUCT_SEGMENT', 1],
    });
    const never = (await room.segments.list(app.id)).find(({ name }) => name === 'never');
    const { list } = await room.segments.getPage(app.id, { segmentId: never?.id ?? 0 });
    expect(list.map(({ externalId }) => externalId).toSorted()).toEqual(['cem', 'dana']);
    expect(await room.audience.countTarget(app.id, parseTarget({ segment: 'never' }, 'bulk'))).toBe(2);

    await fire(app.id, 'dana', 'share');
    await database.db.affected('UPDATE audience.segment SET due_at = now() WHERE app_id = $1', [app.id]);
    await room.calculator.calculateDue(app.id);
    expect(await counts(app.id)).toMatchObject({ never: ['STANDARD', 1], twice: ['STANDARD', 1] });
  });

  it.each([
    [{ event: { name: 'nothing' } }, 'STANDARD', "Event 'nothing' is not defined"],
    [{ event: { name: 'share', where: { size: 1 } } }, 'STANDARD', "Event 'share' has no attribute 'size'"],
    [{ event: { name: 'share', where: { channel: Infinity } } }, 'STANDARD', 'should be a text'],
    [{ event: { name: 'share', atleast: 2 } }, 'STANDARD', 'event.atleast: unknown name, did you mean atLeast?'],
    [{ event: { name: 'share', within: '5 days' } }, 'STANDARD', 'should be a span'],
    [{ event: { name: 'share', where: { channel: { atLeast: 1 } } } }, 'STANDARD', 'are for numbers and dates'],
    [{ event: { name: 'share', from: '2026-02-02', to: '2026-02-01' } }, 'STANDARD', 'should be after from'],
    [{ lastSeen: {} }, 'STANDARD', 'takes within, or from and to'],
    [{ product: { action: 'eaten' } }, 'PRODUCT_SEGMENT', 'should be one of viewed, addedToCart'],
    [{ product: { action: 'viewed' } }, 'STANDARD', "a PRODUCT_SEGMENT, and no other, has 'product'"],
    [
      { any: [{ none: [{ product: { action: 'viewed' } }] }] },
      'STANDARD',
      "a PRODUCT_SEGMENT, and no other, has 'product'",
    ],
    [{ any: [{ tag: 'a', locaton: {} }] }, 'STANDARD', 'any[0].locaton: unknown name, did you mean location?'],
    [{ none: [{ all: [{ segment: 'b' }] }] }, 'STANDARD', 'a segment cannot be made of segments'],
    [{ any: [{ tag: 'a' }, { event: { name: 'nothing' } }] }, 'STANDARD', "Event 'nothing' is not defined"],
    [{ sendToAll: true }, 'PRODUCT_SEGMENT', "a PRODUCT_SEGMENT, and no other, has 'product'"],
  ])('The segment target %j is rejected', async (target, type, message) => {
    await expect(apply('refused', [{ name: 'wrong', type, target }])).rejects.toThrow(message);
  });

  it('A bulk send rejects a target with events', () => {
    const target = { tag: 'a', event: { name: 'share' } };
    expect(() => parseTarget(target, 'bulk')).toThrow("Field 'target.event' is for segments");
  });
});
