import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { wallIn } from '#platform/spelling';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const HOUR_MS = 3_600_000;
const SALE = { title: 'Sale', text: 'Shoes', subject: 'Sale', from: 'shop@a.example', platforms: ['EMAIL'] };
let sending: Sending;
let groups = 0;

beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => apply({ quietHours: {}, sendWindows: [], holdouts: [] }));

const db = () => sending.gateway.fresh.db;

/** Applies a part of the file. The policy of this process may be a second old. */
async function apply(file: object): Promise<string[]> {
  const { differences } = await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', ...file }, { dryRun: false });
  await new Promise((resolve) => setTimeout(resolve, 1010));
  return differences.map(({ change, subject }) => `${change} ${subject}`);
}

/** A time of the day in UTC, some hours from now. */
const clock = (hours: number) => wallIn('UTC', new Date(Date.now() + hours * HOUR_MS)).slice(11, 16);

async function register(addresses: readonly string[]): Promise<string> {
  const tag = `people-${(groups += 1)}`;
  const users = addresses.map((email, n) => ({ extId: `${tag}-${n}`, email, emailOptIn: true, tags: [tag] }));
  await sending.post('registerUsers', users);
  return tag;
}

async function send(tag: string, message: object = SALE): Promise<number> {
  const key = await sending.bulk({ message, target: { tag } });
  await sending.drain();
  return key;
}

const leftOutOf = async (key: number): Promise<Record<string, number>> => {
  const answer = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
  return (answer.json as { leftOut: Record<string, number> }).leftOut;
};

