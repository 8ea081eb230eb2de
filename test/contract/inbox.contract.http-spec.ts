import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMessage, PLATFORMS, type Message } from '#libs/content';
import { InboxWriter, type InboxPage, type Words } from '#libs/inbox';
import { ApplyService } from '#libs/tenancy';
import { UsersService, type RegisteredInstallation } from '#libs/users';
import { startGateway, type Answer, type TestGateway } from '../support/gateway.js';
import { secondApplication, type SecondApplication } from '../support/second-application.js';
import examples from './examples/inbox.json' with { type: 'json' };

const SALE = {
  title: 'Sale',
  text: 'All shoes 20 % off',
  platforms: ['IOS', 'ANDROID'],
  inbox: true,
};

let gateway: TestGateway;
let elsewhere: SecondApplication;
let dispatches = 0;
let names = 0;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('users-only', { scopes: ['users'] });
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const post = (operation: string, body: unknown, key = 'rest'): Promise<Answer> =>
  gateway.call(`/rest/3.0/inbox/${operation}`, { body, key });
const getAll = (body: unknown): Promise<Answer> => post('getAllInbox', body);
const change = (body: unknown): Promise<Answer> => post('statusChange', body);
const get = (query: string, key = 'rest'): Promise<Answer> =>
  gateway.call(`/rest/3.0/inbox/get${query}`, { method: 'GET', key });
const page = (answer: Answer): InboxPage => {
  expect(answer.status).toBe(200);
  return answer.json as InboxPage;
};
const messagesOf = (answer: Answer): string[] => page(answer).msgs.map(({ message }) => message);
const piidsOf = (answer: Answer): number[] => page(answer).msgs.map(({ pushInstanceId }) => pushInstanceId);

async function newUser(key = 'rest'): Promise<string> {
  const extId = `user-${(names += 1)}`;
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId }], key });
  return extId;
}

