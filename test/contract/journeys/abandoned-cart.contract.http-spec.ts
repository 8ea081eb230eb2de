import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const CART = {
  name: 'abandoned cart',
  entry: { event: 'Cart', key: 'cartId', where: { price: { atLeast: 20 } }, again: { after: '1d' } },
  goal: { event: 'Bought', same: ['cartId'] },
  steps: [
    { wait: { id: 'hour', for: '1h' } },
    { send: { id: 'reminder', message: 'cart reminder' } },
    { waitFor: { id: 'look', event: 'Looked', atMost: '2d' }, came: [{ exit: 'looked' }] },
    { send: { id: 'last', message: 'cart goodbye' } },
  ],
};
const STRING = { dataType: 'STRING' };
const EVENTS = [
  {
    code: 'Cart',
    attributes: [
      { code: 'cartId', ...STRING },
      { code: 'item', ...STRING },
      { code: 'price', dataType: 'DOUBLE' },
    ],
  },
  { code: 'Bought', attributes: [{ code: 'cartId', ...STRING }] },
  { code: 'Looked' },
];

let sending: Sending;
let keys: number[];

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const fire = (extId: string, name: string, attributes: object = {}) =>
  sending.post('fireEvents', [{ extId, name, ...attributes }]);
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();
const get = async (path: string) => (await sending.gateway.call(`/rest/3.0/journeys${path}`, { method: 'GET' })).json;
const statistics = () => get('/statistics?name=abandoned%20cart');
const explain = (extId: string) => get(`/explain?name=abandoned%20cart&extId=${extId}`);
const change = (operation: string) => sending.post(`journeys/${operation}`, { name: 'abandoned cart' });

/** Lets the waits of everyone inside end, by the clock of the database. */
const passTime = (hours: number) =>
  sending.gateway.fresh.db.affected(
    `UPDATE journeys.visit SET due_at = due_at - $1 * interval '1 hour', since = since - $1 * interval '1 hour',
       entered_at = entered_at - $1 * interval '1 hour'`,
    [hours],
  );
const texts = async () => (await sending.simulators.deliveries('apns')).map((delivery) => JSON.stringify(delivery));

beforeAll(async () => {
  sending = await startSending();
  await apply({ events: EVENTS });
  const define = (name: string, message: string) =>
    sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      name,
      title: 'Your cart',
      message,
      platforms: ['IOS'],
    });
  const defined = [
    await define('cart reminder', 'You left @{event.item|something}'),
    await define('cart goodbye', 'Bye'),
  ];
  keys = defined.map(({ notificationKey }) => notificationKey);
  await apply({ journeys: [CART] });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 5, 1));
});
afterAll(() => sending.close());

