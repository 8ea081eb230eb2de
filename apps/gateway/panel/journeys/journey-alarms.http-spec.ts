import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookSenderService } from '#libs/delivery/webhooks';
import { JourneyWatchService } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { hookSecret } from '../../../../test/support/processes/webhook-receiver.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';
import { HistoryClock } from '../../../../test/support/journeys/history-clock.js';
import type { JourneyAlarmsDto, JourneyDigestDto } from './alarm.dto.js';

const HOUR_MS = 3_600_000;
const JOURNEY = {
  name: 'cart',
  entry: { event: 'Cart' },
  steps: [
    {
      branch: { id: 'big', where: { total: { atLeast: 100 } } },
      yes: [{ wait: { id: 'large', for: '1h' } }],
      no: [{ wait: { id: 'small', for: '1h' } }],
    },
    { send: { id: 'remind', message: 'cart' } },
  ],
};

let sending: Sending;
let member: PanelMember;
let journeyId: number;
let key: number;
const clock = new HistoryClock(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);

const watch = () => sending.gateway.app.get(JourneyWatchService).watchDue();
/** Adds people who passed nodes within an hour, and looks at its end. */
async function passHour(passed: Record<string, number>): Promise<void> {
  const { db } = sending.gateway.fresh;
  await db.affected(
    `INSERT INTO journeys.passage (passed, app_id, journey_id, version, node)
     SELECT q.value::bigint, $1, $2, 1, q.key FROM jsonb_each_text($3::jsonb) AS q`,
    [sending.gateway.appId, journeyId, JSON.stringify(passed)],
  );
  clock.pass(HOUR_MS);
  await watch();
}
/** Eight days of the same hours. */
async function watchOrdinary(perHour: Record<string, number>): Promise<void> {
  const { db } = sending.gateway.fresh;
  await watch();
  const until = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
  await db.affected(`UPDATE journeys.watch SET since = $1::timestamptz - interval '200 hours'`, [until]);
  await db.affected(
    `INSERT INTO journeys.hour_count (hour, passed, app_id, journey_id, node)
     SELECT $3::timestamptz - h * interval '1 hour', q.value::bigint, $1, $2, q.key
       FROM jsonb_each_text($4::jsonb) AS q CROSS JOIN generate_series(1, 200) AS h`,
    [sending.gateway.appId, journeyId, until, JSON.stringify(perHour)],
  );
}
const alarms = async () => {
  const { items } = (await member.get(`/apps/shop/journeys/${journeyId}/alarms`)).json as JourneyAlarmsDto;
  return items.map(({ kind, step, hours, seen, usual, endedAt }) => ({
    kind,
    step,
    hours,
    seen,
    usual,
    lasts: endedAt === null,
  }));
};

/** Delivers the calls of this journey. @returns their data in the order of the calls */
async function deliverCalls(): Promise<object[]> {
  const { app, fresh } = sending.gateway;
  const due = await fresh.db.rows<{ id: number }>(
    'SELECT c.call_id AS id FROM delivery.hook_call AS c ORDER BY c.call_id DESC LIMIT 2',
  );
  for (const { id } of due.toReversed()) {
    await app.get(WebhookSenderService).deliver(id);
  }
  const answer = await fetch(`${sending.simulators.base}/hook-calls`);
  const { calls } = (await answer.json()) as { calls: { body: string }[] };
  return calls.slice(-2).map(({ body }) => (JSON.parse(body) as { data: object }).data);
}