/** Stores a push for a user, as delivery does in the transaction of the results. */
async function store(
  extId: string,
  message: object = SALE,
  words: Words = {},
  appId = gateway.appId,
): Promise<{ notificationKey: number }> {
  const inbox = gateway.app.get(InboxWriter);
  const uid = (await gateway.app.get(UsersService).uidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
  const parsed: Message = parseMessage({ message }, { kind: 'bulk' });
  const dispatch = { dispatchId: (dispatches += 1), notificationKey: 5000 + dispatches, message: parsed };
  const shown = { text: parsed.text, ...words };
  await inbox.keepContent(appId, dispatch);
  const numbered = await inbox.number(appId, [{ uid, platform: PLATFORMS.IOS.number, words: shown }]);
  await gateway.fresh.db.tx(async (tx) => {
    await inbox.store(tx, appId, dispatch, numbered);
  });
  return dispatch;
}

async function userWith(...texts: string[]): Promise<string> {
  const extId = await newUser();
  for (const text of texts) {
    await store(extId, { ...SALE, text });
  }
  return extId;
}

describe('4.9 inbox/getAllInbox', () => {
  it('2.5: lists messages with all that an entry has', async () => {
    const extId = await newUser();
    const { notificationKey } = await store(extId, SALE, { subText: 'today only' });
    const before = Date.now();
    const { msgs, cnts, prms } = page(await getAll({ extId, status: 2 }));
    expect(msgs).toEqual([
      {
        msgId: notificationKey,
        extID: extId,
        pushInstanceId: expect.any(Number) as number,
        title: 'Sale',
        message: 'All shoes 20 % off',
        status: 'UNREAD',
        sts: expect.any(Number) as number,
        subText: 'today only',
      },
    ]);
    expect(Math.abs((msgs[0]?.sts ?? 0) - before)).toBeLessThan(60_000);
    expect(cnts).toEqual({ 2: 1 });
    expect(prms).toBeUndefined();
  });

  it('leaves subText out where there is none', async () => {
    expect(page(await getAll({ extId: await userWith('a'), status: 2 })).msgs[0]).not.toHaveProperty('subText');
  });

  it('decisions 4: reads status as a mask and counts every asked bit over the whole filter, zeros included', async () => {
    const extId = await userWith('one', 'two', 'three', 'four');
    const [four = 0, three = 0] = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids: [four], st: 1 });
    await change({ extId, piids: [three], st: 4 });
    const asked = async (status: number): Promise<[string[], object]> => {
      const answer = await getAll({ extId, status, numberOfNotification: 10 });
      return [messagesOf(answer), page(answer).cnts];
    };
    expect(await asked(1)).toEqual([['four'], { 1: 1 }]);
    expect(await asked(2)).toEqual([['two', 'one'], { 2: 2 }]);
    expect(await asked(3)).toEqual([['four', 'two', 'one'], { 1: 1, 2: 2 }]);
    expect(await asked(4)).toEqual([['three'], { 4: 1 }]);
    expect(await asked(5)).toEqual([['four', 'three'], { 1: 1, 4: 1 }]);
    expect(await asked(7)).toEqual([['four', 'three', 'two', 'one'], { 1: 1, 2: 2, 4: 1 }]);
    expect(await asked(15)).toEqual([['four', 'three', 'two', 'one'], { 1: 1, 2: 2, 4: 1 }]);
    expect(await asked(8)).toEqual([[], {}]);
    expect(page(await getAll({ extId: await newUser(), status: 7 })).cnts).toEqual({ 1: 0, 2: 0, 4: 0 });
  });

  it('pages by prms.index, newest first; a page without prms is the last', async () => {
    const texts = Array.from({ length: 7 }, (_, n) => `message ${n}`);
    const extId = await userWith(...texts);
    const seen: string[][] = [];
    let prms: { index?: number } | undefined = {};
    while (prms) {
      const answer = await getAll({ extId, status: 7, numberOfNotification: 3, prms });
      const { msgs, cnts, prms: next } = page(answer);
      seen.push(msgs.map(({ message }) => message));
      expect(cnts).toEqual({ 1: 0, 2: 7, 4: 0 });
      expect(next?.index).toBe(next && msgs.at(-1)?.pushInstanceId);
      prms = next;
    }
    expect(seen.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(seen.flat()).toEqual(texts.toReversed());
    expect(messagesOf(await getAll({ extId, status: 7, prms: { index: 0 } }))).toHaveLength(7);
  });

  it('has no prms when the last page is full', async () => {
    const extId = await userWith('a', 'b');
    expect(page(await getAll({ extId, status: 7, numberOfNotification: 2 })).prms).toBeUndefined();
  });

  it('8: a page has 20 messages when no size is given', async () => {
    const extId = await userWith(...Array.from({ length: 21 }, String));
    const { msgs, prms } = page(await getAll({ extId, status: 2 }));
    expect(msgs).toHaveLength(20);
    expect(prms?.index).toBe(msgs.at(-1)?.pushInstanceId);
  });

  it('filters by startDate and endDate, counts too', async () => {
    const extId = await userWith('now');
    const sts = page(await getAll({ extId, status: 2 })).msgs[0]?.sts ?? 0;
    const listed = async (dates: object): Promise<[number, object]> => {
      const { msgs, cnts } = page(await getAll({ extId, status: 2, ...dates }));
      return [msgs.length, cnts];
    };
    expect(await listed({ startDate: sts - 1000, endDate: sts + 1000 })).toEqual([1, { 2: 1 }]);
    expect(await listed({ startDate: sts + 1000 })).toEqual([0, { 2: 0 }]);
    expect(await listed({ endDate: sts - 1000 })).toEqual([0, { 2: 0 }]);
    expect(await listed({ startDate: 0, endDate: 8.64e15 })).toEqual([1, { 2: 1 }]);
  });

  it('filters by any of the given categories, counts too', async () => {
    const extId = await newUser();
    await store(extId, { ...SALE, text: 'plain' });
    await store(extId, { ...SALE, text: 'news', categories: [7] });
    await store(extId, { ...SALE, text: 'both', categories: [7, 9] });
    const listed = async (category: number[]): Promise<[string[], object]> => {
      const answer = await getAll({ extId, status: 3, category });
      return [messagesOf(answer), page(answer).cnts];
    };
    expect(await listed([7])).toEqual([['both', 'news'], { 1: 0, 2: 2 }]);
    expect(await listed([9, 11])).toEqual([['both'], { 1: 0, 2: 1 }]);
    expect(await listed([11])).toEqual([[], { 1: 0, 2: 0 }]);
  });

  it('knows a category that the message names by the id that the panel shows', async () => {
    await gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', categories: [{ name: 'News' }, { name: 'Sale' }] }, { dryRun: false });
    const { json } = await gateway.call('/rest/3.0/getPushCategories', { method: 'GET' });
    const [news, sale] = (json as { categories: { id: number }[] }).categories.map(({ id }) => id);
    const extId = await newUser();
    await store(extId, { ...SALE, categories: ['Sale', String(news), 'Renamed since'] });
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2, category: [sale] }));
    expect((await get(`?piid=${piid}`)).json).toMatchObject({ ctg: [sale, news] });
  });

  it('decisions 2: refuses a status outside 1..15 with 2001, an unknown user with 5016', async () => {
    const extId = await newUser();
    for (const status of [0, -1, 16, 2 ** 40]) {
      expect(await getAll({ extId, status })).toMatchObject({ status: 400, json: { code: 2001 } });
    }
    expect(await getAll({ extId: 'nobody', status: 2 })).toMatchObject({ status: 400, json: { code: 5016 } });
  });

  it.each([
    [{}, 2020, 'extId'],
    [{ extId: '' }, 2020, 'extId'],
    [{ extId: 7, status: 2 }, 2004, 'extId'],
    [{ extId: 'x'.repeat(10_000), status: 2 }, 2004, 'extId'],
    [{ extId: 'x\0', status: 2 }, 2004, 'extId'],
    [{ extId: 'x' }, 2020, 'status'],
    [{ extId: 'x', status: null }, 2020, 'status'],
    [{ extId: 'x', status: '2' }, 2004, 'status'],
    [{ extId: 'x', status: 1.5 }, 2004, 'status'],
    [{ extId: 'x', status: 2, numberOfNotification: 0 }, 2004, 'numberOfNotification'],
    [{ extId: 'x', status: 2, numberOfNotification: 1001 }, 2004, 'numberOfNotification'],
    [{ extId: 'x', status: 2, numberOfNotification: '20' }, 2004, 'numberOfNotification'],
    [{ extId: 'x', status: 2, prms: 5 }, 2004, 'prms'],
    [{ extId: 'x', status: 2, prms: { index: 'a' } }, 2004, 'prms.index'],
    [{ extId: 'x', status: 2, prms: { index: -1 } }, 2004, 'prms.index'],
    [{ extId: 'x', status: 2, prms: { index: 2 ** 53 } }, 2004, 'prms.index'],
    [{ extId: 'x', status: 2, startDate: '2026' }, 2004, 'startDate'],
    [{ extId: 'x', status: 2, startDate: -1 }, 2004, 'startDate'],
    [{ extId: 'x', status: 2, endDate: 1e300 }, 2004, 'endDate'],
    [{ extId: 'x', status: 2, category: 7 }, 2004, 'category'],
    [{ extId: 'x', status: 2, category: ['7'] }, 2004, 'category[0]'],
    [{ extId: 'x', status: 2, category: [2 ** 31] }, 2004, 'category[0]'],
    [[], 2004, 'object'],
  ])('refuses a malformed body (case %#)', async (body, code, place) => {
    const answer = await getAll(body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.9 inbox/get', () => {
  it('2.5: answers all that a message has, by its piid alone', async () => {
    const extId = await newUser();
    const message = {
      ...SALE,
      click: { deeplink: 'shop://sale' },
      customJson: { coupon: 'A1', deep: { list: [1] } },
      categories: [7],
      labels: 'Spring',
      ios: { mediaUrl: 'https://example.com/i.png', subtitle: 'Now' },
      android: { mediaUrl: 'https://example.com/a.png', thumbnailUrl: 'https://example.com/t.png' },
    };
    const { notificationKey } = await store(extId, message, { subText: 'Now', deeplink: 'shop://sale' });
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    const answer = await get(`?piid=${piid}`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json).toEqual({
      msgId: notificationKey,
      extID: extId,
      pushInstanceId: piid,
      title: 'Sale',
      message: 'All shoes 20 % off',
      status: 'UNREAD',
      sts: expect.any(Number) as number,
      deeplink: 'shop://sale',
      url: null,
      androidMediaUrl: 'https://example.com/a.png',
      iosMediaUrl: 'https://example.com/i.png',
      androidThumbnail: 'https://example.com/t.png',
      personalizedMsg: null,
      personalizedTitle: null,
      subText: 'Now',
      customParams: { coupon: 'A1', deep: { list: [1] } },
      ctg: [7],
      lbl: ['Spring'],
    });
  });

  it('has null, an empty object or an empty list for what a message lacks', async () => {
    const extId = await userWith('bare');
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    expect((await get(`?piid=${piid}`)).json).toMatchObject({
      deeplink: null,
      url: null,
      androidMediaUrl: null,
      iosMediaUrl: null,
      androidThumbnail: null,
      personalizedMsg: null,
      personalizedTitle: null,
      subText: null,
      customParams: {},
      ctg: [],
      lbl: [],
    });
  });

  it('shows the words made for the user', async () => {
    const extId = await newUser();
    await store(extId, { ...SALE, personalizedMessage: 'Hi @{name}' }, { title: 'For Ann', text: 'Hi Ann' });
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    expect((await get(`?piid=${piid}`)).json).toMatchObject({
      title: 'For Ann',
      message: 'Hi Ann',
      personalizedTitle: 'For Ann',
      personalizedMsg: 'Hi Ann',
    });
  });

  it('decisions 4: a deleted message stays readable', async () => {
    const extId = await userWith('gone');
    const piids = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids, st: 4 });
    expect(await get(`?piid=${piids[0]}`)).toMatchObject({ status: 200, json: { status: 'DELETED', message: 'gone' } });
  });

  it('goes with its user', async () => {
    const extId = await userWith('gone with the user');
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    await gateway.call('/rest/3.0/deleteUsers', { body: { extIds: [extId] } });
    expect(await get(`?piid=${piid}`)).toMatchObject({ status: 400, json: { code: 5003 } });
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId }] });
    expect(page(await getAll({ extId, status: 7 })).msgs).toEqual([]);
  });

  it.each([
    ['', 2020],
    ['?piid=', 2004],
    ['?piid=abc', 2004],
    ['?piid=1.5', 2004],
    ['?piid=-4', 2004],
    ['?piid=9007199254740993', 2004],
    ['?piid=1&piid=2', 2004],
    ['?piid=9007199254740991', 5003],
    ['?piid=0', 5003],
  ])('refuses a piid that names nothing: %s', async (query, code) => {
    expect(await get(query)).toMatchObject({ status: 400, json: { code } });
  });
});

