import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const ICON = 'https://shop.example/icon.png';
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const [subscription] = await sending.simulators.subscriptions(1);
  const deviceToken = JSON.stringify(subscription);
  await sending.post('registerUsers', [{ extId: 'ann', platform: 'CHROME', deviceToken }]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const settings = (iconUrl: string) =>
  sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { iconUrl } }, { dryRun: false });

/** The icons of the notifications that the browser showed. */
async function icons(): Promise<unknown[]> {
  await sending.drain();
  const deliveries = await sending.simulators.deliveries('provider=webpush');
  return deliveries.map(({ payload }) => (payload as { body: { icon?: unknown } }).body.icon);
}

async function define(more: object = {}): Promise<number> {
  const definition = { title: 'D', message: 'Hi', platforms: ['CHROME'], ...more };
  return (await sending.post<{ notificationKey: number }>('createNotificationDefinition', definition)).notificationKey;
}

const send = (notificationKey: number) =>
  sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: 'ann' } });

const bulk = (more: object = {}) => ({
  message: { title: 'T', text: 'Hi', platforms: ['CHROME'], ...more },
  target: { sendToAll: true },
});

describe('decisions 9, iconUrl', () => {
  it('accepts a definition without one, and refuses a bulk send', async () => {
    await send(await define());
    expect(await icons()).toEqual([undefined]);
    const refused = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body: bulk() });
    expect(refused).toMatchObject({ status: 400, json: { code: 2020, error: 'message.iconUrl is required' } });
  });

  it('falls back to settings.iconUrl, of definitions stored before too', async () => {
    const before = await define();
    await settings(ICON);
    await expect
      .poll(() => sending.gateway.call('/rest/3.0/sendBulkNotification', { body: bulk() }))
      .toMatchObject({
        status: 200,
      });
    expect(await icons()).toEqual([ICON]);
    await send(before);
    expect(await icons()).toEqual([ICON, ICON]);
  });

  it('prefers that of the message', async () => {
    const iconUrl = 'https://shop.example/own.png';
    await sending.bulk(bulk({ iconUrl }));
    await send(await define({ iconUrl }));
    expect(await icons()).toEqual([iconUrl, iconUrl]);
  });

  it.each(['icon.png', 'http://shop.example/icon.png', 7])('refuses %s as the setting', async (iconUrl) => {
    await expect(settings(iconUrl as string)).rejects.toThrow('settings.iconUrl');
  });
});
