import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { openEventsRoom, type EventsRoom } from '../../test/support/rooms/events-room.js';

let fresh: FreshDatabase;
let room: EventsRoom;
let app: string;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  room = await openEventsRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(() => {
  app = `app-${(apps += 1)}`;
});

const apply = (events: unknown, more: object = {}, dryRun = false) =>
  room.applying.apply({ app, events, ...more }, { dryRun });
const applyAndListChanges = async (...args: Parameters<typeof apply>) =>
  (await apply(...args)).differences
    .filter(({ subject }) => subject.startsWith('events'))
    .map(({ change, subject }) => `${change} ${subject}`);
const listCustom = async () =>
  (await room.definitions.findLatest((await apply([])).app.id)).filter(({ standard }) => !standard);

const TOTAL = { code: 'grandTotal', dataType: 'DOUBLE', mandatory: true };
const CANCEL = { code: 'OrderCancelEvent', attributes: [{ code: 'paymentMethod', dataType: 'STRING' }, TOTAL] };
const QUICK = { code: 'QuickOrder', baseEventCode: 'OrderEvent' };

describe('Section events of an application file', () => {
  it('The section events defines events and changes nothing when applied again', async () => {
    expect(await applyAndListChanges([CANCEL, QUICK])).toEqual([
      'add events: OrderCancelEvent',
      'add events: QuickOrder',
    ]);
    expect(await applyAndListChanges([CANCEL, QUICK])).toEqual([]);
    expect(await listCustom()).toMatchObject([
      {
        eventId: 1000,
        code: 'OrderCancelEvent',
        eventName: 'OrderCancelEvent',
        attributes: [{ code: 'paymentMethod', mandatory: false, locked: false }, { code: 'grandTotal' }],
        inherited: [],
      },
      { eventId: 1001, code: 'QuickOrder', baseEventCode: 'OrderEvent', attributes: [] },
    ]);
  });

  it('The section events accepts bases in any order', async () => {
    const chain = [
      { code: 'C', baseEventCode: 'B' },
      { code: 'B', baseEventCode: 'A' },
      { ...CANCEL, code: 'A' },
    ];
    await apply(chain);
    const c = (await listCustom()).find(({ code }) => code === 'C');
    expect(c?.inherited.map(({ code }) => code)).toEqual(['paymentMethod', 'grandTotal']);
    expect(c?.mandatory.map(({ code }) => code)).toEqual(['grandTotal']);
  });

  it('The section events changes details, names and attributes', async () => {
    await apply([CANCEL]);
    const changed = {
      ...CANCEL,
      eventName: 'Order cancelled',
      label: 'Cancelled',
      description: 'The user cancelled an order',
      attributes: [TOTAL, { code: 'reason', dataType: 'STRING', options: ['late', 'broken'], label: 'Why' }],
    };
    expect(await applyAndListChanges([changed])).toEqual(['change events: OrderCancelEvent']);
    expect(await applyAndListChanges([changed])).toEqual([]);
    expect(await listCustom()).toMatchObject([
      { eventId: 1000, eventName: 'Order cancelled', attributes: [{}, { options: ['late', 'broken'], label: 'Why' }] },
    ]);
  });

  it('The section events keeps events that the file does not list, unless it prunes', async () => {
    await apply([CANCEL, QUICK]);
    expect(await applyAndListChanges([QUICK])).toEqual([]);
    expect(await applyAndListChanges([QUICK], { prune: true })).toEqual(['remove events: OrderCancelEvent']);
    expect(await applyAndListChanges([CANCEL])).toEqual(['add events: OrderCancelEvent']);
    expect((await listCustom()).map(({ eventId, code }) => [eventId, code])).toEqual([
      [1001, 'QuickOrder'],
      [1002, 'OrderCancelEvent'],
    ]);
  });

  it('A dry run does not apply the section events', async () => {
    await apply([]);
    expect(await applyAndListChanges([CANCEL], {}, true)).toEqual(['add events: OrderCancelEvent']);
    expect(await applyAndListChanges([CANCEL])).toEqual(['add events: OrderCancelEvent']);
  });

  it('An own event in the section events replaces a built-in event', async () => {
    await apply([{ code: 'LoginEvent', attributes: [{ code: 'device', dataType: 'STRING' }] }]);
    const logins = (await room.definitions.findLatest((await apply([])).app.id)).filter(
      ({ code }) => code === 'LoginEvent',
    );
    expect(logins).toMatchObject([{ standard: false, eventId: 1000, attributes: [{ code: 'device' }] }]);
  });

  it.each([
    ['text', 'events should be a list'],
    [[{}], 'events[0].code is required'],
    [[{ code: '$or' }], 'events[0].code should be a letter'],
    [[{ code: '__proto__' }], 'events[0].code should be a letter'],
    [[{ code: 'A', eventName: '1' }], 'events[0].eventName should be a letter'],
    [[{ code: 'A', colour: 'red' }], 'events[0].colour: unknown name'],
    [[{ code: 'A' }, { code: 'A' }], 'events[1]: A is the code or name of another event too'],
    [[{ code: 'A' }, { code: 'B', eventName: 'A' }], 'events[1]: A is the code or name of another event too'],
    [[{ code: 'A', baseEventCode: 'B' }], 'events[0].baseEventCode: the event B, base of A, is not defined'],
    [[{ code: 'A', baseEventCode: 'A' }], 'events[0].baseEventCode: A would be a base of itself'],
    [
      [
        { code: 'A', baseEventCode: 'B' },
        { code: 'B', baseEventCode: 'A' },
      ],
      'events[0].baseEventCode: A would be a base of itself',
    ],
    [
      [{ code: 'ProductEvent', baseEventCode: 'AddToCartEvent' }],
      'events[0].baseEventCode: ProductEvent would be a base of itself',
    ],
    [[{ code: 'A', attributes: [{ code: 'x', dataType: 'NUMBER' }] }], 'events[0].attributes[0].dataType'],
    [[{ code: 'A', attributes: [TOTAL, TOTAL] }], 'events[0].attributes[1].code: grandTotal is listed twice'],
    [[{ code: 'A', attributes: [{ code: 'name', dataType: 'STRING' }] }], 'events[0].attributes[0].code: every event'],
    [
      [{ ...QUICK, attributes: [{ code: 'grandTotal', dataType: 'STRING' }] }],
      'events[0]: the attribute grandTotal is DOUBLE',
    ],
  ])('The section events refuses %j', async (events, message) => {
    await expect(apply(events)).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining(message) as string,
    });
    await apply([]);
    expect(await listCustom()).toEqual([]);
  });

  it('The section events refuses another type of an existing attribute', async () => {
    await apply([CANCEL]);
    await expect(
      apply([{ ...CANCEL, attributes: [{ code: 'grandTotal', dataType: 'DOUBLE', array: true }] }]),
    ).rejects.toMatchObject({ code: 2004, message: 'events[0]: the attribute grandTotal is DOUBLE' });
  });

  it('The section events refuses to remove the base of another event and to break an unlisted event', async () => {
    await apply([
      CANCEL,
      { code: 'LateCancel', baseEventCode: 'OrderCancelEvent', attributes: [{ code: 'days', dataType: 'INT' }] },
    ]);
    await expect(
      apply([{ code: 'LateCancel', baseEventCode: 'OrderCancelEvent' }], { prune: true }),
    ).rejects.toMatchObject({ code: 2004 });
    await expect(
      apply([{ ...CANCEL, attributes: [...CANCEL.attributes, { code: 'days', dataType: 'STRING' }] }]),
    ).rejects.toMatchObject({ code: 2004, message: 'events: LateCancel: the attribute days is STRING' });
    await expect(apply([{ ...CANCEL, baseEventCode: 'LateCancel' }])).rejects.toMatchObject({ code: 2004 });
  });
});
