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

describe('iconUrl (decisions 9)', () => {
  it('A definition without iconUrl is accepted, and a bulk send without one is refused', async () => {
    await send(await define());
    expect(await icons()).toEqual([undefined]);
    const refused = await sending.gateway.call('/rest/3.0/sendBulkNotification', { body: bulk() });
    expect(refused).toMatchObject({ status: 400, json: { code: 2020, error: 'message.iconUrl is required' } });
  });

  it('A message without iconUrl uses settings.iconUrl, also from a definition stored before the setting', async () => {
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

  it('The iconUrl of the message takes precedence over settings.iconUrl', async () => {
    const iconUrl = 'https://shop.example/own.png';
    await sending.bulk(bulk({ iconUrl }));
    await send(await define({ iconUrl }));
    expect(await icons()).toEqual([iconUrl, iconUrl]);
  });

  it.each(['icon.png', 'http://shop.example/icon.png', 7])(
    'The value %s is refused as settings.iconUrl',
    async (iconUrl) => {
      await expect(settings(iconUrl as string)).rejects.toThrow('settings.iconUrl');
    },
  );
});