describe('Quiet hours', () => {
  it('A campaign waits for their end, service messages do not', async () => {
    await apply({ quietHours: { from: clock(-1), to: clock(2), zone: 'UTC' } });
    const tag = await register(['ada@a.example', 'bob@a.example']);
    const key = await send(tag);
    expect(await sending.ends(key)).toEqual({});
    expect(await sending.ends(await send(tag, { ...SALE, transactional: true }))).toEqual({ SUCCESS: 2 });
    const row = await db().row<{ hours: number }>(
      `SELECT (extract(epoch FROM min(r.due_at) - now()) / 3600)::float8 AS hours FROM delivery.retry AS r`,
    );
    expect(row?.hours).toBeGreaterThan(1.9);
    await apply({ quietHours: {} });
    await db().affected('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    expect(await sending.dispatch(key)).toMatchObject({ planned: 2, settled: 2, state: 3 });
  });

  it('A message that is over before their end is skipped, and a dry run says who waits', async () => {
    await apply({ quietHours: { from: clock(-1), to: clock(2), zone: 'UTC', binds: ['marketing', 'service'] } });
    const tag = await register(['cid@a.example']);
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Code',
      message: '1234',
      subject: 'Code',
      from: 'a@a.example',
      platforms: ['EMAIL'],
      ttl: '10m',
    });
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: `${tag}-0` } });
    await sending.drain();
    expect(await sending.ends(notificationKey)).toEqual({ 'SKIPPED QUIET_HOURS': 1 });
    const body = { message: SALE, target: { tag } };
    const forecast = await sending.post<{ platforms: object[] }>('sendBulkNotification/dryRun', body);
    expect(forecast.platforms).toEqual([expect.objectContaining({ ready: 0, waiting: 1 })]);
  });

  it('The hours are those of the zone that a device of each person has reported', async () => {
    await apply({ quietHours: { from: clock(-1), to: clock(2), zone: 'user' } });
    const tag = `zones-${(groups += 1)}`;
    const zones = { awake: 'Etc/GMT-8', asleep: 'Etc/GMT', unknown: undefined };
    const users = Object.entries(zones).map(([name, timeZone]) => {
      const device = { platform: 'ANDROID', deviceToken: `${tag}-${name}`, ...(timeZone && { timeZone }) };
      return { extId: `${tag}-${name}`, email: `${name}@z.example`, emailOptIn: true, tags: [tag], ...device };
    });
    await sending.post('registerUsers', users);
    for (const message of [SALE, { title: 'Sale', text: 'Shoes', platforms: ['ANDROID'] }]) {
      const key = await send(tag, message);
      expect([message.platforms, await sending.ends(key)]).toEqual([message.platforms, { SUCCESS: 1 }]);
    }
  });

  it('A campaign waits for a send window', async () => {
    const open = { from: clock(2), to: clock(3), zone: 'UTC' };
    await apply({ sendWindows: [open.from < open.to ? open : { from: '00:00', to: '00:01', zone: 'UTC' }] });
    const key = await send(await register(['dan@a.example']));
    expect(await sending.ends(key)).toEqual({});
    await apply({ sendWindows: [] });
    await db().affected('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });
});

describe('Control groups', () => {
  it('The same users get no campaign, their addresses neither, and both add up', async () => {
    await apply({ holdouts: [{ name: 'global', share: '30%' }] });
    const addresses = Array.from({ length: 200 }, (_, n) => `user-${n % 150}@h.example`);
    const tag = await register(addresses);
    const key = await send(tag, { ...SALE, perUser: true });
    const leftOut = (await leftOutOf(key))['HOLDOUT'] ?? 0;
    const { SUCCESS = 0 } = await sending.ends(key);
    expect(SUCCESS + leftOut).toBe(200);
    expect(leftOut).toBeGreaterThan(30);
    expect(leftOut).toBeLessThan(120);
    const reached = async (notificationKey: number) => {
      const rows = await db().rows<{ uid: number }>(
        `SELECT r.uid FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
          WHERE d.notification_key = $1 AND r.status = 1 ORDER BY r.uid`,
        [notificationKey],
      );
      return rows.map(({ uid }) => uid);
    };
    const again = await send(tag, { ...SALE, perUser: true });
    expect(await reached(again)).toEqual(await reached(key));
    const mails = await db().rows<{ n: number }>(
      `SELECT count(*)::integer AS n FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
         JOIN users.app_user AS u ON u.vb = r.uid % 1024 AND u.app_id = r.app_id AND u.uid = r.uid
        WHERE d.notification_key = $1 AND r.status = 1 AND u.email ~ '^user-[0-9]{1,2}@' AND substring(u.email FROM '[0-9]+')::integer < 50
        GROUP BY u.email`,
      [key],
    );
    expect(new Set(mails.map(({ n }) => n))).toEqual(new Set([2]));
    expect(await sending.ends(await send(tag, { ...SALE, perUser: true, policy: 'service' }))).toEqual({
      SUCCESS: 200,
    });
    const forecast = await sending.post<{ leftOut: Record<string, number>; planned: number }>(
      'sendBulkNotification/dryRun',
      { message: { ...SALE, perUser: true }, target: { tag } },
    );
    expect([forecast.planned, forecast.leftOut['HOLDOUT']]).toEqual([SUCCESS, leftOut]);
  });

  it.each([
    [{ quietHours: { from: '21:00' } }, 'quietHours.to'],
    [{ quietHours: { from: '9', to: '10:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '21:00', to: '08:00', zone: 'Mars/Olympus' } }, 'quietHours.zone'],
    [{ sendWindows: [{ from: '18:00', to: '09:00' }] }, 'sendWindows[0].to'],
    [{ sendWindows: [{ from: '09:00', to: '18:00', days: ['XX'] }] }, 'sendWindows[0].days'],
    [{ holdouts: [{ name: 'a', share: '100%' }] }, 'holdouts[0].share'],
    [
      {
        holdouts: [
          { name: 'a', share: '5%' },
          { name: 'a', share: '6%' },
        ],
      },
      'listed twice',
    ],
  ])('%j is refused with the place of the fault', async (file, words) => {
    const applied = sending.gateway.app.get(ApplyService).apply({ app: 'shop', ...file }, { dryRun: false });
    await expect(applied).rejects.toThrow(words);
  });

  it('The sections are read back as they were written', async () => {
    const file = {
      quietHours: { from: '21:00', to: '08:00', zone: 'user' },
      sendWindows: [{ days: ['MO'], from: '09:00', to: '18:00', zone: 'application' }],
      holdouts: [{ name: 'global', share: '5%', period: 'quarter' }],
    };
    expect(await apply(file)).toEqual(['add quietHours: all', 'add sendWindows: all', 'add holdouts: all']);
    expect(await apply(file)).toEqual([]);
    expect(await apply({ quietHours: {}, holdouts: [] })).toEqual(['remove quietHours: all', 'remove holdouts: all']);
  });
});
