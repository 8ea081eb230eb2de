import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { startProxy, type Proxy } from '../../../test/support/processes/http-proxy.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

/** An application whose e-mails go by a service of its own, and which has devices of Huawei. */
let sending: Sending;
let proxy: Proxy;
let people = 0;
beforeAll(async () => {
  proxy = await startProxy(() => sending.gateway.base);
  sending = await startSending({ PUBLIC_URL: proxy.url });
  const channels = { smtp: { provider: 'http', simulator: true }, hms: { simulator: true } };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', prune: true, channels }, { dryRun: false });
});
afterAll(async () => {
  proxy.close();
  await sending.close();
});
beforeEach(() => sending.simulators.faults(1, []));

const report = (provider: string, reason: string): Promise<unknown> =>
  sending.simulators.faults(1, [{ provider, share: 1, status: 400, reason, stage: 'report' }]);
const receiptsOf = (key: number) =>
  expect.poll(() =>
    sending.gateway.fresh.db.rows(
      `SELECT p.kind, p.code FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1`,
      [key],
    ),
  );

describe('E-mail by an HTTP mail service', () => {
  const mailSomebody = async (): Promise<{ email: string; key: number }> => {
    const email = `somebody-${(people += 1)}@example.com`;
    await sending.post('registerUsers', [{ extId: email, email }]);
    const body = { target: { email }, platforms: ['EMAIL'], title: 'Code', message: 'Your code is 17' };
    const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', body);
    await sending.drain();
    return { email, key: notificationKey };
  };
  const suppressed = async (email: string) =>
    (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'email', [email])).get(email);

  it('The delivery of an e-mail is reported to the callback address in its request', async () => {
    const { key, email } = await mailSomebody();
    await receiptsOf(key).toEqual([{ kind: 'delivered', code: '' }]);
    expect(await suppressed(email)).toBeUndefined();
  });

  it.each([
    ['dead', 'undelivered', 'HARD_BOUNCE'],
    ['full', 'undelivered', undefined],
    ['complaint', 'complaint', 'COMPLAINT'],
  ])('An e-mail reported as %s gets a receipt %s and the suppression %s', async (reason, kind, listed) => {
    await report('http', reason);
    const { key, email } = await mailSomebody();
    await receiptsOf(key).toEqual([{ kind, code: reason }]);
    expect(await suppressed(email)).toBe(listed);
  });
});

describe('Push to a Huawei device', () => {
  const pushSomebody = async (): Promise<{ token: string; key: number }> => {
    const token = `IQAAAACy${String((people += 1)).padStart(24, '0')}`;
    await sending.post('registerUsers', [{ extId: token, platform: 'HUAWEI', deviceToken: token, tags: [token] }]);
    const message = { title: 'Sale', text: 'Today', platforms: ['HUAWEI'] };
    const key = await sending.bulk({ message, target: { tag: token } });
    await sending.drain();
    return { token, key };
  };

  it('A push to a Huawei device gets a receipt from the simulated Push Kit', async () => {
    const { key } = await pushSomebody();
    await receiptsOf(key).toEqual([{ kind: 'delivered', code: '' }]);
  });

  it('A Huawei token is retired when the receipt reports that the app was removed', async () => {
    await report('hms', '2');
    const { key, token } = await pushSomebody();
    await receiptsOf(key).toEqual([{ kind: 'undelivered', code: '2' }]);
    const retired = await sending.gateway.fresh.db.rows(
      'SELECT retired_reason AS reason FROM users.installation WHERE token = $1',
      [token],
    );
    expect(retired).toEqual([{ reason: 'INVALID_TOKEN' }]);
  });
});
