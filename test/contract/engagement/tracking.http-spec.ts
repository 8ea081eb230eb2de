import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMessageId } from '#libs/delivery';
import { ProviderCallbackService } from '#libs/delivery/engagement';
import { EngagementService } from '#libs/reporting';
import { ApplyService } from '#libs/tenancy';
import { freePort } from '#platform/embedded';
import { findTraces } from '../../support/database/traces.js';
import { startSending, type Sending } from '../../support/contract/sending.js';
import type { LoggedMail } from '../../support/processes/simulator-client.js';

let sending: Sending;
let people = 0;
beforeAll(async () => {
  // Links of simulated accounts lead to the port that the settings name.
  sending = await startSending({ PORT: String(await freePort()) });
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
});

/** Someone new: addresses, and what sends name. */
async function person(): Promise<{ extId: string; email: string; msisdn: string }> {
  const extId = `p${(people += 1)}`;
  const user = { extId, email: `${extId}@example.com`, msisdn: `+90532${1_000_000 + people}` };
  await sending.post('registerUsers', [user]);
  return user;
}
async function define(body: object): Promise<number> {
  return (await sending.post<{ notificationKey: number }>('createNotificationDefinition', body)).notificationKey;
}
async function send(key: number, extId: string): Promise<void> {
  await sending.post('sendNotification', { notificationKey: String(key), target: { extId: [extId] } });
  await sending.drain();
}
const mails = async (email: string): Promise<LoggedMail[]> =>
  (await sending.simulators.mails()).filter(({ token }) => token === email);
const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
const stats = async (key: number): Promise<unknown> =>
  (
    (await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' })).json as {
      stats: unknown;
    }
  ).stats;

const HTML =
  '<p>Hi, <a href="https://shop.example/a?x=1&amp;y=2">look</a>. <a href="@{unsubscribeUrl}">No more</a></p>';
const LETTER = { title: 'Letter', message: HTML, platforms: ['EMAIL'] };

describe('Tracking of e-mails', () => {
  it('An e-mail counts its open and its click once, and its link leads to the original page', async () => {
    const { extId, email } = await person();
    const key = await define(LETTER);
    await send(key, extId);
    const [mail] = await mails(email);
    const html = mail?.payload.html ?? '';
    const pixel = /src="([^"]+\.gif)"/.exec(html)?.[1] ?? '';
    const link = /href="([^"]+\/c\/[^"]+)"/.exec(html)?.[1] ?? '';
    expect(link.startsWith(`${sending.gateway.base}/c/`)).toBe(true);
    expect(mail?.payload.text).toContain(link);
    for (let again = 0; again < 2; again++) {
      expect((await get(pixel)).status).toBe(200);
      const followed = await get(link);
      expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://shop.example/a?x=1&y=2']);
    }
    expect(await stats(key)).toEqual([{ platform: 'EMAIL', sent: 1, failed: 0, clicked: 1 }]);
    const engagement = await sending.gateway.app.get(EngagementService).getEngagement(sending.gateway.appId, key);
    expect(engagement.opens).toEqual([{ platform: 'EMAIL', opened: 1 }]);
  });

  it('The forecast of an e-mail with an unsubscribe link matches the send, without missing attributes', async () => {
    const { extId } = await person();
    const { message: text, ...fields } = LETTER;
    const target = { sendToAll: true };
    const forecast = await sending.post<{ platforms: object[]; samples: { payload: { html?: string } }[] }>(
      'sendBulkNotification/dryRun',
      { message: { ...fields, text }, target },
    );
    expect(forecast.platforms).toMatchObject([{ platform: 'EMAIL', planned: people, ready: people, failed: {} }]);
    expect(forecast.samples[0]?.payload.html).toContain('href="https://shop.example/a?x=1&amp;y=2"');
    const key = await sending.bulk({ message: { ...fields, text }, target });
    await sending.drain();
    expect(await stats(key)).toMatchObject([{ platform: 'EMAIL', sent: people, failed: 0 }]);
    const explained = await sending.post<object>('targeting/explain', { notificationKey: key, extId });
    expect(JSON.stringify(explained)).not.toContain('MISSING_ATTRIBUTE');
  });

  it('A one-click unsubscribe skips later commercial e-mails, not transactional ones, until the next opt-in', async () => {
    const { extId, email } = await person();
    const [key, receipt] = [await define(LETTER), await define({ ...LETTER, transactional: true })];
    await send(key, extId);
    const [mail] = await mails(email);
    const link = /^<([^>]+)>$/.exec(mail?.payload.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.payload.html).toContain(`href="${link}"`);
    const unsubscribed = await get(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(unsubscribed.status).toBe(200);
    await send(key, extId);
    await send(receipt, extId);
    expect(await mails(email)).toHaveLength(2);
    expect(await sending.ends(receipt)).toEqual({ SUCCESS: 1 });
    await sending.post('enableMail', { extIds: [extId] });
    await send(key, extId);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
  });

  it('A suppressed or dead address gets no e-mail, not even a transactional one', async () => {
    const { extId, email } = await person();
    const [key, receipt] = [await define(LETTER), await define({ ...LETTER, transactional: true })];
    await sending.post('addSuppressions', { channel: 'email', addresses: [email], reason: 'COMPLAINT' });
    await send(key, extId);
    await send(receipt, extId);
    expect([await sending.ends(key), await sending.ends(receipt)]).toEqual([
      { 'SKIPPED SUPPRESSED': 1 },
      { 'SKIPPED SUPPRESSED': 1 },
    ]);
    const dead = await person();
    await sending.simulators.faults(1, [
      { provider: 'smtp', token: dead.email, share: 1, status: 550, reason: '5.1.1', times: 1 },
    ]);
    await send(receipt, dead.extId);
    await send(receipt, dead.extId);
    expect(await mails(dead.email)).toEqual([]);
    const { json } = await sending.gateway.call('/rest/3.0/getSuppressions?channel=email&max=1000', { method: 'GET' });
    expect((json as { list: unknown[] }).list).toContainEqual(
      expect.objectContaining({ address: dead.email, reason: 'HARD_BOUNCE' }),
    );
  });

  it('An e-mail by address goes to a user who has not opted out, and is skipped when all have', async () => {
    const { extId, email } = await person();
    await sending.post('registerUsers', [{ extId: 'twin-of-it', email }]);
    const sendByAddress = async (): Promise<Record<string, number>> => {
      const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', {
        ...LETTER,
        target: { email },
      });
      await sending.drain();
      return sending.ends(notificationKey);
    };
    await sending.post('disableMail', { extIds: ['twin-of-it'] });
    expect(await sendByAddress()).toEqual({ SUCCESS: 1 });
    expect(await mails(email)).toHaveLength(1);
    await sending.post('disableMail', { extIds: [extId] });
    expect(await sendByAddress()).toEqual({ 'SKIPPED OPTED_OUT': 1 });
    expect(await mails(email)).toHaveLength(1);
  });

  it('An e-mail is tracked according to its application or its own setting', async () => {
    const { extId, email } = await person();
    const key = await define({ ...LETTER, tracking: { opens: false, clicks: false } });
    await send(key, extId);
    const [mail] = await mails(email);
    expect(mail?.payload.html).toContain('href="https://shop.example/a?x=1&amp;y=2"');
    expect(mail?.payload.html).not.toContain('.gif');
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { tracking: { opens: false } } }, { dryRun: false });
    await send(await define(LETTER), extId);
    const last = (await mails(email)).at(-1);
    expect(last?.payload.html).toContain('/c/');
    expect(last?.payload.html).not.toContain('.gif');
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { tracking: { opens: true } } }, { dryRun: false });
  });
});