describe('4.9 inbox/statusChange', () => {
  it.each([
    [1, 'READ'],
    [2, 'UNREAD'],
    [4, 'DELETED'],
  ])('3: gives the listed messages the status %d, with an empty answer', async (st, status) => {
    const extId = await userWith('other', 'this', 'that');
    const [that = 0, self = 0, other = 0] = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids: [that, self, other], st: 1 });
    await change({ extId, piids: [other], st: 2 });
    expect(await change({ extId, piids: [that, self, self], st })).toMatchObject({ status: 200, text: '' });
    const { msgs } = page(await getAll({ extId, status: 7 }));
    expect(msgs.map((message) => message.status)).toEqual([status, status, 'UNREAD']);
  });

  it('brings a deleted message back', async () => {
    const extId = await userWith('back');
    const piids = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids, st: 4 });
    await change({ extId, piids, st: 2 });
    expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['back']);
  });

  it.each([{ st: 3 }, { st: 7 }, {}])(
    'decisions 4: accepts what names no single state, and changes nothing: %o',
    async (more) => {
      const extId = await userWith('same');
      const piids = piidsOf(await getAll({ extId, status: 2 }));
      expect(await change({ extId, piids, ...more })).toMatchObject({ status: 200, text: '' });
      expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['same']);
    },
  );

  it('passes over numbers that are none of the user, also those of another user', async () => {
    const [mine, other] = [await userWith('mine'), await userWith('other')];
    const [own = 0] = piidsOf(await getAll({ extId: mine, status: 2 }));
    const [foreign = 0] = piidsOf(await getAll({ extId: other, status: 2 }));
    expect((await change({ extId: mine, piids: [foreign, own, -5, 2 ** 52], st: 1 })).status).toBe(200);
    expect(messagesOf(await getAll({ extId: mine, status: 1 }))).toEqual(['mine']);
    expect(messagesOf(await getAll({ extId: other, status: 2 }))).toEqual(['other']);
  });

  it('takes any number of repeats of 1000 numbers, and refuses 1001', async () => {
    const extId = await newUser();
    const thousand = Array.from({ length: 1000 }, (_, n) => n + 1);
    expect((await change({ extId, piids: [...thousand, ...thousand], st: 1 })).status).toBe(200);
    const answer = await change({ extId, piids: [...thousand, 1001], st: 1 });
    expect(answer).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(answer.text).toContain('1001');
  });

  it.each([
    [{}, 2020, 'extId'],
    [{ extId: 'x' }, 2020, 'piids'],
    [{ extId: 'x', piids: [], st: 1 }, 2020, 'piids'],
    [{ extId: 'x', piids: 5, st: 1 }, 2004, 'piids'],
    [{ extId: 'x', piids: ['5'], st: 1 }, 2004, 'piids[0]'],
    [{ extId: 'x', piids: [2 ** 53], st: 1 }, 2004, 'piids[0]'],
    [{ extId: 'x', piids: [1], st: '1' }, 2004, 'st'],
    [{ extId: 'x', piids: [1], st: 5 }, 2004, 'st'],
    [{ extId: 'x', piids: [1], st: 0 }, 2004, 'st'],
    [{ extId: 'x', piids: [1], st: 15 }, 2004, 'st'],
    [{ extId: 'nobody', piids: [1], st: 1 }, 5016, 'extId'],
    [{ extId: 'nobody', piids: [1], st: 3 }, 5016, 'extId'],
  ])('refuses a malformed body (case %#)', async (body, code, place) => {
    const answer = await change(body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('5 keys', () => {
  it('refuses no key, a wrong one, one of a device, and one without the scope', async () => {
    const body = { extId: await newUser(), status: 2 };
    expect(await gateway.call('/rest/3.0/inbox/getAllInbox', { key: null, body })).toMatchObject({ status: 401 });
    expect(await post('getAllInbox', body, 'no-such-key')).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await post('getAllInbox', body, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await post('statusChange', { ...body, piids: [1] }, 'users-only')).toMatchObject({ status: 403 });
    expect(await get('?piid=1', 'users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it('keeps applications apart: neither list, nor read, nor change', async () => {
    const extId = await userWith('secret');
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    const { rest } = elsewhere.keys;
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId }], key: rest });
    expect(page(await post('getAllInbox', { extId, status: 7 }, rest)).msgs).toEqual([]);
    expect(await get(`?piid=${piid}`, rest)).toMatchObject({ status: 400, json: { code: 5003 } });
    expect((await post('statusChange', { extId, piids: [piid], st: 4 }, rest)).status).toBe(200);
    expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['secret']);
    await store(extId, { ...SALE, text: 'theirs' }, {}, elsewhere.appId);
    expect(messagesOf(await post('getAllInbox', { extId, status: 7 }, rest))).toEqual(['theirs']);
    expect(messagesOf(await getAll({ extId, status: 7 }))).toEqual(['secret']);
  });
});

