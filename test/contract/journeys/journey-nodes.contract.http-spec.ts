import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { JourneyStepService } from '#libs/journeys';
import { ApplyService } from '#libs/tenancy';
import { hookSecret } from '../../support/processes/webhook-receiver.js';
import { HistoryClock } from '../../support/journeys/history-clock.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MINUTE_MS = 60_000;
const PEOPLE = ['ada', 'bob', 'cem'];

let sending: Sending;
const clock = new HistoryClock();

const apply = (file: object, dryRun = false) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun });
const statistics = async (name: string) =>
  (await sending.gateway.call(`/rest/3.0/journeys/statistics?name=${name}`, { method: 'GET' })).json;
const fire = async (name: string, extIds: readonly string[], attributes: object = {}) => {
  await sending.post(
    'fireEvents',
    extIds.map((extId) => ({ extId, name, ...attributes })),
  );
  await sending.readFeed();
};
const step = async (ms = 0) => {
  clock.pass(ms);
  await sending.gateway.app.get(JourneyStepService).stepDue();
};
const entry = (event: string) => ({ event, late: 'allow' });

beforeAll(async () => {
  sending = await startSending({}, () => Promise.resolve(clock));
  await apply({
    events: ['Liked', 'Paced', 'Called', 'Waited', 'Other', 'Held'].map((code) => ({
      code,
      attributes: [{ code: 'title', dataType: 'STRING' }],
    })),
    segments: [{ name: 'vip', target: { tag: 'vip' } }],
    hooks: [{ name: 'crm', simulator: true, secret: hookSecret(2) }],
  });
  await sending.post(
    'registerUsers',
    PEOPLE.map((extId) => ({ extId, email: `${extId}@example.com` })),
  );
});
afterAll(() => sending.close());