describe('Tracking of an erased person', () => {
  it('An erased person leaves no personal trace, and gets no e-mail when the address comes back', async () => {
    const { extId, email } = await person();
    const { gateway } = sending;
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', settings: { permanentDeletion: true } }, { dryRun: false });
    const key = await define(LETTER);
    await send(key, extId);
    const [mail] = await mails(email);
    await get(/src="([^"]+\.gif)"/.exec(mail?.payload.html ?? '')?.[1] ?? '');
    const message = readMessageId(/[\da-f-]{36}/.exec(mail?.messageId ?? '')?.[0] ?? '');
    if (!message) {
      throw new Error('The simulator names no message of ours');
    }
    await gateway.app
      .get(ProviderCallbackService)
      .handleMailReport(message, { kind: 'complaint', code: 'abuse', text: `from ${email}`, mailFrom: [] });
    const engagement = () => gateway.app.get(EngagementService).getEngagement(gateway.appId, key);
    expect((await engagement()).callbacks).toHaveLength(1);
    expect(await findTraces(gateway.fresh.db, { texts: [email] })).not.toEqual([]);
    await sending.post('deleteUsersPermanently', { extIds: [extId] });
    expect(await findTraces(gateway.fresh.db, { texts: [email] })).toEqual([]);
    expect(await engagement()).toEqual({
      arrivals: [],
      opens: [{ platform: 'EMAIL', opened: 1 }],
      buttons: [],
      callbacks: [],
    });
    await sending.post('registerUsers', [{ extId, email }]);
    await sending.simulators.clear();
    await send(key, extId);
    expect(await mails(email)).toEqual([]);
  });
});

describe('Tracking of text messages', () => {
  it('A text message carries a short link that counts its click', async () => {
    const { extId, msisdn } = await person();
    const key = await define({
      title: 'Short',
      message: 'Sale: https://shop.example/a/long/way/to/go, today.',
      platforms: ['SMS'],
    });
    await send(key, extId);
    const [message] = (await sending.simulators.deliveries('provider=sms')).filter(({ token }) => token === msisdn);
    const link = /https?:\/\/\S+\/s\/\w+/.exec(JSON.stringify(message?.payload))?.[0] ?? '';
    expect(link.startsWith(`${sending.gateway.base}/s/`)).toBe(true);
    const followed = await get(link);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://shop.example/a/long/way/to/go']);
    expect(await stats(key)).toEqual([{ platform: 'SMS', sent: 1, failed: 0, clicked: 1 }]);
  });
});
