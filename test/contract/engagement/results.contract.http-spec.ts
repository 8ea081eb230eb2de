import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMessageId } from '#libs/delivery';
import { ProviderCallbackService } from '#libs/delivery/engagement';
import { secondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

interface ResultList {
  list: Record<string, unknown>[];
  nextPage?: string;
}

const DAY_MS = 24 * 3600 * 1000;
let sending: Sending;
let push: number;
let mail: number;
let sms: number;

const read = async <A = ResultList>(query: string, key = 'rest'): Promise<A> => {
  const path = query.startsWith('http') ? query.slice(sending.gateway.base.length) : `/rest/3.0/${query}`;
  const answer = await sending.gateway.call(path, { method: 'GET', key });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json as A;
};
const results = (query: string, key?: string) => read(`getPushResult?${query}`, key);

/** Three people with a device, an address and a number each; the mailbox of one is unknown, one number is wrong. */
beforeAll(async () => {
  sending = await startSending();
  await sending.post(
    'registerUsers',
    ['ann', 'bob', 'cem'].map((extId, n) => ({
      extId,
      platform: 'IOS',
      deviceToken: `${extId}-token`.padEnd(64, 'a'),
      email: `${extId}@example.com`,
      msisdn: `+90532123456${n}`,
    })),
  );
  await sending.simulators.faults(1, [
    { provider: 'smtp', token: 'bob@example.com', share: 1, sticky: true, status: 550, reason: '5.1.1' },
    { provider: 'sms', token: '+905321234562', share: 1, sticky: true, status: 400, reason: '21211' },
  ]);
  const all = { sendToAll: true };
  push = await sending.bulk({ message: { title: 'Hello', text: 'Everybody', platforms: ['IOS'] }, target: all });
  mail = await sending.bulk({ message: { title: 'Letter', text: '<p>Hi</p>', platforms: ['EMAIL'] }, target: all });
  sms = await sending.bulk({ message: { title: 'Short', text: 'Hi', platforms: ['SMS'] }, target: all });
  await sending.drain();
});
afterAll(() => sending.close());

describe('4.5 getPushResult', () => {
  it('getPushResult lists success and failure per individual e-mail', async () => {
    const { list } = await results(`notificationKey=${mail}`);
    expect(list.toSorted((a, b) => String(a['extId']).localeCompare(String(b['extId'])))).toEqual([
      entry('EMAIL', 'ann', 'Letter', '<p>Hi</p>'),
      {
        ...entry('EMAIL', 'bob', 'Letter', '<p>Hi</p>'),
        status: 'FAILED',
        errorCode: expect.stringContaining('5') as string,
        errorMsg: 'INVALID_ADDRESS',
      },
      entry('EMAIL', 'cem', 'Letter', '<p>Hi</p>'),
    ]);
  });

  it('getPushResult lists success and failure per individual SMS', async () => {
    const { list } = await results(`notificationKey=${sms}&extId=cem`);
    expect(list).toEqual([
      { ...entry('SMS', 'cem', 'Short', 'Hi'), status: 'FAILED', errorCode: '21211', errorMsg: 'INVALID_ADDRESS' },
    ]);
    expect((await results(`notificationKey=${sms}`)).list.map(({ status }) => status).toSorted()).toEqual([
      'FAILED',
      'SUCCESS',
      'SUCCESS',
    ]);
  });

  it('getPushResult names the installation of a push, by extId and by token', async () => {
    const [byUser] = (await results(`notificationKey=${push}&extId=ann`)).list;
    expect(byUser).toEqual({
      ...entry('IOS', 'ann', 'Hello', 'Everybody'),
      installationId: expect.any(String) as string,
    });
    expect((await results(`token=${'ann-token'.padEnd(64, 'a')}`)).list).toEqual([byUser]);
    expect((await results(`token=${'ann-token'.padEnd(64, 'a')}&extId=bob`)).list).toEqual([]);
    expect((await results('token=unknown')).list).toEqual([]);
    expect((await results('extId=nobody')).list).toEqual([]);
  });

  it('getPushResult returns all results of a user, whatever the channel', async () => {
    const { list } = await results('extId=ann');
    expect(list.map(({ platform }) => platform).toSorted()).toEqual(['EMAIL', 'IOS', 'SMS']);
  });

  it('getPushResult pages through all results, each once, and returns all nine on one page by default', async () => {
    const seen: Record<string, unknown>[] = [];
    for (let query: string | undefined = 'getPushResult?max=2'; query !== undefined;) {
      const page: ResultList = await read(query);
      expect(page.list.length).toBeLessThanOrEqual(2);
      seen.push(...page.list);
      query = page.nextPage;
    }
    expect(seen).toHaveLength(9);
    expect(new Set(seen.map(({ platform, extId }) => `${String(platform)} ${String(extId)}`)).size).toBe(9);
    const first: ResultList = await read('getPushResult');
    expect([first.list.length, first.nextPage]).toEqual([9, undefined]);
    const byUser: ResultList = await results('extId=ann&max=2');
    expect((await read(byUser.nextPage ?? '')).list).toHaveLength(1);
  });

  it('getPushResult covers the last two weeks by default', async () => {
    const { db } = sending.gateway.fresh;
    const old = new Date(Date.now() - 20 * DAY_MS);
    await db.affected(
      `UPDATE delivery.push_result SET ts = $2 WHERE dispatch_id IN
         (SELECT dispatch_id FROM delivery.dispatch WHERE notification_key = $1)`,
      [sms, old],
    );
    // Nothing becomes final before its launch.
    await db.affected('UPDATE delivery.dispatch SET launched_at = $2 WHERE notification_key = $1', [sms, old]);
    expect((await results(`notificationKey=${sms}`)).list).toEqual([]);
    expect((await results(`notificationKey=${sms}&start=${old.getTime() - 1}`)).list).toHaveLength(3);
    const now = Date.now();
    expect((await results(`notificationKey=${mail}&start=${now + DAY_MS}&end=${now - DAY_MS}`)).list).toHaveLength(3);
    expect((await results(`notificationKey=${sms}&end=${old.getTime() - 1}`)).list).toEqual([]);
  });

  it('getPushResult and getPushStats show another application nothing', async () => {
    const secondApp = await secondApplication(sending.gateway);
    expect((await results('max=100', secondApp.keys.rest)).list).toEqual([]);
    expect((await results(`notificationKey=${mail}`, secondApp.keys.rest)).list).toEqual([]);
    const stats = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${mail}`, {
      method: 'GET',
      key: secondApp.keys.rest,
    });
    expect([stats.status, stats.json]).toMatchObject([400, { code: 5003 }]);
  });

  function entry(platform: string, extId: string, msgTitle: string, msgText: string): Record<string, unknown> {
    return {
      platform,
      status: 'SUCCESS',
      messageId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      extId,
      msgTitle,
      msgText,
      timeStamp: expect.any(Number) as number,
    };
  }
});

describe('4.5 getPushStats', () => {
  it('getPushStats of one key shows sent, failed and clicked by platform', async () => {
    expect(await read(`getPushStats?notificationKey=${mail}`)).toEqual({
      notificationKey: mail,
      status: 'FINISHED',
      state: 'FINISHED',
      dueAt: expect.any(Number) as number,
      startDate: expect.any(Number) as number,
      endDate: expect.any(Number) as number,
      stats: [{ platform: 'EMAIL', sent: 2, failed: 1, clicked: 0 }],
      leftOut: {},
    });
  });

  it('getPushStats of a time span lists every message that had a send in it', async () => {
    const now = Date.now();
    const { messages } = await read<{ messages: { notificationKey: number }[] }>(
      `getPushStats?start=${now - DAY_MS}&end=${now + DAY_MS}`,
    );
    expect(messages.map(({ notificationKey }) => notificationKey).toSorted((a, b) => a - b)).toEqual([push, mail, sms]);
  });
});

describe('Late provider reports', () => {
  it('A late complaint is listed by getEngagement, and the results stay unchanged', async () => {
    const [mailed] = await sending.simulators.deliveries('provider=smtp&token=ann@example.com');
    const message = readMessageId(/[\da-f-]{36}/.exec(mailed?.messageId ?? '')?.[0] ?? '');
    if (!message) {
      throw new Error('The simulator names no message of ours');
    }
    const reports = sending.gateway.app.get(ProviderCallbackService);
    const complaint = { kind: 'complaint', code: 'abuse', text: 'This is spam' } as const;
    await reports.handleMailReport(message, { ...complaint, mailFrom: [] });
    await reports.handleMailReport(message, { ...complaint, mailFrom: [] });
    const engagement = {
      notificationKey: mail,
      arrivals: [],
      opens: [],
      buttons: [],
      late: [{ platform: 'EMAIL', kind: 'complaint', code: 'abuse', recipients: 1 }],
    };
    expect(await read(`getEngagement?notificationKey=${mail}`)).toEqual(engagement);
    expect(await read(`getEngagement?notificationKey=${mail}&extId=ann`)).toEqual({
      ...engagement,
      told: [
        { platform: 'EMAIL', kind: 'complaint', code: 'abuse', detail: 'This is spam', timeStamp: expect.any(Number) },
      ],
    });
    expect(await read(`getEngagement?notificationKey=${mail}&extId=bob`)).toEqual({ ...engagement, told: [] });
    const secondApp = await secondApplication(sending.gateway, 'third');
    for (const [query, key, expected] of [
      [`notificationKey=${mail}`, secondApp.keys.rest, { code: 5003 }],
      ['', 'rest', { code: 2020, error: 'notificationKey is required' }],
    ] as const) {
      const { status, json } = await sending.gateway.call(`/rest/3.0/getEngagement?${query}`, { method: 'GET', key });
      expect({ status, json }).toMatchObject({ status: 400, json: expected });
    }
    expect((await results(`notificationKey=${mail}&extId=ann`)).list).toMatchObject([{ status: 'SUCCESS' }]);
  });
});
