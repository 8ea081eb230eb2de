import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PUSH = { platforms: ['IOS', 'ANDROID'], text: 'Shoes 20 % off' };
const MAIL = { platforms: ['EMAIL'], subject: 'Sale', text: 'Shoes', from: 'shop@example.com' };
const SMS = { platforms: ['SMS'], text: 'Shoes' };
const BODY = { title: 'Sale', target: { sendToAll: true }, contents: [PUSH, MAIL, SMS] };
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  const both = await reachableUsers(sending.simulators, 'IOS', 3);
  const mails = await reachableUsers(sending.simulators, 'EMAIL', 5);
  // Three users with a device and an address, two with an address alone, one with a number, one with nothing.
  await sending.post(
    'registerUsers',
    both.map((user, n) => ({ ...user, email: `user${n}@example.com` })),
  );
  await sending.post('registerUsers', mails.slice(3));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'SMS', 1));
  await sending.post('registerUsers', [{ extId: 'nothing' }]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const start = async (body: object): Promise<number> =>
  (await sending.post<{ notificationKey: number }>('campaigns', body)).notificationKey;

async function stats(key: number): Promise<Record<string, unknown>> {
  const { json } = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' });
  return json as Record<string, unknown>;
}

async function results(key: number): Promise<{ platform: string; extId: string; content: number }[]> {
  const path = `/rest/3.0/getPushResult?max=1000&notificationKey=${key}`;
  return ((await sending.gateway.call(path, { method: 'GET' })).json as { list: never[] }).list;
}

const counts = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await sending.simulators.counts()).flatMap(([provider, { accepted }]) =>
      accepted > 0 ? [[provider, accepted]] : [],
    ),
  );

describe('POST /rest/3.0/campaigns, reach all', () => {
  it('Each person gets every content that reaches her, under one key with figures by content', async () => {
    const key = await start(BODY);
    await sending.drain();
    expect(await counts()).toEqual({ apns: 3, smtp: 5, sms: 1 });
    const { contents, ...sums } = await stats(key);
    expect(sums).toMatchObject({ status: 'FINISHED', state: 'FINISHED' });
    expect(contents).toMatchObject([
      {
        planned: 3,
        stats: [
          { platform: 'IOS', sent: 3 },
          { platform: 'ANDROID', sent: 0 },
        ],
        leftOut: { NO_DEVICE: 4 },
      },
      { planned: 5, stats: [{ platform: 'EMAIL', sent: 5 }], leftOut: { NO_ADDRESS: 2 } },
      { planned: 1, stats: [{ platform: 'SMS', sent: 1 }], leftOut: { NO_ADDRESS: 6 } },
    ]);
    const rows = await results(key);
    expect(rows).toHaveLength(9);
    expect(rows.every(({ platform, content }) => ['IOS', 'EMAIL', 'SMS'][content] === platform)).toBe(true);
  });

  it('A dry run answers by content what the campaign sends', async () => {
    const report = await sending.post<{ users: number; planned: number; contents: { planned: number }[] }>(
      'campaigns/dryRun',
      BODY,
    );
    expect(report).toMatchObject({ users: 7, planned: 9, misspelt: [] });
    expect(report.contents).toMatchObject([
      { planned: 3, leftOut: { NO_DEVICE: 4 } },
      { planned: 5, leftOut: { NO_ADDRESS: 2 } },
      { planned: 1, leftOut: { NO_ADDRESS: 6 } },
    ]);
    expect(await counts()).toEqual({});
  });

  it('An inbox content is stored for every user of the target', async () => {
    const key = await start({ ...BODY, contents: [MAIL, { platforms: ['INBOX'], text: 'Read me' }] });
    await sending.drain();
    const { contents } = await stats(key);
    expect(contents).toMatchObject([
      { stats: [{ platform: 'EMAIL', sent: 5 }] },
      { stats: [{ platform: 'INBOX', sent: 7 }], leftOut: {} },
    ]);
    const rows = await sending.gateway.fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM inbox.message WHERE app_id = $1',
      [sending.gateway.appId],
    );
    expect(rows?.n).toBe(7);
  });

  it('Stop ends all contents of a campaign that has not begun, and the key has no other state', async () => {
    const key = await start({ ...BODY, schedule: { startTime: '2999-01-01T00:00:00' } });
    expect(await stats(key)).toMatchObject({ state: 'STARTING' });
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.drain();
    expect(await stats(key)).toMatchObject({
      state: 'STOPPED',
      contents: [{ planned: 0 }, { planned: 0 }, { planned: 0 }],
    });
    expect(await counts()).toEqual({});
  });
});

