import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const JOURNEY = {
  name: 'cart',
  entry: { event: 'Cart' },
  goal: { event: 'Bought' },
  steps: [
    { waitFor: { id: 'look', event: 'Looked', atMost: '2d' }, came: [{ send: { id: 'seen', message: 'reminder' } }] },
    {
      branch: { id: 'big', where: { price: { atLeast: 100 } }, if: { tag: 'vip' } },
      yes: [{ exit: 'rich' }],
      no: [{ exit: 'rest' }],
    },
  ],
};

let sending: Sending;
let key: number;
let today: string;

const fire = (extId: string, name: string, attributes: object = {}) =>
  sending.post('fireEvents', [{ extId, name, ...attributes }]);
const step = () => sending.gateway.app.get(JourneyStepService).stepDue();
const get = (path: string) => sending.gateway.call(`/rest/3.0/journeys${path}`, { method: 'GET' });
const periodOf = async (query: string) => {
  const answer = await get(`/statistics?name=cart${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { period?: { from: string; to: string; nodes: object; entered: number } }).period;
};
const sql = (statement: string) => sending.gateway.fresh.db.affected(statement, []);
const endWaits = () =>
  sql(`UPDATE journeys.visit SET due_at = due_at - interval '3 days', since = since - interval '3 days'`);

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      events: [
        { code: 'Cart', attributes: [{ code: 'price', dataType: 'DOUBLE' }] },
        { code: 'Bought' },
        { code: 'Looked' },
      ],
    },
    { dryRun: false },
  );
  const message = { name: 'reminder', title: 'Your cart', message: 'Still here', platforms: ['IOS'] };
  key = (await sending.post<{ notificationKey: number }>('createNotificationDefinition', message)).notificationKey;
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', journeys: [JOURNEY] }, { dryRun: false });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 4, 0));
  await sending.post('tagUsers', { tag: 'vip', extIds: ['ios-0'] });
  const [row] = await sending.gateway.fresh.db.rows<{ day: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
    [],
  );
  today = row?.day ?? '';
});
afterAll(() => sending.close());

describe('Figures of a period', () => {
  it('A period has who passed each step, took each way, and left there by reason', async () => {
    await fire('ios-0', 'Cart', { price: 200 });
    await fire('ios-1', 'Cart', { price: 5 });
    await fire('ios-2', 'Cart', { price: 500 });
    await fire('ios-3', 'Cart', { price: 5 });
    await sending.readFeed();
    await fire('ios-1', 'Looked');
    await fire('ios-3', 'Bought');
    await sending.readFeed();
    await endWaits();
    await step();
    await step();
    await sending.drain();
    expect(await periodOf(`&from=${today}`)).toEqual({
      from: today,
      to: today,
      entered: 4,
      left: 4,
      converted: 1,
      late: 0,
      looped: 0,
      limited: 0,
      heldOut: 0,
      heldOutConverted: 0,
      nodes: {
        look: { passed: 3, left: { GOAL: 1 }, ways: { came: 1, else: 2 } },
        seen: { passed: 1, left: {}, ways: {} },
        big: { passed: 3, left: {}, ways: { yes: 1, no: 2 } },
        rich: { passed: 1, left: { EXIT: 1 }, ways: {} },
        rest: { passed: 2, left: { EXIT: 2 }, ways: {} },
      },
    });
    expect(await periodOf('')).toBeUndefined();
  });

  it('A period has its own days alone, and those of a change are whole days of UTC', async () => {
    await sql(`UPDATE journeys.day_count SET day = day - 3`);
    expect(await periodOf(`&from=${today}`)).toMatchObject({ entered: 0, nodes: {} });
    const before = await periodOf(`&to=${today}`);
    expect(before).toMatchObject({ entered: 4, nodes: { big: { passed: 3 } } });
    expect(before?.from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('A day that is none, and a period that ends before it begins, are refused', async () => {
    for (const query of ['from=2026-02-30', 'from=yesterday', 'to=2026-1-1', 'from=2026-02-02&to=2026-02-01']) {
      const answer = await get(`/statistics?name=cart&${query}`);
      expect([answer.status, answer.text.includes("Field '")], query).toEqual([400, true]);
    }
  });
});

describe('Ways of a person', () => {
  it('Explain has the ways that a person took with their times, and which conditions were not met', async () => {
    const waysOf = async (extId: string) =>
      ((await get(`/explain?name=cart&extId=${extId}`)).json as { past: { ways: { at: number }[] }[] }).past[0]?.ways;
    expect(await waysOf('ios-0')).toMatchObject([
      { node: 'look', way: 'else' },
      { node: 'big', way: 'yes' },
    ]);
    expect(await waysOf('ios-1')).toMatchObject([
      { node: 'look', way: 'came' },
      { node: 'big', way: 'no', unmet: 'event' },
    ]);
    expect(await waysOf('ios-2')).toMatchObject([{ node: 'look' }, { node: 'big', way: 'no', unmet: 'person' }]);
    expect((await waysOf('ios-2'))?.[0]?.at).toBeGreaterThan(Date.parse(today));
  });

  it('A key without the scope `private` gets no ways, which tell what conditions found', async () => {
    const apiKey = await sending.gateway.makeKey('marketing', { scopes: ['notifications'] });
    const answer = await sending.gateway.call('/rest/3.0/journeys/explain?name=cart&extId=ios-0', {
      method: 'GET',
      key: apiKey,
    });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('ways');
  });
});

describe('Messages of a journey', () => {
  it('The explanation of a message names the journey and the step that it left from', async () => {
    const answer = await sending.post<{ notification: { results: object[] } }>('targeting/explain', {
      extId: 'ios-1',
      notificationKey: key,
    });
    expect(answer.notification.results).toMatchObject([{ status: 'SUCCESS', journey: 'cart', node: 'seen' }]);
  });
});