describe('the device interface: the own inbox', () => {
  const device = async (more: object = {}): Promise<RegisteredInstallation> =>
    (await gateway.call('/sdk/1.0/installations', { key: 'mobile', body: { platform: 'IOS', ...more } }))
      .json as RegisteredInstallation;
  const own = (operation: string, body: unknown, key = 'mobile'): Promise<Answer> =>
    gateway.call(`/sdk/1.0/inbox/${operation}`, { key, body });

  it('reads and changes the messages of its user', async () => {
    const extId = await userWith('one', 'two');
    const proof = await device({ extId });
    const answer = await own('getAllInbox', { ...proof, status: 3, numberOfNotification: 1 });
    expect(page(answer)).toMatchObject({
      msgs: [{ message: 'two', extID: extId }],
      cnts: { 1: 0, 2: 2 },
      prms: { index: piidsOf(answer)[0] },
    });
    const [piid = 0] = piidsOf(answer);
    expect((await own('get', { ...proof, piid })).json).toMatchObject({ message: 'two', status: 'UNREAD' });
    expect(await own('statusChange', { ...proof, piids: [piid], st: 1 })).toMatchObject({ status: 200, text: '' });
    expect(messagesOf(await getAll({ extId, status: 1 }))).toEqual(['two']);
  });

  it('serves a user whom nobody has named, without an extID', async () => {
    const answer = page(await own('getAllInbox', { ...(await device()), status: 7 }));
    expect(answer).toEqual({ msgs: [], cnts: { 1: 0, 2: 0, 4: 0 } });
  });

  it('refuses a device without its secret, and every inbox but its own', async () => {
    const extId = await userWith('private');
    const [owner, stranger] = [await device({ extId }), await device({ extId: await newUser() })];
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    const forged = { installationId: owner.installationId, secret: stranger.secret };
    for (const [operation, more] of [
      ['getAllInbox', { status: 2 }],
      ['get', { piid }],
      ['statusChange', { piids: [piid], st: 4 }],
    ] as const) {
      expect(await own(operation, { ...forged, ...more })).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await own(operation, { ...owner, ...more }, 'rest')).toMatchObject({ status: 403 });
      expect(await own(operation, { ...owner, ...more }, elsewhere.keys.mobile)).toMatchObject({ status: 403 });
      expect(await own(operation, more)).toMatchObject({ status: 400, json: { code: 2020 } });
    }
    expect(await own('get', { ...stranger, piid })).toMatchObject({ status: 400, json: { code: 5003 } });
    expect((await own('statusChange', { ...stranger, piids: [piid], st: 4 })).status).toBe(200);
    expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['private']);
  });
});

describe('published examples', () => {
  it('4.9 inbox-getallinbox-inbox-retrieval, inbox-statuschange-change-message-status', async () => {
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'your_extId' }] });
    for (const { method, path, body, expect: expected } of examples.filter(({ body: given }) => given)) {
      const answer = await gateway.call(path, { method, body });
      expect(answer.status).toBe(expected.status);
      if (expected.body_shape.type === 'empty') {
        expect(answer.text).toBe('');
      } else {
        expect(answer.json).toMatchObject({ msgs: [], cnts: { 2: 0 } });
      }
    }
  });

  it('4.9 inbox-get-piid-only: every field that the example has, each of the same type', async () => {
    const example = examples.find(({ id }) => id === 'inbox-get-piid-only')?.expect.example as object;
    const extId = await userWith('as published');
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    const answer = (await get(`?piid=${piid}`)).json as Record<string, unknown>;
    for (const [field, value] of Object.entries(example)) {
      expect([field, typeof answer[field], Array.isArray(answer[field])]).toEqual([
        field,
        typeof value,
        Array.isArray(value),
      ]);
    }
  });
});
