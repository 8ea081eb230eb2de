import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderAccountService, ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

const USERS = 120;
const PLATFORMS = ['IOS', 'ANDROID', 'EMAIL', 'SMS'];
const MESSAGE = {
  title: 'Sale',
  text: 'Shoes in @{city}',
  platforms: PLATFORMS,
  email: { subject: 'Sale', html: '<p>Shoes</p>' },
  categories: ['news'],
};
const ALL = { sendToAll: true };
let sending: Sending;

interface Outlook {
  platform: string;
  planned: number;
  examined: number;
  ready: number;
  waiting: number;
  wait?: object;
  skipped: Record<string, number>;
  failed: Record<string, number>;
}
interface DryRun {
  users: number;
  planned: number;
  examined: number;
  platforms: Outlook[];
  samples: { platform: string; payload: unknown }[];
  expected: { seconds: number | null; by: string | null };
  unserved: string[];
}

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [
        { code: 'city', dataType: 'STRING' },
        { code: 'age', dataType: 'INT' },
        { code: 'income', dataType: 'INT', privateInfo: true },
      ],
      categories: [{ name: 'news' }],
    },
    { dryRun: false },
  );
  const numbers = Array.from({ length: USERS }, (_, n) => n);
  await sending.post(
    'registerUsers',
    numbers.map((n) => ({
      extId: `u${n}`,
      profile: { city: 'Izmir', age: n % 10, income: n },
      ...(n % 2 === 0 && { platform: 'IOS', deviceToken: n.toString(16).padStart(64, '0') }),
      ...(n % 3 === 0 && { email: `u${n}@example.com` }),
      ...(n % 4 === 0 && { msisdn: `+9053212345${String(n).padStart(2, '0')}`.slice(0, 13) }),
    })),
  );
  await sending.post(
    'registerUsers',
    numbers.slice(0, 30).map((n) => ({ extId: `u${n}`, platform: 'ANDROID', deviceToken: `droid-${n}` })),
  );
  await sending.post(
    'setCategoryPreferences',
    numbers.slice(0, 8).map((n) => ({ extId: `u${n}`, category: 'news', enable: false })),
  );
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', segments: [{ name: 'young', target: { profile: { age: [1, 2, 3] } } }] }, { dryRun: false });
});
afterAll(() => sending.close());

async function dispatches(): Promise<number | undefined> {
  const row = await sending.gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.dispatch');
  return row?.n;
}

