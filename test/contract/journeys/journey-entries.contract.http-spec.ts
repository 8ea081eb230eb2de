import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService, SegmentUpdaterService } from '#libs/audience';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const WELCOME = {
  name: 'welcome',
  entry: { api: true, again: { after: '1d' } },
  steps: [{ send: { id: 'hello', message: 'hello' } }, { wait: { id: 'day', for: '1d' } }],
};
const JOINED = {
  name: 'adult',
  entry: { segment: { joined: 'adults' } },
  steps: [{ wait: { id: 'day', for: '1d' } }],
};
const LEFT = { name: 'lost', entry: { segment: { left: 'adults' } }, steps: [{ exit: 'bye' }] };

let sending: Sending;
let key: number;

const apply = (file: object) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();
const enter = (body: object, headers: Record<string, string> = {}) =>
  sending.gateway.call('/rest/3.0/journeys/enter', { body, headers });
const sums = async (name: string) =>
  (await sending.gateway.call(`/rest/3.0/journeys/statistics?name=${name}`, { method: 'GET' })).json;
const followSegment = async () => {
  await sending.gateway.app.get(SegmentUpdaterService).followFeed(sending.gateway.appId);
  await sending.readFeed();
};
const setAge = (extId: string, age: number) => sending.post('registerUsers', [{ extId, profile: { age } }]);

beforeAll(async () => {
  sending = await startSending();
  await apply({
    attributes: [{ code: 'age', dataType: 'INT' }],
    events: [{ code: 'Go' }],
    segments: [{ name: 'adults', target: { profile: { age: { $gte: 18 } } } }],
  });
  const message = { name: 'hello', title: 'Hello', message: 'Your plan is @{data.plan|basic}', platforms: ['IOS'] };
  key = (await sending.post<{ notificationKey: number }>('createNotificationDefinition', message)).notificationKey;
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 6, 0));
  await apply({ journeys: [WELCOME] });
});
afterAll(() => sending.close());