describe('Steps of journeys', () => {
  it.each([
    [{ webhook: { id: 'a', hook: 'none' } }, 'no hook is called'],
    [{ throttle: { id: 'a' } }, 'most'],
    [{ throttle: { id: 'a', most: 1, per: '2m' } }, 'per'],
    [{ batch: { id: 'a', for: '1h', most: 1 } }, 'most'],
    [{ waitFor: { id: 'a', atMost: '1h' } }, 'one of event, anyOf'],
    [{ waitFor: { id: 'a', atMost: '1h', anyOf: [] } }, '1 to 10 entries'],
    [{ waitFor: { id: 'a', atMost: '1h', anyOf: [{ segment: { joined: 'none' } }] } }, 'no segment is called'],
    [{ wait: { id: 'a', for: '1h' }, failed: [] }, 'no meaning without webhook'],
  ])('A step %j is refused with its place', async (faulty, message) => {
    const journey = { name: 'bad', entry: entry('Liked'), steps: [faulty] };
    await expect(apply({ journeys: [journey] }, true)).rejects.toThrow(message);
  });

  it('A batch collects the events of a time and sends once, and a full one sends at once', async () => {
    const message = {
      name: 'likes',
      title: 'Likes',
      subject: 'Likes',
      message: '<p>@{batch.count}: @{batch.title}</p>',
    };
    await sending.post('createNotificationDefinition', { ...message, platforms: ['EMAIL'], from: 'shop@shop.example' });
    const steps = [{ batch: { id: 'all', for: '10m', most: 3 } }, { send: { id: 'tell', message: 'likes' } }];
    const journey = { name: 'digest', entry: entry('Liked'), steps };
    await apply({ journeys: [journey] });
    expect((await apply({ journeys: [journey] })).differences).toEqual([]);
    await fire('Liked', ['ada', 'bob'], { title: 'one' });
    await step();
    await fire('Liked', ['ada', 'bob'], { title: 'two' });
    await step();
    await fire('Liked', ['bob'], { title: 'three' });
    await step();
    expect(await statistics('digest')).toMatchObject({ entered: 2, inside: 1 });
    await step(10 * MINUTE_MS);
    expect(await statistics('digest')).toMatchObject({ entered: 2, inside: 0 });
    const params = await sending.gateway.fresh.db.rows<{ target: { uids: number[] } }>(
      "SELECT d.target FROM delivery.dispatch AS d WHERE d.message ->> 'title' = 'Likes'",
    );
    expect(params.map(({ target }) => target.uids.length)).toEqual([1, 1]);
  });

  it('A pace lets so many people pass in each minute, and a pause makes no burst', async () => {
    const steps = [{ throttle: { id: 'slow', most: 1 } }, { exit: 'passed' }];
    await apply({ journeys: [{ name: 'paced', entry: entry('Paced'), steps }] });
    await fire('Paced', PEOPLE);
    await step();
    expect(await statistics('paced')).toMatchObject({ inside: 2, left: 1 });
    await step(MINUTE_MS);
    expect(await statistics('paced')).toMatchObject({ inside: 1, left: 2 });
    await step(60 * MINUTE_MS);
    expect(await statistics('paced')).toMatchObject({ inside: 0, left: 3 });
  });

  it('A webhook is called once with the data of the visit, and the person goes on when it took the call', async () => {
    const { db } = sending.gateway.fresh;
    const steps = [{ webhook: { id: 'tell', hook: 'crm' }, failed: [{ exit: 'lost' }] }, { exit: 'told' }];
    await apply({ journeys: [{ name: 'calling', entry: entry('Called'), steps }] });
    await fire('Called', ['ada', 'bob'], { title: 'x' });
    await step();
    const calls = await db.rows<{ id: number; uid: number; data: object }>(
      'SELECT c.call_id AS id, c.uid, c.data FROM delivery.hook_call AS c ORDER BY c.call_id',
    );
    expect(calls).toHaveLength(2);
    expect(calls[0]?.data).toEqual({ journey: 'calling', node: 'tell', data: { title: 'x' } });
    await step(MINUTE_MS);
    expect(await statistics('calling')).toMatchObject({ inside: 2 });
    await sending.gateway.app.get(WebhookSenderService).deliver(calls[0]?.id ?? 0);
    await db.affected('UPDATE delivery.hook_call AS c SET failed_at = now() WHERE c.call_id = $1', [calls[1]?.id ?? 0]);
    await step(10 * MINUTE_MS);
    expect(await statistics('calling')).toMatchObject({
      inside: 0,
      nodes: { told: { passed: 1 }, lost: { passed: 1 } },
    });
  });

  it('A wait ends by the first of several events and segments', async () => {
    const anyOf = [{ event: 'Other' }, { segment: { joined: 'vip' } }];
    const steps = [{ waitFor: { id: 'any', anyOf, atMost: '1d' }, came: [{ exit: 'came' }] }];
    await apply({ journeys: [{ name: 'any', entry: entry('Waited'), steps }] });
    await fire('Waited', PEOPLE);
    await step();
    await fire('Other', ['ada']);
    const ids = await sending.gateway.fresh.db.rows<{ uid: number; id: number; appId: number }>(
      `SELECT u.uid, s.segment_id AS id, u.app_id AS "appId" FROM users.app_user AS u, audience.segment AS s
       WHERE u.ext_id = 'bob' AND s.name = 'vip'`,
    );
    for (const { uid, id, appId } of ids) {
      await sending.gateway.fresh.db.affected(
        "INSERT INTO platform.outbox (app_id, kind, uids, keys) VALUES ($1, 'joined', ARRAY[$2::bigint], ARRAY[$3::integer])",
        [appId, uid, id],
      );
    }
    await sending.readFeed();
    await step();
    expect(await statistics('any')).toMatchObject({ inside: 1, nodes: { came: { passed: 2 } } });
  });

  it('A control group enters and is counted', async () => {
    const journey = { name: 'held', entry: entry('Held'), holdout: '99.99%', steps: [{ exit: 'end' }] };
    await apply({ journeys: [journey] });
    expect((await apply({ journeys: [journey] })).differences).toEqual([]);
    await fire('Held', PEOPLE);
    await step();
    expect(await statistics('held')).toMatchObject({ entered: 3, heldOut: 3 });
  });
});
