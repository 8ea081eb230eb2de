import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MILLIS = expect.any(Number) as number;
let sending: Sending;
let other: SecondApplication;

beforeAll(async () => {
  sending = await startSending();
  other = await secondApplication(sending.gateway);
  await sending.gateway.makeKey('users only', { scopes: ['users'] });
  await sending.post('registerUsers', [{ extId: 'ann', platform: 'ANDROID', deviceToken: 'ann-phone' }]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const get = async (path: string, key = 'rest') => sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET', key });
const call = (operation: string, body: unknown, key = 'rest') =>
  sending.gateway.call(`/rest/3.0/${operation}`, { body, key });

const RICH = {
  title: 'Order shipped',
  message: 'Your order @{order} is on its way',
  platforms: ['ANDROID', 'IOS'],
  labels: 'orders',
  click: { deeplink: 'shop://orders/@{order}' },
  ttl: '90m',
  inbox: true,
  customJson: { kind: 'order' },
  android: { mediaUrl: 'https://shop.example/parcel.png', vibration: true },
  languages: { tr: { title: 'Siparişiniz yolda', text: 'Siparişiniz @{order} yola çıktı' } },
};

const define = async (body: object = RICH) =>
  (await sending.post<{ notificationKey: number }>('createNotificationDefinition', body)).notificationKey;
const send = (notificationKey: number) =>
  call('sendNotification', {
    notificationKey: String(notificationKey),
    target: { extId: 'ann' },
    message: { params: { order: '7' } },
  });

/** The text on the user's phone. */
async function shown(): Promise<string> {
  await sending.drain();
  return JSON.stringify(await sending.simulators.deliveries('provider=fcm'));
}

describe('getNotificationDefinition', () => {
  it('getNotificationDefinition returns the stored definition in the form in which it can be changed', async () => {
    const notificationKey = await define();
    const stored = await get(`getNotificationDefinition?notificationKey=${notificationKey}`);
    expect(stored).toMatchObject({ status: 200 });
    expect(stored.json).toEqual({
      notificationKey,
      title: 'Order shipped',
      platforms: ['ANDROID', 'IOS'],
      labels: 'orders',
      createdAt: MILLIS,
      definition: RICH,
    });
    const again = await call('updateNotificationDefinition', { notificationKey, ...RICH });
    expect(again).toMatchObject({ status: 200, text: '' });
    expect((await get(`getNotificationDefinition?notificationKey=${notificationKey}`)).json).toEqual(stored.json);
  });

  it('getNotificationDefinition knows only definitions, and only those of the application', async () => {
    const key = await define();
    const campaign = await sending.bulk({
      message: { title: 'T', text: 'x', platforms: ['IOS'] },
      target: { tag: 'x' },
    });
    const unknown = { status: 400, json: { code: 5003 } };
    expect(await get(`getNotificationDefinition?notificationKey=${campaign}`)).toMatchObject(unknown);
    expect(await get('getNotificationDefinition?notificationKey=2147483647')).toMatchObject(unknown);
    expect(await get(`getNotificationDefinition?notificationKey=${key}`, other.keys.rest)).toMatchObject(unknown);
    expect((await get('getNotificationDefinition')).json).toEqual({ code: 2020, error: 'notificationKey is required' });
  });
});

describe('getNotificationDefinitions', () => {
  it('getNotificationDefinitions lists all definitions once, the newest first, and nothing else', async () => {
    const keys = [await define(), await define(), await define()];
    await sending.post('sendEmailAndSms', {
      platforms: ['SMS'],
      title: 'T',
      message: 'x',
      target: { msisdn: '+905321110009' },
    });
    const found: number[] = [];
    const page = async (url: string): Promise<void> => {
      const { list, nextPage } = (await get(url)).json as { list: { notificationKey: number }[]; nextPage?: string };
      found.push(...list.map(({ notificationKey }) => notificationKey));
      if (nextPage !== undefined) {
        await page(nextPage.slice(nextPage.indexOf('/rest/3.0/') + '/rest/3.0/'.length));
      }
    };
    await page('getNotificationDefinitions?max=2');
    expect(found.slice(0, 3)).toEqual(keys.toReversed());
    expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a));
    expect((await get('getNotificationDefinitions', other.keys.rest)).json).toEqual({ list: [] });
    expect(await get('getNotificationDefinitions', 'users only')).toMatchObject({ status: 403, json: { code: 2022 } });
  });
});

describe('updateNotificationDefinition', () => {
  it('updateNotificationDefinition changes later sends, and nothing that was sent before', async () => {
    const notificationKey = await define({ title: 'T', message: 'old @{order}', platforms: ['ANDROID'] });
    await send(notificationKey);
    const changed = { notificationKey, title: 'T', message: 'new @{order}', platforms: ['ANDROID'] };
    expect(await call('updateNotificationDefinition', changed)).toMatchObject({ status: 200, text: '' });
    const before = await shown();
    expect([before.includes('old 7'), before.includes('new 7')]).toEqual([true, false]);
    await sending.simulators.clear();
    await expect.poll(async () => (await send(notificationKey), shown()), { timeout: 30_000 }).toContain('new 7');
    expect((await get(`getNotificationDefinition?notificationKey=${notificationKey}`)).json).toMatchObject({
      updatedAt: MILLIS,
      definition: { message: 'new @{order}' },
    });
    const log = (await get('getAuditLog?action=definition.&max=1')).json as { entries: object[] };
    expect(log.entries[0]).toMatchObject({
      action: 'definition.change',
      subject: `definition ${notificationKey}`,
      differences: [{ change: 'change', subject: 'text' }],
    });
  });

  it.each([
    [{ platforms: undefined }, 2020, 'platforms'],
    [{ platforms: ['PALM'] }, 2004, 'PALM'],
    [{ message: 'x'.repeat(5000) }, 2101, ''],
    [{ notificationKey: 2_147_483_647 }, 5003, '2147483647'],
    [{ notificationKey: 'abc' }, 2004, 'notificationKey'],
    [{ notificationKey: undefined }, 2020, 'notificationKey'],
  ])('updateNotificationDefinition refuses %j and changes nothing', async (part, code, error) => {
    const notificationKey = await define();
    const answer = await call('updateNotificationDefinition', { notificationKey, ...RICH, ...part });
    expect(answer).toMatchObject({ status: 400, json: { code, error: expect.stringContaining(error) as string } });
    expect((await get(`getNotificationDefinition?notificationKey=${notificationKey}`)).json).toMatchObject({
      definition: RICH,
    });
  });

  it('updateNotificationDefinition changes nothing of another application', async () => {
    const notificationKey = await define();
    const answer = await call(
      'updateNotificationDefinition',
      { ...RICH, notificationKey, title: 'x' },
      other.keys.rest,
    );
    expect(answer).toMatchObject({ status: 400, json: { code: 5003 } });
  });
});

describe('endNotificationDefinitions', () => {
  it('endNotificationDefinitions ends all given definitions or none, and ended ones send nothing more', async () => {
    const [first, second] = [await define(), await define()];
    await send(second);
    const end = (...notificationKeys: number[]) => call('endNotificationDefinitions', { notificationKeys });
    expect(await end(first, 2_147_483_647)).toMatchObject({ status: 400, json: { code: 5003 } });
    expect(await send(first)).toMatchObject({ status: 200 });
    expect(await end(first, second, first)).toMatchObject({ status: 200, text: '' });
    await expect.poll(() => send(first), { timeout: 30_000 }).toMatchObject({ status: 400, json: { code: 5005 } });
    expect(await call('updateNotificationDefinition', { ...RICH, notificationKey: first })).toMatchObject({
      json: { code: 5005 },
    });
    expect(await end(first)).toMatchObject({ status: 400, json: { code: 5005 } });
    expect(await shown()).toContain('order 7 is');
    expect((await get(`getNotificationDefinition?notificationKey=${first}`)).json).toMatchObject({ endedAt: MILLIS });
    expect((await get(`getPushStats?notificationKey=${second}`)).json).toMatchObject({ status: 'FINISHED' });
    const theirs = await call('endNotificationDefinitions', { notificationKeys: [await define()] }, other.keys.rest);
    expect(theirs).toMatchObject({ status: 400, json: { code: 5003 } });
  });
});
