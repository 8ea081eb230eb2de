import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProviderAccountService } from '#libs/tenancy';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { SuppressionService } from '#libs/users/consent';
import { startProxy, type Proxy } from '../../../test/support/processes/http-proxy.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

let sending: Sending;
let proxy: Proxy;
let publicUrl = '';
let credentials: { accountSid: string; authToken: string };
beforeAll(async () => {
  proxy = await startProxy(() => sending.gateway.base);
  publicUrl = proxy.url;
  sending = await startSending({ PUBLIC_URL: `${publicUrl}/` });
  const account = await sending.gateway.app.get(ProviderAccountService).findAccount(sending.gateway.appId, 'sms');
  credentials = account?.credentials as typeof credentials;
});
afterAll(async () => {
  proxy.close();
  await sending.close();
});
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

let people = 0;
/** Makes a new user, who was sent an SMS. */
async function texted(msisdn = `+49151${String((people += 1)).padStart(8, '0')}`): Promise<Texted> {
  await sending.post('registerUsers', [{ extId: msisdn, msisdn }]);
  const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', {
    target: { msisdn },
    platforms: ['SMS'],
    title: 'Code',
    message: 'Your code is 17',
  });
  await sending.drain();
  const [sent] = await sending.simulators.deliveries(`provider=sms&token=${encodeURIComponent(msisdn)}&limit=1000`);
  if (!sent) {
    throw new Error(`No SMS came to ${msisdn}`);
  }
  const { StatusCallback } = sent.payload as { StatusCallback: string };
  return { msisdn, url: StatusCallback, notificationKey };
}
interface Texted {
  msisdn: string;
  url: string;
  notificationKey: number;
}

const suppressed = async (msisdn: string) =>
  (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'sms', [msisdn])).get(msisdn);
const wantsSms = async (msisdn: string) => {
  const users = sending.gateway.app.get(UserLookupService);
  const uids = await users.findUidsByExtIds(sending.gateway.appId, [msisdn]);
  const recipients = await sending.gateway.app
    .get(RecipientService)
    .findRecipientsByUser(sending.gateway.appId, [...uids.values()], {
      withProfile: false,
    });
  return recipients[0]?.smsOptIn;
};
const receipts = (key: number) =>
  sending.gateway.fresh.db.rows<{ kind: string; code: string; raw: string }>(
    `SELECT p.kind, p.code, p.raw FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.notification_key = $1 ORDER BY p.kind, p.code`,
    [key],
  );
