import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { LastInboundRepository, SuppressionService } from '#libs/users';
import { startSending, type Sending } from '../../../support/contract/sending.js';

interface Credentials {
  phoneNumberId: string;
  verifyToken: string;
  appSecret: string;
}

let sending: Sending;
let credentials: Credentials;
const webhook = (): string => `${sending.gateway.base}/callbacks/accounts/shop`;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', channels: { whatsapp: { simulator: true } } }, { dryRun: false });
  const account = await sending.gateway.app.get(ProviderAccountService).findAccount(sending.gateway.appId, 'whatsapp');
  credentials = account?.credentials as Credentials;
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

let people = 0;
/** Somebody with a WhatsApp number. */
async function person(more: object = {}): Promise<{ extId: string; wpNumber: string }> {
  people += 1;
  const [extId, wpNumber] = [`wa-${people}`, `+90532${String(1_000_000 + people)}`];
  await sending.post('registerUsers', [{ extId, wpNumber, ...more }]);
  return { extId, wpNumber };
}

const ORDER = {
  title: 'Order',
  text: 'Your order is on its way',
  platforms: ['WHATSAPP'],
  whatsapp: {
    template: {
      name: 'order_update',
      language: 'en_US',
      languages: { tr: 'tr' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: '@{name|there}' },
            { type: 'text', text: '@{order|A-1}' },
          ],
        },
      ],
    },
  },
  languages: { tr: { text: 'Siparişiniz yolda' } },
};
const TEXT = { title: 'Answer', message: 'We looked into it', platforms: ['WHATSAPP'] };

const tagged = async (tag: string, extIds: readonly string[]): Promise<void> =>
  sending.post('tagUsers', { tag, extIds });
async function arrived(): Promise<{ token: string; payload: Record<string, unknown> }[]> {
  await sending.drain();
  return (await sending.simulators.deliveries('provider=whatsapp')) as {
    token: string;
    payload: Record<string, unknown>;
  }[];
}
const toNumber = async (wpNumber: string, body: object = TEXT): Promise<number> =>
  (await sending.post<{ notificationKey: number }>('sendEmailAndSms', { ...body, target: { wpNumber } }))
    .notificationKey;
const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(webhook(), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
const signed = (body: string, secret = credentials.appSecret): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});
const event = (value: object, phoneNumberId = credentials.phoneNumberId): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [{ field: 'messages', value: { metadata: { phone_number_id: phoneNumberId }, ...value } }],
      },
    ],
  });
const written = (from: string, text: string, secondsAgo = 0): object => ({
  messages: [
    {
      from: from.slice(1),
      id: 'wamid.1',
      timestamp: String(Math.floor(Date.now() / 1000) - secondsAgo),
      type: 'text',
      text: { body: text },
    },
  ],
});
async function writes(from: string, text: string, secondsAgo = 0): Promise<number> {
  const body = event(written(from, text, secondsAgo));
  return (await post(body, signed(body))).status;
}
const suppressed = async (number: string) =>
  (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'whatsapp', [number])).get(
    number,
  );