describe('Abandoned cart', () => {
  it('A cart lets its person in, who is reminded once after the wait, with the item of the cart', async () => {
    await fire('ios-1', 'Cart', { cartId: 'c1', item: 'Blue shoes', price: 50 });
    await fire('ios-2', 'Cart', { cartId: 'c2', item: 'Socks', price: 5 });
    await sending.readFeed();
    await step();
    expect(await statistics()).toMatchObject({ entered: 1, inside: 1, nodes: { hour: { inside: 1, passed: 0 } } });
    await passTime(1);
    await step();
    await step();
    await sending.drain();
    expect(await sending.ends(keys[0] ?? 0)).toEqual({ SUCCESS: 1 });
    expect((await texts()).filter((text) => text.includes('You left Blue shoes'))).toHaveLength(1);
    expect(await explain('ios-1')).toMatchObject({ inside: [{ node: 'look', key: 'c1', version: 1 }], past: [] });
  });

  it('A purchase that was answered before the time-out ends the journey, also where the feed was not read yet', async () => {
    await fire('ios-3', 'Cart', { cartId: 'c3', item: 'Hat', price: 30 });
    await sending.readFeed();
    await passTime(1);
    await fire('ios-3', 'Bought', { cartId: 'c3' });
    await step();
    expect(await explain('ios-3')).toMatchObject({ inside: [{ node: 'hour' }] });
    await sending.readFeed();
    await step();
    await sending.drain();
    expect(await explain('ios-3')).toMatchObject({ inside: [], past: [{ reason: 'GOAL' }] });
    expect(await sending.ends(keys[0] ?? 0)).toEqual({ SUCCESS: 1 });
    expect(await statistics()).toMatchObject({ converted: 1 });
  });

  it('A cart and what ends or wakes it count in their order, also where the feed is read once for both', async () => {
    await fire('ios-5', 'Cart', { cartId: 'once', item: 'Pen', price: 30 });
    await fire('ios-5', 'Bought', { cartId: 'once' });
    await sending.readFeed();
    expect(await explain('ios-5')).toMatchObject({ inside: [], past: [{ key: 'once', reason: 'GOAL' }] });
    expect(await statistics()).toMatchObject({ entered: 3, left: 2, converted: 2 });
    const wakes = { waitFor: { id: 'look', event: 'Looked', atMost: '1h' }, came: [{ exit: 'looked' }] };
    await apply({ journeys: [{ name: 'wakes', entry: { event: 'Cart' }, steps: [wakes] }] });
    await fire('ios-5', 'Cart', { cartId: 'low', price: 1 });
    await fire('ios-5', 'Looked');
    await sending.readFeed();
    await step();
    expect(await get('/explain?name=wakes&extId=ios-5')).toMatchObject({ past: [{ node: 'looked', reason: 'EXIT' }] });
    await apply({ journeys: [{ name: 'wakes', state: 'off', entry: { event: 'Cart' }, steps: [wakes] }] });
  });

  it('A purchase of another cart changes nothing, and a cart within the day of the last one lets no one in again', async () => {
    await fire('ios-4', 'Cart', { cartId: 'c4', item: 'Bag', price: 30 });
    await sending.readFeed();
    await fire('ios-4', 'Bought', { cartId: 'other' });
    await fire('ios-3', 'Cart', { cartId: 'c3', item: 'Hat', price: 30 });
    await sending.readFeed();
    expect(await explain('ios-4')).toMatchObject({ inside: [{ node: 'hour' }] });
    expect(await explain('ios-3')).toMatchObject({ inside: [] });
  });

  it('The awaited event takes its branch, and the time-out the next step', async () => {
    await fire('ios-1', 'Looked');
    await sending.readFeed();
    await step();
    expect(await explain('ios-1')).toMatchObject({ inside: [], past: [{ node: 'looked', reason: 'EXIT' }] });
    await passTime(1);
    await step();
    await passTime(48);
    await step();
    await sending.drain();
    expect(await sending.ends(keys[1] ?? 0)).toEqual({ SUCCESS: 1 });
    expect(await explain('ios-4')).toMatchObject({ past: [{ node: 'last', reason: 'END' }] });
  });

  it('A paused journey moves no one, a closed one lets no one in, and all leave a stopped one', async () => {
    await fire('ios-2', 'Cart', { cartId: 'c5', item: 'Scarf', price: 90 });
    await sending.readFeed();
    await change('pause');
    await passTime(2);
    await step();
    expect(await explain('ios-2')).toMatchObject({ inside: [{ node: 'hour' }] });
    await change('drain');
    await fire('ios-2', 'Cart', { cartId: 'c6', item: 'Scarf', price: 90 });
    await sending.readFeed();
    await step();
    expect((await explain('ios-2')) as { inside: unknown[] }).toMatchObject({ inside: [{ node: 'look', key: 'c5' }] });
    await change('stop');
    await step();
    expect(await explain('ios-2')).toMatchObject({ inside: [], past: [{ reason: 'STOPPED' }] });
    await change('resume');
  });

  it('A changed definition is a new version, and a person inside finishes the old one', async () => {
    await fire('ios-2', 'Cart', { cartId: 'c7', item: 'Coat', price: 90 });
    await sending.readFeed();
    await apply({ journeys: [{ ...CART, steps: [{ send: { id: 'now', message: 'cart goodbye' } }] }] });
    await fire('ios-4', 'Cart', { cartId: 'c8', item: 'Coat', price: 90 });
    await sending.readFeed();
    await passTime(1);
    await step();
    expect(await explain('ios-2')).toMatchObject({ inside: [{ node: 'look', version: 1 }] });
    expect(await explain('ios-4')).toMatchObject({
      past: [{ node: 'now', version: 2, reason: 'END' }, { version: 1 }],
    });
    expect(await get('')).toMatchObject({
      list: [{ name: 'abandoned cart', state: 'on', version: 2 }, { name: 'wakes' }],
    });
  });

  it('The export of a person has its visits, with the data of those inside and the reasons of ended ones', async () => {
    const exported = async (extId: string) =>
      (await sending.gateway.call(`/rest/3.0/exportPerson?extId=${extId}`, { method: 'GET' })).json;
    expect(await exported('ios-2')).toMatchObject({
      journeys: [
        { journey: 'abandoned cart', version: 1, step: 'look', key: 'c7', data: { item: 'Coat' } },
        { step: 'look', key: 'c5', reason: 'STOPPED' },
      ],
    });
    const { journeys } = (await exported('ios-4')) as { journeys: { key: string }[] };
    expect(journeys.map(({ key }) => key)).toEqual(['c8', 'c4']);
  });

  it('An erased person leaves no visit', async () => {
    await apply({ settings: { permanentDeletion: true } });
    await sending.post('deleteUsersPermanently', { extIds: ['ios-2', 'ios-4'] });
    const { db } = sending.gateway.fresh;
    const uids = await db.rows('SELECT uid FROM journeys.visit UNION SELECT uid FROM journeys.past_visit');
    expect(uids).toHaveLength(3);
  });
});

describe('Refused journeys', () => {
  it.each([
    ['an event that is not defined', { entry: { event: 'Nothing' } }, /no event is called 'Nothing'/],
    ['an attribute that the event does not have', { entry: { event: 'Cart', key: 'size' } }, /no attribute 'size'/],
    ['a message that no definition is named after', { steps: [{ send: { id: 'a', message: 'x' } }] }, /named 'x'/],
    ['two steps of one id', { steps: [{ exit: 'a' }, { exit: 'a' }] }, /another step has the id a/],
    ['a wait without an end', { steps: [{ wait: { id: 'a', for: '0m' } }] }, /duration/],
  ])('%s is refused with its place, and nothing changes', async (_what, change, words) => {
    await expect(apply({ journeys: [{ ...CART, name: 'other', ...change }] })).rejects.toThrow(words);
    expect(await get('')).toMatchObject({ list: [{ name: 'abandoned cart' }, { name: 'wakes' }] });
  });
});