async function receiptsOf(key: number): ReturnType<typeof receipts> {
  for (let left = 100; left > 0; left--) {
    const stored = await receipts(key);
    if (stored.length > 0) {
      return stored;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [];
}

/** A request as Twilio makes it. */
async function call(
  url: string,
  form: Record<string, string>,
  changes: Record<string, string> = {},
): Promise<Response> {
  const fields = { AccountSid: credentials.accountSid, ...form };
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}${fields[name as keyof typeof fields]}`)
    .join('');
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', credentials.authToken)
        .update(url + text)
        .digest('base64'),
      ...changes,
    },
    body: new URLSearchParams(fields),
  });
}

describe('Status callbacks of Twilio', () => {
  it('Status callbacks of the simulated Twilio arrive through a proxy and leave the result unchanged', async () => {
    const { url, notificationKey, msisdn } = await texted();
    expect(url).toMatch(new RegExp(`^${publicUrl}/callbacks/sms/[0-9A-Za-z]{15,40}$`));
    expect(await receiptsOf(notificationKey)).toEqual([{ kind: 'delivered', code: '', raw: '' }]);
    expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
    expect(await suppressed(msisdn)).toBeUndefined();
  });

  it.each([
    ['30003', 'UNREACHABLE', undefined],
    ['30007', 'REFUSED', undefined],
    ['30008', 'UNREACHABLE', undefined],
    ['30036', 'EXPIRED', undefined],
    ['21610', 'OPTED_OUT', 'STOP'],
    ['21614', 'INVALID_ADDRESS', 'INVALID_ADDRESS'],
  ])(
    'A status callback with error %s is stored as %s, and the number gets the suppression %s',
    async (code, reason, listed) => {
      await sending.simulators.faults(1, [{ provider: 'sms', share: 1, status: 400, reason: code, stage: 'report' }]);
      const { notificationKey, msisdn } = await texted();
      expect(await receiptsOf(notificationKey)).toEqual([{ kind: 'undelivered', code, raw: reason }]);
      expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
      expect(await suppressed(msisdn)).toBe(listed);
    },
  );

  it('Status callbacks that report an unknown number or a landline suppress the number the second time', async () => {
    await sending.simulators.faults(1, [
      { provider: 'sms', share: 1, status: 400, reason: '30005', stage: 'report', times: 1 },
      { provider: 'sms', share: 1, status: 400, reason: '30006', stage: 'report' },
    ]);
    const first = await texted();
    await receiptsOf(first.notificationKey);
    expect(await suppressed(first.msisdn)).toBeUndefined();
    const second = await texted(first.msisdn);
    expect(await receiptsOf(second.notificationKey)).toMatchObject([{ code: '30006' }]);
    expect(await suppressed(first.msisdn)).toBe('INVALID_ADDRESS');
  });

  it('A status callback is stored once, however often it is sent', async () => {
    const { url, notificationKey, msisdn } = await texted();
    const form = { MessageStatus: 'undelivered', ErrorCode: '30003', To: msisdn, MessageSid: 'SM1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(url, form)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204));
    expect((await receipts(notificationKey)).filter(({ code }) => code === '30003')).toHaveLength(1);
  });

  it('Status callbacks change nothing without a signature of the account over the sent content', async () => {
    const { url, notificationKey, msisdn } = await texted();
    await receiptsOf(notificationKey);
    const form = { MessageStatus: 'failed', ErrorCode: '21610', To: msisdn };
    const token = url.slice(url.lastIndexOf('/') + 1);
    const forgedUrl = url.slice(0, -token.length) + token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    for (const [target, fields, headers] of [
      [url, form, { 'x-twilio-signature': '' }],
      [url, form, { 'x-twilio-signature': 'A'.repeat(28) }],
      [url, { ...form, AccountSid: 'ACother' }, {}],
      [forgedUrl, form, {}],
      [url, form, { 'content-type': 'application/json' }],
      [url, { ...form, More: 'x'.repeat(70_000) }, {}],
    ] as const) {
      const answer = await call(target, fields, headers);
      expect(answer.status).toBe(403);
    }
    expect(await suppressed(msisdn)).toBeUndefined();
    expect((await call(url, form)).status).toBe(204);
    expect(await suppressed(msisdn)).toBe('STOP');
  });
});

describe('Replies to text messages', () => {
  const inbound = () => `${publicUrl}/callbacks/sms-inbound/shop`;
  const say = (msisdn: string, Body: string) => call(inbound(), { From: msisdn, To: '+15005550006', Body });

  it('STOP suppresses a number, START ends the suppression, and Twilio sends no reply', async () => {
    const { msisdn } = await texted();
    const answer = await say(msisdn, 'Stop');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/xml/);
    expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
    expect([await suppressed(msisdn), await wantsSms(msisdn)]).toEqual(['STOP', false]);
    await sending.simulators.clear();
    await expect(texted(msisdn)).rejects.toThrow();
    await say(msisdn, 'please start');
    expect(await suppressed(msisdn)).toBe('STOP');
    await say(msisdn, 'START');
    expect([await suppressed(msisdn), await wantsSms(msisdn)]).toEqual([undefined, true]);
    expect((await texted(msisdn)).url).toContain(publicUrl);
  });

  it.each(['opt out', 'STOP ALL', 'STOP,', 'STOP🙏', 'RED', 'Baja, por favor', '退订'])(
    'The reply %j suppresses the number',
    async (words) => {
      const { msisdn } = await texted();
      await say(msisdn, words);
      expect([await suppressed(msisdn), await wantsSms(msisdn)]).toEqual(['STOP', false]);
      await say(msisdn, 'START');
    },
  );

  it('A STOP from the simulated Twilio suppresses a number without a user', async () => {
    await texted();
    const stop = { url: inbound(), from: '+4915199999999', to: '+15005550006', body: 'ARRÊT' };
    expect(await sending.simulators.inboundSms(stop)).toEqual({ status: 200 });
    expect(await suppressed('+4915199999999')).toBe('STOP');
  });

  it('A reply is ignored without a signature, for another application, or when it is no command', async () => {
    const { msisdn } = await texted();
    const form = { From: msisdn, To: '+15005550006', Body: 'STOP' };
    expect((await call(inbound(), form, { 'x-twilio-signature': 'x' })).status).toBe(403);
    expect((await call(`${publicUrl}/callbacks/sms-inbound/nobody`, form)).status).toBe(403);
    expect((await say(msisdn, 'Do not stop')).status).toBe(200);
    expect((await say(msisdn, 'HELP')).status).toBe(200);
    expect([await suppressed(msisdn), await wantsSms(msisdn)]).toEqual([undefined, true]);
  });
});
