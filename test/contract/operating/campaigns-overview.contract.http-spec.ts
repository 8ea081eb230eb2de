import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MILLIS = expect.any(Number) as number;
const MESSAGE = {
  title: 'Spring sale',
  text: 'Everything 20 % off today',
  platforms: ['ANDROID'],
  labels: 'sale',
  click: { url: 'https://shop.example/sale' },
};
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('reports only', { scopes: ['reports'] });
  await sending.gateway.makeKey('users only', { scopes: ['users'] });
  await sending.post('registerUsers', [
    { extId: 'ann', platform: 'ANDROID', deviceToken: 'ann-phone', tags: ['Sport'] },
    { extId: 'ben', platform: 'ANDROID', deviceToken: 'ben-phone' },
  ]);
});
afterAll(() => sending.close());

const get = (path: string, key = 'rest') => sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET', key });

describe('getCampaigns and getCampaign', () => {
  it('getCampaigns and getCampaign show a campaign with message, target, state and figures', async () => {
    const notificationKey = await sending.bulk({ message: MESSAGE, target: { tag: 'Sport' } });
    await sending.drain();
    const entry = {
      notificationKey,
      title: 'Spring sale',
      platforms: ['ANDROID'],
      labels: 'sale',
      createdAt: MILLIS,
      status: 'FINISHED',
      state: 'FINISHED',
      dueAt: MILLIS,
      startDate: MILLIS,
      endDate: MILLIS,
      stats: [{ platform: 'ANDROID', sent: 1, failed: 0, clicked: 0 }],
    };
    expect((await get('getCampaigns?max=1')).json).toMatchObject({ list: [entry] });
    const campaign = await get(`getCampaign?notificationKey=${notificationKey}`);
    const target = { type: 'tag', mode: 'any', names: ['Sport'] };
    expect(campaign.json).toMatchObject({ ...entry, planned: 1, message: MESSAGE, target });
    const narrow = await get(`getCampaign?notificationKey=${notificationKey}`, 'reports only');
    expect(narrow.json).toMatchObject({ ...entry, message: MESSAGE });
    expect(narrow.json).not.toHaveProperty('target');
  });

  it('getCampaign shows a scheduled campaign, and a stopped one', async () => {
    const schedule = { startTime: '2999-01-01T00:00:00' };
    const later = await sending.bulk({ message: MESSAGE, target: { sendToAll: true }, schedule });
    const state = async () => (await get(`getCampaign?notificationKey=${later}`)).json;
    expect(await state()).toMatchObject({ state: 'STARTING', dueAt: Date.UTC(2999, 0, 1), planned: 0 });
    await sending.post('stopNotification', [{ messageId: later }]);
    expect(await state()).toMatchObject({ state: 'STOPPED' });
  });

  it('getCampaigns lists each campaign once, newest first, without definitions and other applications', async () => {
    await sending.post('createNotificationDefinition', { title: 'D', message: 'Hi', platforms: ['ANDROID'] });
    const keys: number[] = [];
    for (let i = 0; i < 3; i++) {
      keys.push(await sending.bulk({ message: MESSAGE, target: { tag: 'nobody has it' } }));
    }
    const found: number[] = [];
    let path: string | undefined = 'getCampaigns?max=2';
    while (path !== undefined) {
      const page = (await get(path)).json as { list: { notificationKey: number }[]; nextPage?: string };
      found.push(...page.list.map(({ notificationKey }) => notificationKey));
      path = page.nextPage?.split('/rest/3.0/')[1];
    }
    expect(found.slice(0, 3)).toEqual(keys.toReversed());
    expect(found).toEqual([...new Set(found)].toSorted((a, b) => b - a));
    const other = await secondApplication(sending.gateway);
    expect((await get('getCampaigns', other.keys.rest)).json).toEqual({ list: [] });
    expect(await get(`getCampaign?notificationKey=${keys[0]}`, other.keys.rest)).toMatchObject({
      json: { code: 5003 },
    });
    expect(await get('getCampaigns', 'users only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect((await get('getCampaigns?max=101')).json).toMatchObject({ code: 2004 });
  });
});
