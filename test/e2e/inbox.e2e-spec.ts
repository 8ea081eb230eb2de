import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboxPage } from '#libs/inbox';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { expectOk } from '../support/api-document/rest-client.js';
import { startStack, type Stack } from '../support/processes/stack.js';

const USERS = 600;
const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS', 'ANDROID'], inbox: true };

let database: EmptyDatabase;
let stack: Stack;

beforeAll(async () => {
  database = await emptyDatabase();
  // A lease that ends soon: the chunks of a killed worker are taken over within seconds.
  stack = await startStack({ databaseUrl: database.url, env: { LEASE_MS: '3000', SWEEP_MS: '500' } });
  for (let from = 0; from < USERS; from += 500) {
    const numbers = Array.from({ length: Math.min(500, USERS - from) }, (_, n) => from + n);
    await stack.rest.register(numbers.flatMap(devicesOf));
  }
});
afterAll(async () => {
  await stack.stop();
  await database.close();
});

const iosToken = (n: number): string => n.toString(16).padStart(64, '0');

/** A phone of each kind. */
function devicesOf(n: number): object[] {
  const extId = `user-${n}`;
  return [
    { extId, platform: 'IOS', deviceToken: iosToken(n) },
    { extId, platform: 'ANDROID', deviceToken: `f${String(n).padStart(21, '0')}:${'APA91b'.repeat(21)}${n}` },
  ];
}

async function inboxOf(extId: string, more: object = {}): Promise<InboxPage> {
  return expectOk(await stack.rest.post<InboxPage>('inbox/getAllInbox', { extId, status: 7, ...more }));
}

async function stored(notificationKey: number): Promise<{ messages: number; users: number }> {
  const row = await stack.db.row<{ messages: number; users: number }>(
    `SELECT count(*) AS messages, count(DISTINCT m.uid) AS users
       FROM inbox.message m JOIN inbox.content c ON c.app_id = m.app_id AND c.dispatch_id = m.dispatch_id
      WHERE c.app_id = $1 AND c.msg_id = $2`,
    [stack.appId, notificationKey],
  );
  return row ?? { messages: 0, users: 0 };
}

describe('Inbox', () => {
  it('A campaign leaves one inbox message for each user, despite two devices and a killed worker', async () => {
    await stack.simulators.faults(
      3,
      ['apns', 'fcm'].map((provider) => ({ provider, share: 1, latencyMs: 400 })),
    );
    const key = await stack.rest.sendBulk(MESSAGE);
    await expect
      .poll(async () => (await stack.simulators.counts())['apns']?.accepted, { timeout: 20_000, interval: 20 })
      .toBeGreaterThan(0);
    const victim = stack.children.find(({ name }) => name === 'worker');
    if (!victim) {
      throw new Error('No worker runs');
    }
    stack.children.splice(stack.children.indexOf(victim), 1);
    await victim.end('SIGKILL');
    await stack.startAnother('worker');
    const { stats } = await stack.rest.finished(key, 120_000);
    await stack.simulators.faults(3, []);
    expect(stats.map(({ platform, sent, failed }) => [platform, sent, failed])).toEqual([
      ['IOS', USERS, 0],
      ['ANDROID', USERS, 0],
    ]);
    const doubts = await stack.db.rows('SELECT FROM delivery.in_doubt WHERE app_id = $1', [stack.appId]);
    expect(doubts.length).toBeGreaterThan(0);
    expect(await stored(key)).toEqual({ messages: USERS, users: USERS });
    for (const n of [0, 1, 299, USERS - 1]) {
      const { msgs, cnts } = await inboxOf(`user-${n}`);
      expect(msgs).toMatchObject([{ msgId: key, title: 'Sale', message: MESSAGE.text, status: 'UNREAD' }]);
      expect(cnts).toEqual({ 1: 0, 2: 1, 4: 0 });
    }
  });

  it('The inbox keeps a message whose token is dead, and one that was not sent because push is off', async () => {
    await stack.rest.post('disablePush', { extId: 'user-1' });
    await stack.simulators.faults(5, [
      { provider: 'apns', token: iosToken(2), share: 1, status: 410, reason: 'Unregistered' },
    ]);
    const key = await stack.rest.sendBulk({ ...MESSAGE, platforms: ['IOS'], text: 'Second' });
    await stack.rest.finished(key, 60_000);
    await stack.simulators.faults(5, []);
    expect(await stored(key)).toEqual({ messages: USERS, users: USERS });
    expect((await inboxOf('user-1')).msgs.map(({ message }) => message)).toEqual(['Second', MESSAGE.text]);
    expect((await inboxOf('user-2')).msgs.map(({ message }) => message)).toEqual(['Second', MESSAGE.text]);
  });

  it('The inbox stays empty for a message that is not for the inbox', async () => {
    const key = await stack.rest.sendBulk({ ...MESSAGE, inbox: false, text: 'Gone once seen' });
    await stack.rest.finished(key, 60_000);
    expect(await stored(key)).toEqual({ messages: 0, users: 0 });
  });

  it('The inbox shows the personal text and link of a transactional send, also to the device', async () => {
    const { notificationKey } = expectOk(
      await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', {
        title: 'Order',
        message: 'Your order',
        personalizedMessage: 'Order @{order} is on its way',
        platforms: ['IOS', 'ANDROID'],
        click: { deeplink: 'shop://orders/@{order}' },
      }),
    );
    expectOk(
      await stack.rest.post('sendNotification', {
        notificationKey: String(notificationKey),
        target: { extId: 'user-7' },
        message: { inbox: true, params: { order: 'A17' }, customJson: { track: 1 } },
      }),
    );
    await expect.poll(async () => (await stored(notificationKey)).messages, { timeout: 20_000 }).toBe(1);
    const device = { platform: 'IOS', token: iosToken(7), extId: 'user-7' };
    const proof = expectOk(await stack.rest.sdk<{ installationId: string; secret: string }>('installations', device));
    const { msgs } = expectOk(
      await stack.rest.sdk<InboxPage>('inbox/getAllInbox', { ...proof, status: 2, numberOfNotification: 1 }),
    );
    const piid = msgs[0]?.pushInstanceId;
    expect(expectOk(await stack.rest.get(`inbox/get?piid=${piid}`))).toMatchObject({
      msgId: notificationKey,
      extID: 'user-7',
      title: 'Order',
      message: 'Order A17 is on its way',
      personalizedMsg: 'Order A17 is on its way',
      deeplink: 'shop://orders/A17',
      customParams: { track: 1 },
      status: 'UNREAD',
    });
    expectOk(await stack.rest.sdk('inbox/statusChange', { ...proof, piids: [piid], st: 1 }));
    expect((await inboxOf('user-7', { status: 1 })).msgs).toMatchObject([{ pushInstanceId: piid, status: 'READ' }]);
  });
});