/** Recipients of a key by platform, in the order of their numbers. */
async function plannedOf(key: number): Promise<number[]> {
  const rows = await sending.gateway.fresh.db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.notification_key = $1 GROUP BY r.platform ORDER BY r.platform`,
    [key],
  );
  return rows.map(({ n }) => n);
}

const dryRun = (body: object) => sending.post<DryRun>('sendBulkNotification/dryRun', body);
const byReason = (platforms: Outlook[], select: 'skipped' | 'failed', name: string) =>
  Object.fromEntries(
    [...new Set(platforms.flatMap((platform) => Object.keys(platform[select])))].map((reason) => [
      `${name} ${reason}`,
      platforms.reduce((sum, platform) => sum + (platform[select][reason] ?? 0), 0),
    ]),
  );

describe('sendBulkNotification/dryRun', () => {
  it('A dry run names platforms that no provider serves, and the outcome for their recipients', async () => {
    const text = 'Shoes';
    const windows = { extId: 'u1', platform: 'WP', deviceToken: 'https://s.notify.live.net/u/1/phone' };
    await sending.post('registerUsers', [windows]);
    const bodyTo = (...platforms: string[]) => ({ message: { title: 'Sale', text, platforms }, target: ALL });
    expect(await dryRun(bodyTo('IOS'))).toMatchObject({ unserved: [] });
    const rehearsed = await dryRun(bodyTo('ANDROID', 'WP'));
    expect(rehearsed.unserved).toEqual(['WP']);
    expect(rehearsed.platforms.find(({ platform }) => platform === 'WP')).toMatchObject({
      planned: 1,
      ready: 0,
      skipped: { NO_PROVIDER: 1 },
    });
    const key = await sending.bulk(bodyTo('WP'));
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'SKIPPED NO_PROVIDER': 1 });
  });

  it.each([
    ['everybody', { sendToAll: true }, {}],
    ['a segment', { segment: 'young' }, {}],
  ])('A dry run forecasts the outcomes of the send that follows to %s', async (_, target, more) => {
    const body = { message: MESSAGE, target, ...more };
    const before = await dispatches();
    const rehearsed = await dryRun(body);
    expect(await dispatches()).toBe(before);
    expect(rehearsed.examined).toBe(rehearsed.planned);

    const key = await sending.bulk(body);
    await sending.drain();
    const { planned, settled } = await sending.dispatch(key);
    expect([rehearsed.planned, planned]).toEqual([settled, settled]);
    const { platforms } = rehearsed;
    const ready = platforms.reduce((sum, platform) => sum + platform.ready, 0);
    expect(await sending.ends(key)).toEqual({
      ...(ready > 0 && { SUCCESS: ready }),
      ...byReason(platforms, 'skipped', 'SKIPPED'),
      ...byReason(platforms, 'failed', 'FAILED'),
    });
    expect(platforms.map((platform) => platform.planned)).toEqual(await plannedOf(key));
    expect(rehearsed.samples.length).toBe(3);
    expect(JSON.stringify(rehearsed.samples)).toContain('Shoes in Izmir');
  });

  it('A dry run plans as many recipients as a limited send, which draws its own users', async () => {
    const body = { message: MESSAGE, target: { sendToAll: true }, ios: { limit: 10 } };
    const { platforms } = await dryRun(body);
    const key = await sending.bulk(body);
    await sending.drain();
    const planned = platforms.map((platform) => platform.planned);
    expect(planned).toEqual(await plannedOf(key));
    expect(planned[0]).toBe(10);
  });

  it('A dry run shows how long a campaign takes at its speed', async () => {
    const speed = { packageSize: 50, intervalMins: 5 };
    const { planned, expected } = await dryRun({ message: MESSAGE, target: { sendToAll: true }, speed });
    expect(expected).toEqual({ seconds: (Math.ceil(planned / 50) - 1) * 300, by: 'speed' });
  });

  it('A dry run counts no recipient of a paused account as ready, and gives the end of the pause', async () => {
    const accounts = sending.gateway.app.get(ProviderAccountService);
    const account = await accounts.findAccount(sending.gateway.appId, 'apns');
    if (!account) {
      throw new Error('There is no account');
    }
    const body = { message: MESSAGE, target: { sendToAll: true } };
    const select = async () => (await dryRun(body)).platforms.find(({ platform }) => platform === 'IOS');
    const before = await select();
    await accounts.pauseAccount(account, { code: '403', why: 'AUTH' });
    try {
      expect(await select()).toMatchObject({
        ready: 0,
        waiting: before?.ready,
        wait: { state: 'paused', why: 'AUTH', until: null },
        planned: before?.planned,
      });
    } finally {
      await accounts.resumeAccount(sending.gateway.appId, 'apns');
    }
    const after = await select();
    expect(after).toMatchObject({ ready: before?.ready, waiting: 0 });
    expect(after).not.toHaveProperty('wait');
  });

  it('A dry run of e-mails takes the rate limit of recipient domains into account', async () => {
    const { app } = sending.gateway;
    const apply = (channels: object) => app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
    const body = { message: { ...MESSAGE, platforms: ['EMAIL'] }, target: { sendToAll: true } };
    await apply({ smtp: { simulator: true, domainRatePerSecond: 2 } });
    try {
      const { platforms, expected } = await dryRun(body);
      expect(expected).toEqual({ seconds: Math.ceil((platforms[0]?.ready ?? 0) / 2), by: 'account' });
    } finally {
      await apply({ smtp: { simulator: true } });
    }
  });

  it('A dry run refuses a body that a send refuses', async () => {
    const hook = { name: 'undefined' };
    await expect(dryRun({ message: { ...MESSAGE, hook }, target: { sendToAll: true } })).rejects.toThrow('400');
    await expect(sending.bulk({ message: { ...MESSAGE, hook }, target: { sendToAll: true } })).rejects.toThrow('400');
    await expect(dryRun({ message: MESSAGE, target: { segment: 'unknown' } })).rejects.toThrow('400');
    await expect(dryRun({ message: MESSAGE })).rejects.toThrow('400');
  });
});

describe('targeting/explain', () => {
  const explain = (body: object) => sending.post<Record<string, unknown>>('targeting/explain', body);

  it('targeting/explain shows which clause of a target failed and by what value, with private values masked', async () => {
    const target = { profile: { age: 3, income: 5 }, event: { name: 'ProductViewEvent' } };
    expect(await explain({ extId: 'u3', target })).toEqual({
      target: {
        clause: 'and',
        matches: false,
        of: [
          { clause: 'profile', matches: true, wanted: { code: 'age', values: [3] }, found: 3 },
          { clause: 'profile', matches: false, wanted: { code: 'income', values: [5] }, found: '***' },
          expect.objectContaining({ clause: 'event', matches: false, found: { times: 0, inWindow: 0, last: null } }),
        ],
      },
    });
  });

  it('targeting/explain shows whether a segment has the user, and why', async () => {
    expect(await explain({ extId: 'u3', segment: 'young' })).toMatchObject({
      segment: { name: 'young', type: 'STANDARD', member: true, rule: { matches: true, found: 3 } },
    });
    expect(await explain({ extId: 'u4', segment: 'young' })).toMatchObject({ segment: { member: false } });
  });

  it('targeting/explain shows what keeps a notification from a user, and its results', async () => {
    const key = await sending.bulk({ message: MESSAGE, target: { profile: { age: [2, 3] } } });
    await sending.drain();
    const out = await explain({ extId: 'u2', notificationKey: key });
    expect(out).toMatchObject({
      notification: {
        target: { matches: true, found: 2 },
        outlook: [
          { platform: 'IOS', ready: 0, skipped: { CATEGORY_OPTED_OUT: 1 } },
          { platform: 'ANDROID', ready: 0, skipped: { CATEGORY_OPTED_OUT: 1 } },
          { platform: 'EMAIL', ready: 0, skipped: { NO_ADDRESS: 1 } },
          { platform: 'SMS', ready: 0, skipped: { NO_ADDRESS: 1 } },
        ],
        results: [
          { status: 'SKIPPED', reason: 'CATEGORY_OPTED_OUT' },
          { status: 'SKIPPED', reason: 'CATEGORY_OPTED_OUT' },
          { platform: 'EMAIL', status: 'SKIPPED', reason: 'NO_ADDRESS' },
          { platform: 'SMS', status: 'SKIPPED', reason: 'NO_ADDRESS' },
        ],
      },
    });
    expect(await explain({ extId: 'u12', notificationKey: key })).toMatchObject({
      notification: { outlook: expect.arrayContaining([expect.objectContaining({ platform: 'IOS', ready: 1 })]) },
    });
    expect(await explain({ extId: 'u11', notificationKey: key })).toMatchObject({
      notification: { target: { matches: false, found: 1 }, results: [] },
    });
  });

  it.each([
    [{ extId: 'u1' }],
    [{ extId: 'u1', segment: 'young', notificationKey: 1 }],
    [{ extId: 'u1', segment: 'old' }],
    [{ extId: 'nobody', segment: 'young' }],
    [{ extId: 'u1', notificationKey: 2_000_000_000 }],
    [{ extId: 'u1', target: { event: { name: 'unknown' } } }],
  ])('targeting/explain refuses %j', async (body) => {
    await expect(explain(body)).rejects.toThrow(/: 4\d\d /);
  });
});
