import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
let keys: { p256dh: string; auth: string } | undefined;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('js', { kind: 'js' });
  [{ keys } = { keys: undefined }] = await sending.simulators.subscriptions(1);
});
afterAll(() => sending.close());

const subscriptionAt = (endpoint: string): string => JSON.stringify({ endpoint, keys });

async function countRows(): Promise<unknown> {
  return sending.gateway.fresh.db.row(
    `SELECT (SELECT count(*) FROM users.installation) AS installations, (SELECT count(*) FROM users.app_user) AS users`,
  );
}

describe('Endpoint of an attacker', () => {
  it.each(['https://hang.example.com/1', 'https://fcm.googleapis.com.example.com:8443/1', 'https://1.1.1.1/1'])(
    'The endpoint of an attacker is refused with its origin, and nothing changes: %s',
    async (endpoint) => {
      const before = await countRows();
      const token = subscriptionAt(endpoint);
      const fromPage = await sending.gateway.call('/sdk/1.0/installations', {
        body: { platform: 'CHROME', token, extId: 'a' },
        key: 'js',
      });
      const fromServer = await sending.gateway.call('/rest/3.0/registerUsers', {
        body: [{ extId: 'a', platform: 'CHROME', deviceToken: token }],
      });
      for (const { status, text } of [fromPage, fromServer]) {
        expect(status).toBe(400);
        expect(text).toContain('2004');
        expect(text).toContain(new URL(endpoint).origin);
      }
      expect(await countRows()).toEqual(before);
    },
  );

  it('Endpoints of browsers and of the simulator are accepted', async () => {
    const endpoints = ['https://fcm.googleapis.com/fcm/send/a', 'https://updates.push.services.mozilla.com/wpush/v2/a'];
    for (const endpoint of endpoints) {
      const body = [{ extId: 'b', platform: 'CHROME', deviceToken: subscriptionAt(endpoint) }];
      expect((await sending.gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
    }
    const [simulated] = await sending.simulators.subscriptions(1);
    const body = [{ extId: 'b', platform: 'CHROME', deviceToken: JSON.stringify(simulated) }];
    expect((await sending.gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
  });
});