describe('templates on WhatsApp', () => {
  it('go by a bulk send, each with its own values and the language of the person', async () => {
    const ada = await person({ profile: { name: 'Ada' } });
    const bora = await person({ language: 'tr' });
    await sending.post('registerUsers', [{ extId: 'wa-none', msisdn: '+905329999999' }]);
    await tagged('orders', [ada.extId, bora.extId, 'wa-none']);
    const key = await sending.bulk({ message: ORDER, target: { tag: 'orders' } });
    const byNumber = Object.fromEntries((await arrived()).map(({ token, payload }) => [token, payload['template']]));
    expect(byNumber).toEqual({
      [ada.wpNumber]: {
        name: 'order_update',
        language: { code: 'en_US' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ada' },
              { type: 'text', text: 'A-1' },
            ],
          },
        ],
      },
      [bora.wpNumber]: expect.objectContaining({ language: { code: 'tr' } }),
    });
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    const stats = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
    expect(stats.json).toMatchObject({ stats: [{ platform: 'WHATSAPP', sent: 2, failed: 0 }] });
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&extId=${ada.extId}`, {
      method: 'GET',
    });
    expect(results.json).toMatchObject({ list: [{ platform: 'WHATSAPP', status: 'SUCCESS', extId: ada.extId }] });
  });

  it('go by a transactional send, to an extId or to a number', async () => {
    const ada = await person();
    const { text: message, ...definition } = ORDER;
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      ...definition,
      message,
    });
    const notification = String(notificationKey);
    await sending.post('sendNotification', [
      { notificationKey: notification, target: { extId: ada.extId }, message: { params: { order: 'B-2' } } },
      { notificationKey: notification, target: { wpNumber: '+905330000001' } },
    ]);
    expect((await arrived()).map(({ token }) => token).toSorted()).toEqual([ada.wpNumber, '+905330000001'].toSorted());
  });

  async function refusesEverywhere(message: object, word: string): Promise<void> {
    for (const [operation, body] of [
      ['sendBulkNotification', { message, target: { sendToAll: true } }],
      ['sendBulkNotification/dryRun', { message, target: { sendToAll: true } }],
      ['createNotificationDefinition', { ...message, message: 'x' }],
    ] as const) {
      const answer = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
      expect([operation, answer.status]).toEqual([operation, 400]);
      expect(answer.text).toContain(word);
    }
  }

  it.each([
    ['winter_sale', 'PAUSED'],
    ['new_offer', 'PENDING'],
    ['no_such', 'no account has a template'],
  ])('%s refuses a launch, a check and a definition: %s', async (name, word) => {
    await refusesEverywhere({ ...ORDER, whatsapp: { template: { name, language: 'en_US' } } }, word);
  });

  it.each([
    ['too few', 1],
    ['too many', 3],
  ])('with %s values refuse a launch, a check and a definition', async (_, count) => {
    const parameters = Array.from({ length: count }, () => ({ type: 'text', text: '@{name}' }));
    const template = { name: 'order_update', language: 'en_US', components: [{ type: 'body', parameters }] };
    const fault = `whatsapp.template': the template 'order_update' in en_US takes 2 values in its body, not ${count}`;
    await refusesEverywhere({ ...ORDER, whatsapp: { template } }, fault);
  });

  it.each([
    [{ template: { name: 'Order', language: 'en_US' } }, 'name'],
    [{ template: { name: 'order', language: 'english' } }, 'language'],
    [{ template: { name: 'order', language: 'en', components: [{ type: 'footer' }] } }, 'components[0].type'],
    [{ media: { type: 'image', link: 'http://shop.example/a.png' } }, 'link'],
    [{ media: { type: 'image' } }, 'media'],
    [{ media: { type: 'image', id: '1' }, template: { name: 'order', language: 'en' } }, 'media'],
  ])('%j is refused', async (whatsapp, field) => {
    const body = { message: { ...ORDER, whatsapp }, target: { sendToAll: true } };
    const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });
});

