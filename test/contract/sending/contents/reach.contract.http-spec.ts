import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NextContentService } from '#libs/delivery';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PUSH = { platforms: ['IOS', 'ANDROID'], text: 'Shoes 20 % off' };
const MAIL = { platforms: ['EMAIL'], subject: 'Sale', text: 'Shoes', from: 'shop@example.com' };
const SMS = { platforms: ['SMS'], text: 'Shoes' };
const BODY = { title: 'Sale', target: { tag: 'base' }, contents: [PUSH, MAIL, SMS], reach: 'first' };
let sending: Sending;

/** Six people: push and mail; push, mail and number; mail and number; mail; number; nothing. */
beforeAll(async () => {
  sending = await startSending();
  const [a, b] = await reachableUsers(sending.simulators, 'IOS', 2);
  const people = [
    { ...a, extId: 'push-mail', email: 'a@example.com' },
    { ...b, extId: 'all', email: 'b@example.com', msisdn: '+491701000002' },
    { extId: 'mail-sms', email: 'c@example.com', msisdn: '+491701000003' },
    { extId: 'mail', email: 'd@example.com' },
    { extId: 'sms', msisdn: '+491701000005' },
    { extId: 'nothing' },
  ];
  await sending.post(
    'registerUsers',
    people.map((person) => ({ ...person, tags: ['base'] })),
  );
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());
afterEach(() => sending.simulators.faults(1, []));

const start = async (body: object): Promise<number> =>
  (await sending.post<{ notificationKey: number }>('campaigns', body)).notificationKey;

/** Lets everything happen: sends, and the passes to the next content. */
async function settle(): Promise<void> {
  const pass = sending.gateway.app.get(NextContentService);
  for (let turn = 0; turn < 6; turn++) {
    await sending.drain();
    await sending.gateway.fresh.db.affected('UPDATE delivery.next_content SET due_at = now()');
    await Promise.all([pass.advance(), pass.advance()]);
  }
  await sending.drain();
}

interface Row {
  platform: string;
  extId: string;
  status: string;
  errorMsg?: string;
  content: number;
}

/** Contents by person, with those that failed. */
async function got(key: number): Promise<Record<string, string[]>> {
  const path = `/rest/3.0/getPushResult?max=1000&notificationKey=${key}`;
  const { list } = (await sending.gateway.call(path, { method: 'GET' })).json as { list: Row[] };
  const people: Record<string, string[]> = {};
  for (const { extId, content, status } of list.toSorted((x, y) => x.content - y.content)) {
    (people[extId] ??= []).push(`${content}${status === 'SUCCESS' ? '' : ' failed'}`);
  }
  return people;
}

async function states(key: number): Promise<number[]> {
  const rows = await sending.gateway.fresh.db.rows<{ state: number }>(
    'SELECT state FROM delivery.dispatch WHERE notification_key = $1 ORDER BY content',
    [key],
  );
  return rows.map(({ state }) => state);
}

const WITHOUT_FAULTS = { 'push-mail': ['0'], all: ['0'], 'mail-sms': ['1'], mail: ['1'], sms: ['2'] };

describe('POST /rest/3.0/campaigns, reach first', () => {
  it('Each person gets the first content that reaches her, as the dry run says', async () => {
    const report = await sending.post('campaigns/dryRun', BODY);
    const key = await start(BODY);
    await settle();
    expect(await got(key)).toEqual(WITHOUT_FAULTS);
    expect(report).toMatchObject({
      users: 6,
      reached: 5,
      planned: 5,
      contents: [
        { planned: 2, leftOut: { NO_DEVICE: 4 } },
        { planned: 2, leftOut: { NO_ADDRESS: 2 } },
        { planned: 1, leftOut: { NO_ADDRESS: 1 } },
      ],
    });
    const path = `/rest/3.0/getPushStats?notificationKey=${key}`;
    expect((await sending.gateway.call(path, { method: 'GET' })).json).toMatchObject({
      contents: [
        { planned: 2, leftOut: { NO_DEVICE: 4 } },
        { planned: 2, leftOut: { NO_ADDRESS: 2 } },
        { planned: 1, leftOut: { NO_ADDRESS: 1 } },
      ],
    });
  });

  it('A person whose message ends without delivery goes on to the next content that reaches her', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 410, reason: 'Unregistered' }]);
    await register('gone');
    const key = await start({ ...BODY, target: { tag: 'gone' } });
    await settle();
    expect(await got(key)).toEqual({
      'gone-0': ['0 failed', '1'],
      'gone-1': ['0 failed', '2'],
      'gone-2': ['0 failed'],
    });
    expect((await sending.simulators.counts())['smtp']?.accepted).toBe(1);
  });

  it('No one goes on after the time of the campaign, or when it is stopped', async () => {
    for (const [tag, end] of [
      [
        'late',
        "UPDATE delivery.dispatch SET launched_at = launched_at - interval '2 hours' WHERE notification_key = $1",
      ],
      ['stopped', undefined],
    ] as const) {
      await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 410, reason: 'Unregistered' }]);
      await register(tag);
      const key = await start({ ...BODY, target: { tag }, within: '1h' });
      await sending.drain();
      if (end) {
        await sending.gateway.fresh.db.affected(end, [key]);
      } else {
        await sending.post('stopNotification', [{ messageId: key }]);
      }
      await settle();
      expect(await got(key)).toEqual(Object.fromEntries([0, 1, 2].map((n) => [`${tag}-${n}`, ['0 failed']])));
      expect((await states(key)).every((state) => state >= 3)).toBe(true);
      expect(await rows(key)).toBe(0);
    }
  });

  it('A paused campaign lets no one go on until it is resumed', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 410, reason: 'Unregistered' }]);
    await register('paused');
    const key = await start({ ...BODY, target: { tag: 'paused' } });
    await sending.drain();
    await sending.post('pauseNotification', [{ messageId: key }]);
    await settle();
    expect(Object.values(await got(key)).flat()).toEqual(['0 failed', '0 failed', '0 failed']);
    await sending.post('resumeNotification', [{ messageId: key }]);
    await settle();
    expect(await got(key)).toMatchObject({ 'paused-0': ['0 failed', '1'], 'paused-1': ['0 failed', '2'] });
  });

  it('A person with two devices waits for both, and goes on only when neither got the message', async () => {
    const android = await reachableUsers(sending.simulators, 'ANDROID', 2, 900);
    await register('two');
    await sending.post('registerUsers', [
      { ...android[0], extId: 'two-0' },
      { ...android[1], extId: 'two-1' },
    ]);
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 410, reason: 'Unregistered' }]);
    const key = await start({ ...BODY, target: { tag: 'two' } });
    await settle();
    expect(await got(key)).toEqual({
      'two-0': expect.arrayContaining(['0 failed', '0']) as string[],
      'two-1': expect.arrayContaining(['0 failed', '0']) as string[],
      'two-2': ['0 failed'],
    });
    expect((await sending.simulators.counts())['smtp']?.accepted ?? 0).toBe(0);
  });
});

