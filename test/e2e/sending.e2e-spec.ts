import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { backends } from '../support/processes/backends.js';

const PUSH = ['IOS', 'ANDROID', 'CHROME'];
const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', iconUrl: 'https://example.com/i.png' };
/** Recipients of the campaigns that are steered while they are sent. */
const RECIPIENTS = 3000;
const MANY = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['ANDROID'] };
const EVERYBODY = { sendToAll: true };

describe.each(backends())('The whole product, queue on $name', (backend) => {
  let database: EmptyDatabase;
  let stack: Stack;

  beforeAll(async () => {
    database = await emptyDatabase();
    stack = await startStack({ databaseUrl: database.url, workers: 2, env: await backend.env() });
    for (const platform of ['IOS', 'ANDROID', 'CHROME', 'EMAIL', 'SMS'] as const) {
      await stack.rest.register(await reachableUsers(stack.simulators, platform, 120));
    }
  });

  afterAll(async () => {
    await stack.stop();
    await backend.close();
    await database.close();
  });

  it('A campaign is delivered on every channel, and statistics, results and receipts agree', async () => {
    await stack.simulators.clear();
    const key = await stack.rest.sendBulk({ ...MESSAGE, platforms: [...PUSH, 'EMAIL', 'SMS'] });
    const { stats } = await stack.rest.finished(key, 60_000);
    expect(stats.map(({ platform, sent, failed }) => [platform, sent, failed])).toEqual(
      ['IOS', 'ANDROID', 'CHROME', 'EMAIL', 'SMS'].map((platform) => [platform, 120, 0]),
    );
    const results = await stack.rest.results(key);
    expect(results).toHaveLength(600);
    expect(new Set(results.map(({ extId }) => extId)).size).toBe(600);
    expect(results[0]).toMatchObject({ status: 'SUCCESS', msgTitle: MESSAGE.title, msgText: MESSAGE.text });
    for (const provider of ['apns', 'fcm', 'webpush', 'smtp', 'sms']) {
      expect((await stack.simulators.counts())[provider], provider).toEqual({
        accepted: 120,
        rejected: 0,
        distinct: 120,
      });
    }
    const [push] = await stack.simulators.deliveries('provider=apns&limit=1');
    expect(push?.payload).toMatchObject({ body: { aps: { alert: { body: MESSAGE.text } } } });
  });

  it('A campaign reaches exactly the users that a target of tags and attributes names', async () => {
    await stack.rest.post('tagUsers', { tag: 'vip', extIds: ['ios-1', 'ios-2', 'android-3'] });
    await stack.rest.post('setProfileAttributes', [{ extId: 'ios-2', profile: { age: 34 } }]);
    const key = await stack.rest.sendBulk({ ...MESSAGE, platforms: PUSH }, { tag: 'vip', profile: { age: 34 } });
    await stack.rest.finished(key, 30_000);
    expect((await stack.rest.results(key)).map(({ extId }) => extId)).toEqual(['ios-2']);
    const remaining = await stack.rest.sendBulk({ ...MESSAGE, platforms: ['ANDROID'] }, { tag: { $not: ['vip'] } });
    expect((await stack.rest.finished(remaining, 30_000)).stats).toMatchObject([{ platform: 'ANDROID', sent: 119 }]);
  });

  it('sendNotification sends a definition to extIds and tokens with their parameters', async () => {
    const definition = await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'Your order',
      personalizedMessage: 'Order @{order} for @{who}',
      platforms: ['IOS', 'ANDROID'],
    });
    const key = definition.body.notificationKey;
    await stack.simulators.clear();
    const answer = await stack.rest.post('sendNotification', [
      {
        notificationKey: String(key),
        target: { extId: ['ios-5', 'nobody'] },
        message: { params: { order: 'A1', who: 'Ann' } },
      },
      {
        notificationKey: String(key),
        target: { deviceToken: '6'.padStart(64, '0') },
        message: { params: { order: 'B2', who: 'Bob' } },
      },
    ]);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    await expect.poll(async () => (await stack.rest.results(key)).length, { timeout: 20_000 }).toBe(2);
    const texts = (await stack.simulators.deliveries('provider=apns')).map(({ payload }) => JSON.stringify(payload));
    expect(texts.filter((text) => text.includes('Order A1 for Ann'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Order B2 for Bob'))).toHaveLength(1);
    const [first] = (await stack.rest.get<{ list: { extId: string }[] }>('getPushResult?extId=ios-5&max=1')).body.list;
    expect(first?.extId).toBe('ios-5');
  });

  it('A click is counted once per recipient, and only from the installation that got the push', async () => {
    const device = { platform: 'IOS', token: 'c'.repeat(64), extId: 'clicker' };
    const first = (await stack.rest.sdk<{ installationId: string; secret: string }>('installations', device)).body;
    const second = (
      await stack.rest.sdk<{ installationId: string; secret: string }>('installations', { platform: 'IOS' })
    ).body;
    const definition = await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Tap me',
      message: 'Tap me',
      platforms: ['IOS'],
    });
    const key = definition.body.notificationKey;
    await stack.rest.post('sendNotification', { notificationKey: String(key), target: { extId: 'clicker' } });
    await expect.poll(async () => (await stack.rest.results(key)).length, { timeout: 20_000 }).toBe(1);
    const [push] = await stack.simulators.deliveries(`provider=apns&token=${device.token}`);
    const messageId = push?.messageId;
    expect((await stack.rest.sdk('push/clicked', { ...second, messageId })).status).toBe(400);
    expect((await stack.rest.sdk('push/clicked', { ...first, secret: 'wrong', messageId })).status).toBe(403);
    for (let tap = 0; tap < 2; tap++) {
      expect((await stack.rest.sdk('push/clicked', { ...first, messageId })).status).toBe(200);
    }
    expect((await stack.rest.stats(key)).stats).toEqual([{ platform: 'IOS', sent: 1, failed: 0, clicked: 1 }]);
    await stack.rest.post('disablePush', { extId: 'clicker' });
  });

  it('A campaign leaves out users who opted out, and retires a dead token with its reason', async () => {
    await stack.rest.post('disablePush', { extId: 'ios-7' });
    await stack.simulators.faults(1, [
      { provider: 'apns', token: '8'.padStart(64, '0'), share: 1, status: 410, reason: 'Unregistered' },
    ]);
    const key = await stack.rest.sendBulk({ ...MESSAGE, platforms: ['IOS'] });
    expect((await stack.rest.finished(key, 30_000)).stats).toEqual([
      { platform: 'IOS', sent: 118, failed: 1, clicked: 0 },
    ]);
    const failed = (await stack.rest.results(key)).filter(({ status }) => status === 'FAILED');
    expect(failed).toMatchObject([{ extId: 'ios-8', errorCode: 'Unregistered', errorMsg: 'INVALID_TOKEN' }]);
    await stack.simulators.faults(1, []);
    const again = await stack.rest.sendBulk({ ...MESSAGE, platforms: ['IOS'] });
    expect((await stack.rest.finished(again, 30_000)).stats).toMatchObject([{ sent: 118, failed: 0 }]);
  });

  it('A campaign leaves out users who opted out of the category of the message', async () => {
    const choice = (enable: boolean): object[] => [{ extId: 'ios-9', category: 'News', enable }];
    expect((await stack.rest.post('setCategoryPreferences', choice(false))).status).toBe(200);
    const send = async (categories: string[]): Promise<unknown> =>
      (await stack.rest.finished(await stack.rest.sendBulk({ ...MESSAGE, platforms: ['IOS'], categories }), 30_000))
        .stats;
    expect(await send(['News'])).toMatchObject([{ sent: 117, failed: 0 }]);
    expect(await send([])).toMatchObject([{ sent: 118, failed: 0 }]);
    await stack.rest.post('setCategoryPreferences', choice(true));
    expect(await send(['News'])).toMatchObject([{ sent: 118, failed: 0 }]);
  });

  it('A refused push is retried, a cut push is repeated under its id, and an e-mail of unknown fate is given up', async () => {
    await stack.simulators.clear();
    await stack.simulators.faults(7, [
      { provider: 'apns', share: 0.1, status: 503, reason: 'ServiceUnavailable', times: 1 },
      { provider: 'apns', share: 0.05, fault: 'reset', when: 'after', times: 1 },
      { provider: 'smtp', token: 'user3@example.com', share: 1, fault: 'reset', when: 'after' },
    ]);
    const key = await stack.rest.sendBulk({ ...MESSAGE, platforms: ['IOS', 'EMAIL'] });
    const { stats } = await stack.rest.finished(key, 90_000);
    expect(stats).toEqual([
      { platform: 'IOS', sent: 118, failed: 0, clicked: 0 },
      { platform: 'EMAIL', sent: 119, failed: 1, clicked: 0 },
    ]);
    const failed = (await stack.rest.results(key)).filter(({ status }) => status === 'FAILED');
    expect(failed).toMatchObject([{ extId: 'email-3', errorMsg: 'IN_DOUBT' }]);
    await stack.simulators.faults(7, []);
  });

  describe('Campaign control', () => {
    beforeAll(async () => {
      await stack.rest.register(await reachableUsers(stack.simulators, 'ANDROID', RECIPIENTS));
      await stack.simulators.clear();
    });

    const accepted = async () => (await stack.simulators.counts())['fcm']?.accepted ?? 0;
    const steer = async (operation: string, key: number) =>
      (await stack.rest.post(operation, [{ messageId: key }])).status;
    const inFlight = async () =>
      (
        await stack.db.row<{ n: number }>(
          'SELECT count(*) AS n FROM delivery.chunk WHERE intent IS NOT NULL AND state = 0',
        )
      )?.n;
    const ends = async (key: number) =>
      stack.db.rows<{ status: number; reason: string | null; n: number }>(
        `SELECT r.status, r.reason, count(*) AS n FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
          WHERE d.notification_key = $1 GROUP BY r.status, r.reason ORDER BY r.status`,
        [key],
      );

    it('Pause, resume and stop of a campaign are exact while two workers send', async () => {
      await stack.simulators.faults(1, [{ provider: 'fcm', share: 1, latencyMs: 300 }]);
      const key = await stack.rest.sendBulk(MANY, EVERYBODY);
      await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(0);
      expect(await steer('pauseNotification', key)).toBe(200);
      await expect.poll(inFlight, { timeout: 30_000 }).toBe(0);
      const paused = await accepted();
      expect(paused).toBeLessThan(RECIPIENTS);
      // Long enough for several runs of recovery, each of which would enqueue chunks that are not held.
      await new Promise((done) => setTimeout(done, 3000));
      expect(await accepted()).toBe(paused);
      expect(await steer('resumeNotification', key)).toBe(200);
      await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(paused);
      expect(await steer('stopNotification', key)).toBe(200);
      const state = async () =>
        (
          await stack.db.row<{ state: number }>('SELECT state FROM delivery.dispatch WHERE notification_key = $1', [
            key,
          ])
        )?.state;
      await expect.poll(state, { timeout: 60_000 }).toBe(4);
      const sent = await accepted();
      expect(sent).toBeLessThan(RECIPIENTS);
      expect(await ends(key)).toEqual([
        { status: 1, reason: null, n: sent },
        { status: 3, reason: 'STOPPED', n: RECIPIENTS - sent },
      ]);
      expect(await stack.simulators.duplicates()).toEqual([]);
      expect(await stack.rest.stats(key)).toMatchObject({ status: 'FINISHED', stats: [{ platform: 'ANDROID', sent }] });
    });

    it('A campaign with a speed sends one package, and the webhook gets its results', async () => {
      await stack.simulators.faults(1, []);
      await stack.simulators.clear();
      const key = await stack.rest.sendBulk(
        {
          ...MANY,
          speed: { intervalMins: 60, packageSize: 700 },
          hook: { name: 'crm', params: { campaign: 'spring' } },
        },
        EVERYBODY,
      );
      await expect.poll(accepted, { timeout: 30_000 }).toBe(700);
      const reported = async () => {
        const answer = await fetch(`${stack.simulators.base}/hook-calls`);
        const { calls } = (await answer.json()) as { calls: { body: string }[] };
        return calls.flatMap(
          ({ body }) => (JSON.parse(body) as { data: { results: { extId: string }[] } }).data.results,
        );
      };
      await expect.poll(async () => (await reported()).length, { timeout: 30_000 }).toBe(700);
      expect(new Set((await reported()).map(({ extId }) => extId)).size).toBe(700);
      expect((await stack.rest.stats(key)).status).toBe('SENDING');
      expect(await accepted()).toBe(700);
      expect((await stack.rest.post('changeSpeed', [{ messageId: key }])).status).toBe(200);
      await stack.rest.finished(key, 60_000);
      expect(await accepted()).toBe(RECIPIENTS);
      expect(await stack.simulators.duplicates()).toEqual([]);
    });
  });
});