describe('the window of 24 hours', () => {
  it('is open for who wrote lately, and leaves the others out with a reason of its own', async () => {
    const [ada, bora, chen] = [await person(), await person(), await person()];
    await tagged('window', [ada.extId, bora.extId, chen.extId]);
    expect(await writes(ada.wpNumber, 'Where is my order?')).toBe(200);
    expect(await writes(bora.wpNumber, 'Hello', 25 * 3600)).toBe(200);
    const message = { title: 'Answer', text: 'Hello @{name|there}', platforms: ['WHATSAPP'] };
    const dryRun = await sending.post('sendBulkNotification/dryRun', { message, target: { tag: 'window' } });
    expect(JSON.stringify(dryRun)).toContain('OUTSIDE_WINDOW');
    const key = await sending.bulk({ message, target: { tag: 'window' } });
    expect((await arrived()).map(({ token, payload }) => [token, payload['text']])).toEqual([
      [ada.wpNumber, { body: 'Hello there', preview_url: false }],
    ]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED OUTSIDE_WINDOW': 2 });
  });

  it('is also that of a number without a user, and of media', async () => {
    const number = '+905330000007';
    expect(await writes(number, 'A picture, please')).toBe(200);
    const key = await toNumber(number, {
      ...TEXT,
      whatsapp: { media: { type: 'image', link: 'https://shop.example/@{file|a}.png' } },
    });
    expect((await arrived()).map(({ payload }) => payload['image'])).toEqual([
      { link: 'https://shop.example/a.png', caption: 'We looked into it' },
    ]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('is forgotten with its time and with the person', async () => {
    const ada = await person();
    await writes(ada.wpNumber, 'Hello');
    const inbound = sending.gateway.app.get(LastInboundRepository);
    const open = () =>
      inbound.findSince(sending.gateway.appId, 'wpNumber', [ada.wpNumber], new Date(Date.now() - 3_600_000));
    expect((await open()).size).toBe(1);
    await sending.post('deleteUsers', { extIds: [ada.extId] });
    expect((await open()).size).toBe(0);
  });
});

describe('consent on WhatsApp', () => {
  it('is one of its own, by user and by number', async () => {
    const [ada, bora] = [await person({ msisdn: '+905310000001' }), await person()];
    await tagged('consent', [ada.extId, bora.extId]);
    const send = async (): Promise<string[]> => {
      await sending.simulators.clear();
      await sending.bulk({ message: { ...ORDER, platforms: ['WHATSAPP', 'SMS'] }, target: { tag: 'consent' } });
      await sending.drain();
      const all = [
        ...(await sending.simulators.deliveries('provider=whatsapp')),
        ...(await sending.simulators.deliveries('provider=sms')),
      ];
      return all.map(({ token }) => token).toSorted();
    };
    const sms = '+905310000001';
    await sending.post('disableWhatsApp', { extIds: [ada.extId, 'nobody'] });
    expect(await send()).toEqual([bora.wpNumber, sms].toSorted());
    await sending.post('disableSms', { extIds: [ada.extId] });
    await sending.post('enableWhatsApp', { extIds: [ada.extId] });
    expect(await send()).toEqual([ada.wpNumber, bora.wpNumber].toSorted());
    await sending.post('disableWhatsApp', { wpNumbers: [bora.wpNumber] });
    expect(await send()).toEqual([ada.wpNumber]);
    const history = await sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${ada.extId}`, { method: 'GET' });
    expect((history.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP', permitted: true, source: 'API' },
      { subject: 'SMS', permitted: false },
      { subject: 'WHATSAPP', permitted: false, source: 'API' },
    ]);
    const ofNumber = await sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${bora.extId}`, { method: 'GET' });
    expect((ofNumber.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP_ADDRESS', permitted: false },
    ]);
    const transactional = await toNumber(bora.wpNumber, { ...ORDER, message: 'x', transactional: true });
    await arrived();
    expect(await sending.ends(transactional)).toEqual({ SUCCESS: 1 });
  });

  it('ends by STOP and begins by START, for this channel alone', async () => {
    const ada = await person({ msisdn: '+905310000002' });
    expect(await writes(ada.wpNumber, ' stop. ')).toBe(200);
    expect(await suppressed(ada.wpNumber)).toBe('STOP');
    const key = await toNumber(ada.wpNumber, { ...ORDER, message: 'x' });
    await arrived();
    expect(Object.keys(await sending.ends(key))[0]).toMatch(/^SKIPPED/);
    await sending.simulators.clear();
    await sending.post('sendEmailAndSms', {
      title: 'SMS',
      message: 'x',
      platforms: ['SMS'],
      target: { msisdn: '+905310000002' },
    });
    await sending.drain();
    expect(await sending.simulators.deliveries('provider=sms')).toHaveLength(1);
    expect(await writes(ada.wpNumber, 'START')).toBe(200);
    expect(await suppressed(ada.wpNumber)).toBeUndefined();
    const again = await toNumber(ada.wpNumber, { ...ORDER, message: 'x' });
    await arrived();
    expect(await sending.ends(again)).toEqual({ SUCCESS: 1 });
  });

  it.each([
    ['an answer', {}],
    ['a report', { stage: 'report' }],
  ])('ends for marketing when Meta says by %s that the person stopped it', async (_, stage) => {
    await sending.simulators.act('/whatsapp-webhook', { ...credentials, url: webhook() });
    const ada = await person();
    await sending.simulators.faults(1, [{ provider: 'whatsapp', share: 1, status: 400, reason: '131050', ...stage }]);
    await toNumber(ada.wpNumber, { ...ORDER, message: 'x' });
    await arrived();
    await expect.poll(() => suppressed(ada.wpNumber), { timeout: 10_000 }).toBe('UNSUBSCRIBED');
    await sending.simulators.faults(1, []);
    const [marketing, receipt] = [
      await toNumber(ada.wpNumber, { ...ORDER, message: 'x' }),
      await toNumber(ada.wpNumber, { ...ORDER, message: 'x', transactional: true }),
    ];
    await arrived();
    expect([await sending.ends(marketing), await sending.ends(receipt)]).toEqual([
      { 'SKIPPED SUPPRESSED': 1 },
      { SUCCESS: 1 },
    ]);
    const history = await sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${ada.extId}`, { method: 'GET' });
    expect((history.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP_ADDRESS', permitted: false, source: 'PROVIDER' },
    ]);
  });

  it('belongs to the number: updateWhatsApp sets and clears it, and a wrong one is refused', async () => {
    const ada = await person();
    await sending.post('updateWhatsApp', { extId: ada.extId, wpNumber: '+905339999999' });
    const profile = () => sending.gateway.call(`/rest/3.0/getProfileAttributes?extId=${ada.extId}`, { method: 'GET' });
    expect((await profile()).json).toMatchObject({ profile: { wpNumber: '+905339999999' } });
    await sending.post('updateWhatsApp', { extId: ada.extId, wpNumber: '' });
    expect(JSON.stringify((await profile()).json)).not.toContain('wpNumber');
    const body = { extId: ada.extId, wpNumber: 'number' };
    expect((await sending.gateway.call('/rest/3.0/updateWhatsApp', { body })).json).toMatchObject({ code: 6000 });
    const inProfile = { body: [{ extId: ada.extId, profile: { wpNumber: 'number' } }] };
    expect((await sending.gateway.call('/rest/3.0/setProfileAttributes', inProfile)).json).toMatchObject({
      code: 6000,
    });
  });
});

describe('callbacks of Meta', () => {
  it('are verified by the word of the account', async () => {
    const ask = (token: string): Promise<Response> =>
      fetch(`${webhook()}?hub.mode=subscribe&hub.challenge=17&hub.verify_token=${token}`);
    const answer = await ask(credentials.verifyToken);
    expect([answer.status, await answer.text()]).toEqual([200, '17']);
    expect((await ask('wrong')).status).toBe(403);
  });

  it('are believed with the signature of the app over the body alone', async () => {
    const ada = await person();
    const body = event(written(ada.wpNumber, 'STOP'));
    expect((await post(body)).status).toBe(403);
    expect((await post(body, signed(body, 'another secret'))).status).toBe(403);
    expect((await post(`${body} `, signed(body))).status).toBe(403);
    const foreign = event(written(ada.wpNumber, 'STOP'), '999');
    expect((await post(foreign, signed(foreign))).status).toBe(200);
    expect(await suppressed(ada.wpNumber)).toBeUndefined();
  });

  it('tell what was delivered and read, and what failed later, in any order and twice', async () => {
    await sending.simulators.act('/whatsapp-webhook', { ...credentials, url: webhook() });
    const [ada, bora] = [await person(), await person()];
    await sending.simulators.faults(1, [
      { provider: 'whatsapp', share: 1, token: bora.wpNumber, stage: 'report', status: 400, reason: '131026' },
    ]);
    const [delivered, refused] = [
      await toNumber(ada.wpNumber, { ...ORDER, message: 'x' }),
      await toNumber(bora.wpNumber, { ...ORDER, message: 'x' }),
    ];
    await arrived();
    const receipts = async (key: number): Promise<string[]> =>
      (
        await sending.gateway.fresh.db.rows<{ kind: string; code: string }>(
          `SELECT DISTINCT p.kind, p.code FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
            WHERE d.notification_key = $1 ORDER BY p.kind`,
          [key],
        )
      ).map(({ kind, code }) => [kind, code].filter(Boolean).join(' '));
    await expect.poll(() => receipts(delivered), { timeout: 10_000 }).toEqual(['delivered', 'read']);
    await expect.poll(() => receipts(refused), { timeout: 10_000 }).toEqual(['undelivered 131026']);
    expect([await sending.ends(delivered), await sending.ends(refused)]).toEqual([{ SUCCESS: 1 }, { SUCCESS: 1 }]);
  });
});

describe('a message without an answer', () => {
  it('stays in doubt: nobody gets it twice', async () => {
    const [ada, bora] = [await person(), await person()];
    await tagged('doubt', [ada.extId, bora.extId]);
    await sending.simulators.faults(1, [
      { provider: 'whatsapp', share: 1, fault: 'reset', when: 'after', token: ada.wpNumber },
    ]);
    const key = await sending.bulk({ message: ORDER, target: { tag: 'doubt' } });
    await arrived();
    await sending.simulators.faults(1, []);
    await sending.drain();
    const deliveries = await sending.simulators.deliveries('provider=whatsapp');
    expect(new Set(deliveries.map(({ token }) => token)).size).toBe(deliveries.length);
    expect(Object.values(await sending.ends(key)).reduce((sum, n) => sum + n, 0)).toBe(2);
  });

  it('is listed when its worker was killed in mid-batch, and goes to nobody again', async () => {
    const [ada, bora] = [await person(), await person()];
    await tagged('killed', [ada.extId, bora.extId]);
    const key = await sending.bulk({ message: ORDER, target: { tag: 'killed' } });
    await sending.launchDue();
    // As if the worker had stored whom it writes to, and died.
    await sending.gateway.fresh.db.affected(
      `UPDATE delivery.chunk SET intent = ids, intent_at = now(), lease_until = now() - interval '1 second' WHERE state = 0`,
    );
    expect(await arrived()).toEqual([]);
    expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 2 });
  });
});