describe('Entry by request', () => {
  it('People enter once, with the data of the request in their texts, and the others are counted', async () => {
    const first = await enter({
      journey: 'welcome',
      extIds: ['ios-0', 'ios-1', 'ios-1', 'nobody'],
      data: { plan: 'gold' },
    });
    expect(first.json).toEqual({ entered: 2, refused: { inside: 0, again: 0, looped: 0, limited: 0, unknown: 1 } });
    expect((await enter({ journey: 'welcome', extIds: ['ios-1', 'ios-2'] })).json).toEqual({
      entered: 1,
      refused: { inside: 1, again: 0, looped: 0, limited: 0, unknown: 0 },
    });
    await step();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    const texts = (await sending.simulators.deliveries('apns')).map((delivery) => JSON.stringify(delivery));
    expect(texts.filter((text) => text.includes('Your plan is gold'))).toHaveLength(2);
    expect(texts.filter((text) => text.includes('Your plan is basic'))).toHaveLength(1);
    expect(await sums('welcome')).toMatchObject({ entered: 3, inside: 3 });
  });

  it('A person who left within the time of again does not enter', async () => {
    await sending.gateway.fresh.db.affected(
      "UPDATE journeys.visit SET due_at = now() - interval '1 second', since = since - interval '1 day'",
    );
    await step();
    expect(await sums('welcome')).toMatchObject({ inside: 0, left: 3 });
    expect((await enter({ journey: 'welcome', extIds: ['ios-0'] })).json).toMatchObject({
      entered: 0,
      refused: { again: 1 },
    });
  });

  it('A repeated request with one idempotency key is answered as the first one, and lets no one in', async () => {
    const headers = { 'Idempotency-Key': 'enter-1' };
    const body = { journey: 'welcome', extIds: ['ios-3'] };
    const [first, second] = [await enter(body, headers), await enter(body, headers)];
    expect(first.json).toMatchObject({ entered: 1 });
    expect(second.json).toEqual(first.json);
    expect(await sums('welcome')).toMatchObject({ entered: 4 });
  });

  it('People are inside once for each value of the key, which the data must have', async () => {
    await apply({ journeys: [{ ...WELCOME, name: 'orders', entry: { api: true, key: 'order' } }] });
    const order = (data?: object) => enter({ journey: 'orders', extIds: ['ios-4'], ...(data && { data }) });
    expect((await order({ order: 'a' })).json).toMatchObject({ entered: 1 });
    expect((await order({ order: 'b' })).json).toMatchObject({ entered: 1 });
    expect((await order({ order: 'b' })).json).toMatchObject({ entered: 0, refused: { inside: 1 } });
    expect(await order()).toMatchObject({ status: 400 });
  });

  it.each([
    ['a journey that is not there', { journey: 'none', extIds: ['ios-0'] }, /none/],
    ['a journey that takes no requests', { journey: 'adult', extIds: ['ios-0'] }, /takes no requests/],
    ['a journey that is closed', { journey: 'shut', extIds: ['ios-0'] }, /is closed/],
    ['data that is too large', { journey: 'welcome', extIds: ['ios-0'], data: { x: 'y'.repeat(17_000) } }, /16384/],
    ['data that is no object', { journey: 'welcome', extIds: ['ios-0'], data: [1] }, /data/],
    ['no people', { journey: 'welcome' }, /extIds/],
  ])('A request with %s is refused and lets no one in', async (_what, body, words) => {
    await apply({ journeys: [JOINED, { ...WELCOME, name: 'shut', state: 'closed' }] });
    const answer = await enter(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toMatch(words);
    expect(await sums('shut')).toMatchObject({ entered: 0 });
  });
});

describe('Entry by segment', () => {
  it('People enter who join or leave a segment, once, and a calculation that finds the same lets no one in', async () => {
    await setAge('ios-5', 30);
    await followSegment();
    await apply({ journeys: [{ ...JOINED, name: 'later' }, LEFT] });
    expect(await sums('adult')).toMatchObject({ entered: 1 });
    await setAge('ios-0', 20);
    await setAge('ios-1', 10);
    await followSegment();
    expect(await sums('adult')).toMatchObject({ entered: 2 });
    expect(await sums('later')).toMatchObject({ entered: 1 });
    const { app, fresh } = sending.gateway;
    await fresh.db.affected('UPDATE audience.segment SET due_at = now()');
    await app.get(SegmentCalculatorService).calculateDue();
    await followSegment();
    expect(await sums('later')).toMatchObject({ entered: 1 });
    await setAge('ios-5', 3);
    await followSegment();
    await step();
    expect(await sums('lost')).toMatchObject({ entered: 1, left: 1 });
  });
});

describe('Refused entries', () => {
  it.each([
    ['no way to enter', {}, /entry should have one of event, segment, api, date, audience/],
    ['two ways', { api: true, event: 'Go' }, /entry should have one of/],
    ['api: false', { api: false }, /entry\.api should be true/],
    ['a segment that is not there', { segment: { joined: 'none' } }, /no segment is called 'none'/],
    ['a segment without a change', { segment: {} }, /entry\.segment should have one of joined, left/],
    ['a key of a segment', { segment: { joined: 'adults' }, key: 'x' }, /entry\.key has no meaning with segment/],
    ['conditions on a request', { api: true, where: {} }, /entry\.where has no meaning with api/],
  ])('%s is refused with its place', async (_what, entry, words) => {
    await expect(apply({ journeys: [{ ...JOINED, name: 'other', entry }] })).rejects.toThrow(words);
  });

  it('A journey of a segment compares nothing with an event of entry', async () => {
    const goal = { event: 'Go', same: ['cartId'] };
    await expect(apply({ journeys: [{ ...JOINED, name: 'other', goal }] })).rejects.toThrow(
      "enters so brings no 'cartId'",
    );
  });
});
