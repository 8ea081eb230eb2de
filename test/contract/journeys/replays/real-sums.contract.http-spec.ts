import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JourneyStepService, ReplayService, StoredReplayService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { HistoryClock } from '../../../support/journeys/history-clock.js';

const DAY_MS = 86_400_000;
const JOURNEY = {
  name: 'cart',
  entry: { event: 'Cart', again: 'always' },
  steps: [
    { send: { id: 'remind', message: 'cart' } },
    { send: { id: 'own', contents: [{ platforms: ['SMS'], message: 'Own' }] } },
  ],
};
const HIDDEN = { ...JOURNEY, name: 'hidden', entry: { event: 'Cart', where: { secret: { is: 'x' } } } };
/** The engine reads events of today and yesterday. */
const present = Date.now();
const [first, second] = [present - DAY_MS, present].map((at) => new Date(at).toISOString().slice(0, 10)) as [
  string,
  string,
];

let sending: Sending;
const clock = new HistoryClock(present - DAY_MS);

/** Lets people enter on the day of the clock, and sends what comes of it. */
async function enter(extIds: readonly string[]): Promise<void> {
  const { app, fresh } = sending.gateway;
  const timestamp = clock.now().toISOString();
  await sending.post(
    'fireEvents',
    extIds.map((extId) => ({ extId, name: 'Cart', timestamp })),
  );
  await sending.readFeed();
  await app.get(JourneyStepService).stepDue();
  await app.get(JourneyStepService).stepDue();
  await fresh.db.affected('UPDATE delivery.dispatch SET created_at = $1 WHERE state < 2', [clock.now()]);
  await sending.drain();
}

const ask = (body: object, key = 'rest') => sending.gateway.call('/rest/3.0/journeys/startReplay', { key, body });
const show = async (name: string, key = 'rest') =>
  sending.gateway.call(`/rest/3.0/journeys/replay?name=${name}`, { key, method: 'GET' });

beforeAll(async () => {
  sending = await startSending({}, () => Promise.resolve(clock));
  const { app } = sending.gateway;
  const message = { name: 'cart', title: 'Cart', message: 'You left a hat', platforms: ['EMAIL'] };
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', message);
  const events = [{ code: 'Cart', attributes: [{ code: 'secret', dataType: 'STRING', privateInfo: true }] }];
  await app.get(ApplyService).apply({ app: 'shop', events, journeys: [JOURNEY, HIDDEN] }, { dryRun: false });
  await sending.post('registerUsers', [
    { extId: 'ada', profile: { email: 'ada@example.com', msisdn: '+905321110001' } },
    { extId: 'bob', profile: { email: 'bob@example.com' } },
    { extId: 'cem' },
  ]);
  await enter(['ada', 'bob', 'cem']);
  clock.pass(DAY_MS);
  await enter(['ada']);
  // A send of the same definition by a server: it is no message of the journey, and counts as one of its definition.
  await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: ['bob'] } });
  await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET created_at = $1 WHERE state < 2', [
    clock.now(),
  ]);
  await sending.drain();
});
afterAll(() => sending.close());

describe('Real figures beside a replay', () => {
  it('Entries and messages by day and platform are those that left, and the difference is zero where all is alike', async () => {
    const { app, appId } = sending.gateway;
    const journey = await app.get(JourneyService).get(appId, 'cart');
    const now = new Date(present + 60_000);
    const report = await app.get(ReplayService).replay({ journey, days: 3, now });
    const messages = { [first]: { EMAIL: 2, SMS: 1 }, [second]: { EMAIL: 2, SMS: 1 } };
    expect(report.real).toEqual({ entered: 4, entries: { [first]: 3, [second]: 1 }, messages });
    expect(report.entries).toEqual({ [first]: 3, [second]: 1 });
    expect(report.messages).toEqual({ [first]: { EMAIL: 2, SMS: 1 }, [second]: { EMAIL: 1, SMS: 1 } });
  });

  it('The real sums are those of the results, message by message', async () => {
    const rows = await sending.gateway.fresh.db.rows<{ platform: number; sent: number }>(
      `SELECT r.platform, count(*) AS sent FROM delivery.push_result AS r WHERE r.status = 1 GROUP BY r.platform`,
    );
    expect(rows.map(({ sent }) => sent).toSorted()).toEqual([2, 4]);
  });

  it('Over REST a replay is asked for, and shown beside the real days with the difference', async () => {
    expect((await show('cart')).json).toEqual({});
    const asked = await ask({ name: 'cart', days: 3 });
    expect(asked.status, asked.text).toBe(200);
    expect(asked.json).toMatchObject({ state: 'WAITING', days: 3 });
    await sending.gateway.fresh.db.affected('UPDATE journeys.replay SET created_at = $1', [new Date(present + 60_000)]);
    await sending.gateway.app.get(StoredReplayService).runDue();
    expect((await show('cart')).json).toMatchObject({
      replay: {
        state: 'DONE',
        report: {
          entered: 4,
          entries: { [first]: 3, [second]: 1 },
          real: {
            entered: 4,
            messages: { [second]: { EMAIL: 2, SMS: 1 } },
            difference: { [first]: { entered: 0, EMAIL: 0, SMS: 0 }, [second]: { entered: 0, EMAIL: -1, SMS: 0 } },
          },
        },
      },
    });
  });

  it('A key that may not see a private value gets no replay of a journey that compares it', async () => {
    await sending.gateway.makeKey('plain', { scopes: ['notifications'] });
    expect((await ask({ name: 'hidden' }, 'plain')).status).toBe(403);
    expect((await show('hidden', 'plain')).status).toBe(403);
    expect((await ask({ name: 'cart' }, 'plain')).status).toBe(200);
  });

  it.each([
    [{ name: 'none' }, 'none'],
    [{ name: 'cart', days: 0 }, 'days'],
    [{ name: 'cart', days: 91 }, 'days'],
    [{ days: 3 }, 'name'],
  ])('The question %j is refused with its field', async (body, field) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });
});
