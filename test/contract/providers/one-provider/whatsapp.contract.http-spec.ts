import { describe, expect, it } from 'vitest';
import { LastInboundRepository } from '#libs/users/identities';
import { ORDER, TEXT, useWhatsApp } from '../../../support/whatsapp/whatsapp.js';

const whatsApp = useWhatsApp();
const { person, tagged, arrived, toNumber, writes } = whatsApp;

describe('Templates on WhatsApp', () => {
  it('A bulk send fills a template with the values and the language of each person', async () => {
    const ada = await person({ profile: { name: 'Ada' } });
    const bora = await person({ language: 'tr' });
    await whatsApp.sending.post('registerUsers', [{ extId: 'wa-none', msisdn: '+905329999999' }]);
    await tagged('orders', [ada.extId, bora.extId, 'wa-none']);
    const key = await whatsApp.sending.bulk({ message: ORDER, target: { tag: 'orders' } });
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
    expect(await whatsApp.sending.ends(key)).toEqual({ SUCCESS: 2 });
    const stats = await whatsApp.sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, {
      method: 'GET',
    });
    expect(stats.json).toMatchObject({ stats: [{ platform: 'WHATSAPP', sent: 2, failed: 0 }] });
    const results = await whatsApp.sending.gateway.call(
      `/rest/3.0/getPushResult?notificationKey=${key}&extId=${ada.extId}`,
      {
        method: 'GET',
      },
    );
    expect(results.json).toMatchObject({ list: [{ platform: 'WHATSAPP', status: 'SUCCESS', extId: ada.extId }] });
  });

  it('A transactional send delivers a template to an extId or to a number', async () => {
    const ada = await person();
    const { text: message, ...definition } = ORDER;
    const { notificationKey } = await whatsApp.sending.post<{ notificationKey: number }>(
      'createNotificationDefinition',
      {
        ...definition,
        message,
      },
    );
    const notification = String(notificationKey);
    await whatsApp.sending.post('sendNotification', [
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
      const answer = await whatsApp.sending.gateway.call(`/rest/3.0/${operation}`, { body });
      expect([operation, answer.status]).toEqual([operation, 400]);
      expect(answer.text).toContain(word);
    }
  }

  it.each([
    ['winter_sale', 'PAUSED'],
    ['new_offer', 'PENDING'],
    ['no_such', 'no account has a template'],
  ])('The template %s is refused at launch, dry run and definition: %s', async (name, word) => {
    await refusesEverywhere({ ...ORDER, whatsapp: { template: { name, language: 'en_US' } } }, word);
  });

  it.each([
    ['too few', 1],
    ['too many', 3],
  ])('A template with %s values is refused at launch, dry run and definition', async (_, count) => {
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
  ])('The WhatsApp content %j is refused', async (whatsapp, field) => {
    const body = { message: { ...ORDER, whatsapp }, target: { sendToAll: true } };
    const answer = await whatsApp.sending.gateway.call('/rest/3.0/sendBulkNotification', { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });
});

describe('Window of 24 hours', () => {
  it('The 24-hour window is open for recent writers, and other users are skipped as OUTSIDE_WINDOW', async () => {
    const [ada, bora, chen] = [await person(), await person(), await person()];
    await tagged('window', [ada.extId, bora.extId, chen.extId]);
    expect(await writes(ada.wpNumber, 'Where is my order?')).toBe(200);
    expect(await writes(bora.wpNumber, 'Hello', 25 * 3600)).toBe(200);
    const message = { title: 'Answer', text: 'Hello @{name|there}', platforms: ['WHATSAPP'] };
    const dryRun = await whatsApp.sending.post('sendBulkNotification/dryRun', { message, target: { tag: 'window' } });
    expect(JSON.stringify(dryRun)).toContain('OUTSIDE_WINDOW');
    const key = await whatsApp.sending.bulk({ message, target: { tag: 'window' } });
    expect((await arrived()).map(({ token, payload }) => [token, payload['text']])).toEqual([
      [ada.wpNumber, { body: 'Hello there', preview_url: false }],
    ]);
    expect(await whatsApp.sending.ends(key)).toEqual({ SUCCESS: 1, 'SKIPPED OUTSIDE_WINDOW': 2 });
  });

  it('The 24-hour window also applies to a number without a user, and to media', async () => {
    const number = '+905330000007';
    expect(await writes(number, 'A picture, please')).toBe(200);
    const key = await toNumber(number, {
      ...TEXT,
      whatsapp: { media: { type: 'image', link: 'https://shop.example/@{file|a}.png' } },
    });
    expect((await arrived()).map(({ payload }) => payload['image'])).toEqual([
      { link: 'https://shop.example/a.png', caption: 'We looked into it' },
    ]);
    expect(await whatsApp.sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('The 24-hour window of a person is forgotten when the user is deleted', async () => {
    const ada = await person();
    await writes(ada.wpNumber, 'Hello');
    const inbound = whatsApp.sending.gateway.app.get(LastInboundRepository);
    const open = () =>
      inbound.findSince(whatsApp.sending.gateway.appId, 'wpNumber', [ada.wpNumber], new Date(Date.now() - 3_600_000));
    expect((await open()).size).toBe(1);
    await whatsApp.sending.post('deleteUsers', { extIds: [ada.extId] });
    expect((await open()).size).toBe(0);
  });
});