describe('POST /rest/3.0/campaigns, bad bodies', () => {
  const many = Array.from({ length: 11 }, () => PUSH);
  it.each<[body: object, code: number, words: string]>([
    [{ ...BODY, title: undefined }, 2020, 'title'],
    [{ ...BODY, target: undefined }, 2020, 'target'],
    [{ ...BODY, contents: undefined }, 2020, 'contents'],
    [{ ...BODY, contents: [] }, 2020, 'contents'],
    [{ ...BODY, contents: many }, 2004, 'contents'],
    [{ ...BODY, contents: [PUSH, 'x'] }, 2004, 'contents[1]'],
    [{ ...BODY, contents: [PUSH, { ...MAIL, platforms: ['FAX'] }] }, 2004, 'contents[1].platforms[0]'],
    [{ ...BODY, contents: [PUSH, { ...MAIL, platforms: ['EMAIL', 'IOS'] }] }, 2004, 'contents[1].platforms[1]'],
    [{ ...BODY, contents: [PUSH, { ...MAIL, platforms: [] }] }, 2020, 'contents[1].platforms'],
    [{ ...BODY, contents: [{ ...PUSH, platforms: ['INBOX', 'IOS'] }] }, 2004, 'contents[0].platforms'],
    [{ ...BODY, contents: [PUSH, { ...MAIL, text: undefined }] }, 2020, 'contents[1].text'],
    [{ ...BODY, contents: [PUSH, { ...MAIL, from: 'x' }] }, 6000, 'contents[1].from'],
    [{ ...BODY, contents: [{ ...PUSH, categories: ['none'] }] }, 2004, "Category 'none'"],
    [{ ...BODY, contents: [{ ...PUSH, ios: { sound: 'none' } }] }, 2004, 'contents[0].ios.sound'],
    [{ ...BODY, contents: [{ ...PUSH, text: 'Hi @{name' }] }, 2004, 'contents[0].text'],
    [{ ...BODY, contents: [{ platforms: ['CHROME'], text: 'x' }] }, 2020, 'contents[0].iconUrl'],
    [{ ...BODY, reach: 'some' }, 2004, 'reach'],
    [{ ...BODY, within: '4h' }, 2004, 'within'],
    [{ ...BODY, reach: 'first', within: '4 hours' }, 2004, 'within'],
    [{ ...BODY, reach: 'first', within: '29d' }, 2004, 'within'],
    [{ ...BODY, preferredBy: 'lastActive' }, 2004, 'preferredBy'],
    [{ ...BODY, reach: 'preferred' }, 2020, 'preferredBy'],
    [{ ...BODY, reach: 'first', contents: [{ ...PUSH, ios: { limit: 1 } }, MAIL] }, 2004, 'contents[0].ios.limit'],
    [{ ...BODY, options: { limit: 0 } }, 2004, 'options.limit'],
    [{ ...BODY, schedule: { startTime: 'soon' } }, 2004, 'schedule.startTime'],
    [{ ...BODY, target: { extId: ['a'] } }, 2004, 'target.extId'],
  ])('The body %j is refused with code %i and the words %s, and nothing is stored', async (body, code, words) => {
    for (const operation of ['campaigns', 'campaigns/dryRun']) {
      const { status, json } = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
      expect({ status, json }).toMatchObject({
        status: 400,
        json: { code, error: expect.stringContaining(words) as string },
      });
    }
    const open = await sending.gateway.fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM delivery.dispatch WHERE app_id = $1 AND state = 0',
      [sending.gateway.appId],
    );
    expect(open?.n).toBe(0);
  });
});
