import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const COUNT = 60;
const CONTENT = {
  title: 'Spring sale',
  platforms: ['HUAWEI'],
  customJson: { basket: 7 },
  android: { title: 'Sale', subtitle: 'today', mediaUrl: 'https://example.com/i.png' },
  click: { deeplink: 'shop://basket' },
};
/** The form that definitions have. */
const DEFINITION = { ...CONTENT, message: 'Hello', personalizedMessage: 'Hello @{name}' };

let sending: Sending;
let users: { extId: string; deviceToken: string }[];
beforeAll(async () => {
  sending = await startSending();
  const channels = { hms: { simulator: true } };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  users = (await reachableUsers(sending.simulators, 'HUAWEI', COUNT)) as typeof users;
  await sending.post('registerUsers', users);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

function tokenOf(index: number): string {
  return users[index]?.deviceToken ?? '';
}

async function define(): Promise<string> {
  const body = await sending.post<{ notificationKey: number }>('createNotificationDefinition', DEFINITION);
  return String(body.notificationKey);
}

async function retired(): Promise<{ token: string; reason: string }[]> {
  return sending.gateway.fresh.db.rows<{ token: string; reason: string }>(
    `SELECT token, retired_reason AS reason FROM users.installation
      WHERE app_id = $1 AND retired_at IS NOT NULL ORDER BY token`,
    [sending.gateway.appId],
  );
}

describe('Devices of Huawei', () => {
  it('Huawei devices get a campaign once each, dead tokens are retired and temporary errors are retried', async () => {
    await sending.simulators.faults(1, [
      { provider: 'hms', share: 1, token: tokenOf(3), status: 200, reason: '80300007' },
      { provider: 'hms', share: 1, token: tokenOf(5), status: 200, reason: '80100000' },
      { provider: 'hms', share: 1, token: tokenOf(8), status: 200, reason: '81000001', times: 1 },
      { provider: 'hms', share: 1, token: tokenOf(9), fault: 'reset', when: 'after', times: 1 },
    ]);
    const key = await sending.bulk({ message: { ...CONTENT, text: 'Hello' }, target: { sendToAll: true } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT - 4, 'FAILED INVALID_TOKEN': 2 });
    await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT - 2, 'FAILED INVALID_TOKEN': 2 });
    expect(await retired()).toEqual([
      { token: tokenOf(3), reason: 'INVALID_TOKEN' },
      { token: tokenOf(5), reason: 'INVALID_TOKEN' },
    ]);
    // A message cut off behind its delivery goes again under the same id, and replaces the notification.
    expect(await sending.simulators.counts()).toMatchObject({ hms: { accepted: COUNT - 1, distinct: COUNT - 2 } });
  });

  it('A Huawei device gets a transactional message with the content and options of the message', async () => {
    const notificationKey = await define();
    const target = { extId: users[0]?.extId };
    await sending.post('sendNotification', {
      notificationKey,
      target,
      message: { params: { name: 'Ada' }, ttl: '1m' },
    });
    await sending.drain();
    const deliveries = await sending.simulators.deliveries('provider=hms');
    expect(deliveries.map(({ token }) => token)).toEqual([tokenOf(0)]);
    const [{ payload, messageId } = { payload: {}, messageId: '' }] = deliveries;
    const { message } = payload as { message: { data: string; android: Record<string, never>; token: string[] } };
    expect(message.token).toEqual([tokenOf(0)]);
    expect(JSON.parse(message.data)).toEqual({
      deeplink: 'shop://basket',
      mediaUrl: 'https://example.com/i.png',
      customJson: { basket: 7 },
      subText: 'today',
      heraldId: messageId,
    });
    expect(message.android).toMatchObject({
      ttl: expect.stringMatching(/^\d+s$/) as string,
      bi_tag: messageId,
      notification: {
        title: 'Sale',
        body: 'Hello Ada',
        notify_summary: 'today',
        image: 'https://example.com/i.png',
        click_action: { type: 3 },
      },
    });
  });

  it('A Huawei device without the app is recognised by a receipt with a valid signature', async () => {
    const before = await retired();
    const notificationKey = await define();
    const target = { extId: [11, 12, 13].map((index) => users[index]?.extId) };
    await sending.post('sendNotification', { notificationKey, target });
    await sending.drain();
    const deliveries = await sending.simulators.deliveries('provider=hms');
    const statuses = deliveries.map(({ messageId, token }) => ({
      biTag: messageId,
      token,
      status: { [tokenOf(11)]: 2, [tokenOf(12)]: 6 }[token] ?? 0,
    }));
    expect(await post({ statuses }, 'nobody')).toBe(403);
    expect(await post({ statuses }, 'herald')).toBe(200);
    expect(await post({ statuses: [...statuses, { biTag: 'x', token: 'y', status: 2 }] }, 'herald')).toBe(200);
    expect(
      await sending.gateway.fresh.db.rows<{ kind: string; code: string }>(
        `SELECT p.kind, p.code FROM delivery.provider_receipt AS p JOIN delivery.dispatch AS d USING (dispatch_id)
          WHERE p.app_id = $1 AND p.channel = $2 AND d.notification_key = $3 ORDER BY p.code`,
        [sending.gateway.appId, CHANNELS.hms, notificationKey],
      ),
    ).toEqual([
      { kind: 'delivered', code: '' },
      { kind: 'undelivered', code: '2' },
      { kind: 'undelivered', code: '6' },
    ]);
    expect((await retired()).filter(({ token }) => !before.some((entry) => entry.token === token))).toEqual([
      { token: tokenOf(11), reason: 'INVALID_TOKEN' },
    ]);
  });
});

/** Posts receipts as Huawei does, signed for a user name. @returns the status of the answer */
async function post(body: object, user: string): Promise<number> {
  const account = await sending.gateway.app.get(ProviderAccountService).findAccount(sending.gateway.appId, 'hms');
  const { receiptSecret = '' } = (account?.credentials ?? {}) as { receiptSecret?: string };
  const [timestamp, nonce] = [Date.now(), randomUUID()];
  const value = createHmac('sha256', receiptSecret).update(`${timestamp}${nonce}${user}`).digest('base64');
  const headers = { 'x-huawei-callback-id': `timestamp=${timestamp}; nonce=${nonce}; value=${value}` };
  return (await sending.gateway.call('/callbacks/accounts/shop', { key: null, body, headers })).status;
}
