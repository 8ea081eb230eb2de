import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { startProxy, type Proxy } from '../../../test/support/processes/http-proxy.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

/** An application whose text messages go to the simulated Infobip, which reports to the gateway. */
let sending: Sending;
let proxy: Proxy;
let credentials: { callbackPassword: string };
let people = 0;
beforeAll(async () => {
  proxy = await startProxy(() => sending.gateway.base);
  sending = await startSending({ PUBLIC_URL: proxy.url });
  const channels = { sms: { provider: 'infobip', simulator: true } };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', prune: true, channels }, { dryRun: false });
  const account = await sending.gateway.app.get(ProviderAccountService).findAccount(sending.gateway.appId, 'sms');
  credentials = account?.credentials as typeof credentials;
});
afterAll(async () => {
  proxy.close();
  await sending.close();
});
beforeEach(() => sending.simulators.faults(1, []));

async function textSomebody(): Promise<{ msisdn: string; key: number }> {
  const msisdn = `+49151${String((people += 1)).padStart(8, '0')}`;
  await sending.post('registerUsers', [{ extId: msisdn, msisdn }]);
  const body = { target: { msisdn }, platforms: ['SMS'], title: 'Code', message: 'Your code is 17' };
  const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', body);
  await sending.drain();
  return { msisdn, key: notificationKey };
}

const receiptsOf = (key: number) =>
  expect.poll(() =>
    sending.gateway.fresh.db.rows(
      `SELECT p.kind, p.code FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1`,
      [key],
    ),
  );
const suppressed = async (msisdn: string) =>
  (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'sms', [msisdn])).get(msisdn);
const say = (from: string, text: string, secret: string) =>
  fetch(`${proxy.url}/callbacks/accounts/shop`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`infobip:${secret}`).toString('base64')}` },
    body: JSON.stringify({ results: [{ messageId: '1', from: from.slice(1), to: '15005550006', text }] }),
  });

describe('Infobip callbacks', () => {
  it('A delivery report of Infobip is stored beside the result of its message', async () => {
    const { key } = await textSomebody();
    await receiptsOf(key).toEqual([{ kind: 'delivered', code: '' }]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('A number whose owner blocked the sender is suppressed', async () => {
    const reason = 'EC_SC_BLOCKED_BY_END_USER';
    await sending.simulators.faults(1, [{ provider: 'infobip', share: 1, status: 400, reason, stage: 'report' }]);
    const { key, msisdn } = await textSomebody();
    await receiptsOf(key).toEqual([{ kind: 'undelivered', code: reason }]);
    expect(await suppressed(msisdn)).toBe('STOP');
  });

  it('A STOP reply counts only with the callback password', async () => {
    const { msisdn } = await textSomebody();
    expect((await say(msisdn, 'STOP', 'another-password')).status).toBe(403);
    expect(await suppressed(msisdn)).toBeUndefined();
    expect((await say(msisdn, 'Stop', credentials.callbackPassword)).status).toBe(200);
    expect(await suppressed(msisdn)).toBe('STOP');
  });
});