beforeAll(async () => {
  sending = await startSending({}, () => Promise.resolve(clock));
  const { appId } = sending.gateway;
  member = await signIn(sending.gateway, [{ role: 'marketer', appId }]);
  const message = { name: 'cart', title: 'Cart', message: 'You left a hat', platforms: ['EMAIL'] };
  ({ notificationKey: key } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', message));
});
afterAll(() => sending.close());
beforeEach(async () => {
  const apply = (file: object) =>
    sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
  await apply({ journeys: [], prune: true });
  await apply({
    events: [{ code: 'Cart', attributes: [{ code: 'total', dataType: 'INT' }] }],
    hooks: [{ name: 'crm', simulator: true, secret: hookSecret(2), events: ['JourneyAlarm'] }],
    journeys: [JOURNEY],
  });
  ({ journeyId } = await sending.gateway.app.get(JourneyService).get(sending.gateway.appId, 'cart'));
});

describe('Alarms of journeys', () => {
  it('A step most of whose messages fail has an alarm', async () => {
    const extIds = Array.from({ length: 25 }, (_, n) => `p${n}`);
    const users = extIds.map((extId) => ({ extId, profile: { email: `${extId}@example.com` } }));
    await sending.post('registerUsers', users);
    await sending.simulators.faults(1, [{ provider: 'smtp', share: 1, status: 550 }]);
    await watchOrdinary({ '#entered': 50, large: 25, small: 25 });
    await sending.post('sendNotification', { notificationKey: String(key), target: { extId: extIds } });
    await sending.drain();
    expect(Object.keys(await sending.ends(key))).toEqual([expect.stringMatching(/^FAILED/)]);
    await passHour({ '#entered': 50, large: 25, small: 25 });
    expect(await alarms()).toEqual([{ kind: 'FAILING', step: 'remind', hours: 3, seen: 25, usual: 25, lasts: true }]);
    await sending.simulators.faults(1, []);
    // Its messages are none of the next tests.
    clock.pass(4 * HOUR_MS);
  });

  it('A journey without new people has an alarm until one enters, and its webhook is called for both', async () => {
    await watchOrdinary({ '#entered': 30, large: 15, small: 15 });
    await passHour({ '#entered': 25, large: 12, small: 13 });
    expect(await alarms()).toEqual([]);
    await passHour({});
    const alarm = { kind: 'SILENT', step: null, hours: 1, seen: 0, usual: 30 };
    expect(await alarms()).toEqual([{ ...alarm, lasts: true }]);
    await passHour({ '#entered': 28, large: 14, small: 14 });
    expect(await alarms()).toEqual([{ ...alarm, lasts: false }]);
    expect(await deliverCalls()).toMatchObject([
      {
        journey: 'cart',
        state: 'began',
        kind: 'SILENT',
        hours: 1,
        seen: 0,
        usual: 30,
        event: 'JourneyAlarm',
        users: [],
      },
      {
        journey: 'cart',
        state: 'ended',
        kind: 'SILENT',
        hours: 1,
        seen: 0,
        usual: 30,
        event: 'JourneyAlarm',
        users: [],
      },
    ]);
  });

  it('A branch without new people has an alarm with its first step', async () => {
    await watchOrdinary({ '#entered': 60, large: 30, small: 30, remind: 60 });
    await passHour({ '#entered': 60, small: 60, remind: 60 });
    expect(await alarms()).toEqual([{ kind: 'STOPPED', step: 'large', hours: 1, seen: 0, usual: 30, lasts: true }]);
  });

  it('Many more entries than on the busiest day are a surge', async () => {
    await watchOrdinary({ '#entered': 50, large: 25, small: 25 });
    await passHour({ '#entered': 900, large: 450, small: 450 });
    expect(await alarms()).toEqual([{ kind: 'SURGE', step: null, hours: 1, seen: 900, usual: 50, lasts: true }]);
  });

  it('Entries of several hours that come at once, as after an outage, are no surge', async () => {
    await watchOrdinary({ '#entered': 50, large: 25, small: 25 });
    clock.pass(5 * HOUR_MS);
    await passHour({ '#entered': 300, large: 150, small: 150 });
    expect(await alarms()).toEqual([]);
  });

  it('A journey with few entries raises none', async () => {
    await watchOrdinary({ '#entered': 0 });
    await passHour({ '#entered': 5 });
    await passHour({});
    expect(await alarms()).toEqual([]);
  });

  it('A paused journey raises none', async () => {
    await watchOrdinary({ '#entered': 50, large: 25, small: 25 });
    await sending.gateway.call('/rest/3.0/journeys/pause', { body: { name: 'cart' } });
    await passHour({});
    expect(await alarms()).toEqual([]);
  });
});

describe('Alarms of a journey that is removed', () => {
  it('They end within a minute, with a call of the webhook, and the journey is not counted any more', async () => {
    const { app, fresh } = sending.gateway;
    await watchOrdinary({ '#entered': 30, large: 15, small: 15 });
    await passHour({});
    const apply = (file: object) => app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
    await apply({ journeys: [], prune: true });
    await watch();
    const open = 'SELECT count(*)::integer AS alarms FROM journeys.alarm AS a WHERE a.ended_at IS NULL';
    expect(await fresh.db.row(open)).toEqual({ alarms: 0 });
    expect(await deliverCalls()).toMatchObject([
      { journey: 'cart', state: 'began', kind: 'SILENT' },
      { journey: 'cart', state: 'ended', kind: 'SILENT' },
    ]);
    await watch();
    expect(await deliverCalls()).toMatchObject([{ state: 'began' }, { state: 'ended' }]);
  });
});

describe('The digest of a week', () => {
  it('It shows the week beside the one before, with its alarms', async () => {
    await watchOrdinary({ '#entered': 30, '#converted': 3, '#left': 20 });
    await passHour({});
    const { items } = (await member.get('/apps/shop/journey-digest')).json as JourneyDigestDto;
    expect(items).toMatchObject([
      {
        name: 'cart',
        entered: 30 * 167,
        converted: 3 * 167,
        left: 20 * 167,
        enteredBefore: 30 * 33,
        convertedBefore: 3 * 33,
        alarms: [{ kind: 'SILENT' }],
      },
    ]);
  });
});