describe('POST /rest/3.0/campaigns, reach preferred', () => {
  it('Each person gets the content that her attribute names, else the first that reaches her', async () => {
    const body = { ...BODY, reach: 'preferred', preferredBy: 'favourite' };
    const { status, json } = await sending.gateway.call('/rest/3.0/campaigns', { body });
    expect({ status, json }).toMatchObject({ status: 400, json: { code: 2004 } });
    const key = await start({ ...body, preferredBy: 'lastActive', contents: [SMS, MAIL, PUSH] });
    await settle();
    // A device that never was active is no one's preference.
    expect(await got(key)).toEqual({ 'push-mail': ['1'], all: ['0'], 'mail-sms': ['0'], mail: ['1'], sms: ['0'] });
    await sending.gateway.fresh.db.affected('UPDATE users.installation SET last_active_at = now()');
    const again = await start({ ...body, preferredBy: 'lastActive', contents: [SMS, MAIL, PUSH] });
    await settle();
    expect(await got(again)).toMatchObject({
      'push-mail': ['2'],
      all: ['2'],
      'mail-sms': ['0'],
      mail: ['1'],
      sms: ['0'],
    });
  });
});

/** Three people with an iPhone each; the first has an address too, and the second a number. */
async function register(tag: string): Promise<void> {
  const from = Array.from(tag).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000;
  const users = await reachableUsers(sending.simulators, 'IOS', 3, 1000 + from);
  await sending.post(
    'registerUsers',
    users.map((user, n) => ({
      ...user,
      extId: `${tag}-${n}`,
      tags: [tag],
      ...(n === 0 && { email: `${tag}@example.com` }),
      ...(n === 1 && { msisdn: `+4917${String(20_000_000 + from)}` }),
    })),
  );
}

async function rows(key: number): Promise<number> {
  const row = await sending.gateway.fresh.db.row<{ n: number }>(
    `SELECT count(*) AS n FROM delivery.next_content n JOIN delivery.dispatch d ON d.dispatch_id = n.lead_id
      WHERE d.notification_key = $1`,
    [key],
  );
  return row?.n ?? 0;
}
