import { describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import examples from '../examples/inbox.json' with { type: 'json' };
import { SALE, inboxContract } from '../../support/contract/inbox-contract.js';

const inbox = inboxContract();
const { getAll, change, get, page, messagesOf, piidsOf, newUser, store, userWith } = inbox;

describe('4.9 inbox/getAllInbox', () => {
  it('inbox/getAllInbox lists messages with all fields of an entry (specification 2.5)', async () => {
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

  it('inbox/getAllInbox omits subText when the message has none', async () => {
    expect(page(await getAll({ extId: await userWith('a'), status: 2 })).msgs[0]).not.toHaveProperty('subText');
  });

  it('Status is a bit mask, and counts cover each requested bit over the whole filter (decisions 4)', async () => {
    const extId = await userWith('one', 'two', 'three', 'four');
    const [four = 0, three = 0] = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids: [four], st: 1 });
    await change({ extId, piids: [three], st: 4 });
    const requests = async (status: number): Promise<[string[], object]> => {
      const answer = await getAll({ extId, status, numberOfNotification: 10 });
      return [messagesOf(answer), page(answer).cnts];
    };
    expect(await requests(1)).toEqual([['four'], { 1: 1 }]);
    expect(await requests(2)).toEqual([['two', 'one'], { 2: 2 }]);
    expect(await requests(3)).toEqual([['four', 'two', 'one'], { 1: 1, 2: 2 }]);
    expect(await requests(4)).toEqual([['three'], { 4: 1 }]);
    expect(await requests(5)).toEqual([['four', 'three'], { 1: 1, 4: 1 }]);
    expect(await requests(7)).toEqual([['four', 'three', 'two', 'one'], { 1: 1, 2: 2, 4: 1 }]);
    expect(await requests(15)).toEqual([['four', 'three', 'two', 'one'], { 1: 1, 2: 2, 4: 1 }]);
    expect(await requests(8)).toEqual([[], {}]);
    expect(page(await getAll({ extId: await newUser(), status: 7 })).cnts).toEqual({ 1: 0, 2: 0, 4: 0 });
  });

  it('inbox/getAllInbox pages by prms.index, newest first, and a page without prms is the last', async () => {
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

  it('inbox/getAllInbox returns no prms when the last page is full', async () => {
    const extId = await userWith('a', 'b');
    expect(page(await getAll({ extId, status: 7, numberOfNotification: 2 })).prms).toBeUndefined();
  });

  it('An inbox page has 20 messages when no size is given (specification 8)', async () => {
    const extId = await userWith(...Array.from({ length: 21 }, String));
    const { msgs, prms } = page(await getAll({ extId, status: 2 }));
    expect(msgs).toHaveLength(20);
    expect(prms?.index).toBe(msgs.at(-1)?.pushInstanceId);
  });

  it('inbox/getAllInbox filters messages and counts by startDate and endDate', async () => {
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

  it('inbox/getAllInbox filters messages and counts by any of the given categories', async () => {
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
    expect(await listed([])).toEqual([['both', 'news', 'plain'], { 1: 0, 2: 3 }]);
  });

  it('A category that a message names is found by the id that the panel shows', async () => {
    await inbox.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', categories: [{ name: 'News' }, { name: 'Sale' }] }, { dryRun: false });
    const { json } = await inbox.gateway.call('/rest/3.0/getPushCategories', { method: 'GET' });
    const [news, sale] = (json as { categories: { id: number }[] }).categories.map(({ id }) => id);
    const extId = await newUser();
    await store(extId, { ...SALE, categories: ['Sale', String(news), 'Renamed since'] });
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2, category: [sale] }));
    expect((await get(`?piid=${piid}`)).json).toMatchObject({ ctg: [sale, news] });
  });

  it('A status outside 1..15 is refused with 2001, and an unknown user with 5016 (decisions 2)', async () => {
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
  ])('inbox/getAllInbox refuses a malformed body (case %#)', async (body, code, place) => {
    const answer = await getAll(body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.9 inbox/get', () => {
  it('inbox/get returns all fields of a message by its piid alone (specification 2.5)', async () => {
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
    const { notificationKey } = await store(extId, message, {
      subText: 'Now',
      deeplink: 'shop://sale',
      mediaUrl: 'https://example.com/i.png',
    });
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

  it('inbox/get returns null, an empty object or an empty list for absent values', async () => {
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

  it('inbox/get shows the personalized texts of the user', async () => {
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

  it('A deleted message stays readable (decisions 4)', async () => {
    const extId = await userWith('gone');
    const piids = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids, st: 4 });
    expect(await get(`?piid=${piids[0]}`)).toMatchObject({ status: 200, json: { status: 'DELETED', message: 'gone' } });
  });

  it('Inbox messages are removed with their user', async () => {
    const extId = await userWith('gone with the user');
    const [piid = 0] = piidsOf(await getAll({ extId, status: 2 }));
    await inbox.gateway.call('/rest/3.0/deleteUsers', { body: { extIds: [extId] } });
    expect(await get(`?piid=${piid}`)).toMatchObject({ status: 400, json: { code: 5003 } });
    await inbox.gateway.call('/rest/3.0/registerUsers', { body: [{ extId }] });
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
  ])('inbox/get refuses a piid that names no message: %s', async (query, code) => {
    expect(await get(query)).toMatchObject({ status: 400, json: { code } });
  });
});

describe('4.9 inbox/statusChange', () => {
  it.each([
    [1, 'READ'],
    [2, 'UNREAD'],
    [4, 'DELETED'],
  ])(
    'inbox/statusChange gives the listed messages the status %d and answers empty (specification 3)',
    async (st, status) => {
      const extId = await userWith('other', 'this', 'that');
      const [that = 0, self = 0, second = 0] = piidsOf(await getAll({ extId, status: 2 }));
      await change({ extId, piids: [that, self, second], st: 1 });
      await change({ extId, piids: [second], st: 2 });
      expect(await change({ extId, piids: [that, self, self], st })).toMatchObject({ status: 200, text: '' });
      const { msgs } = page(await getAll({ extId, status: 7 }));
      expect(msgs.map((message) => message.status)).toEqual([status, status, 'UNREAD']);
    },
  );

  it('inbox/statusChange restores a deleted message', async () => {
    const extId = await userWith('back');
    const piids = piidsOf(await getAll({ extId, status: 2 }));
    await change({ extId, piids, st: 4 });
    await change({ extId, piids, st: 2 });
    expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['back']);
  });

  it.each([{ st: 3 }, { st: 7 }, {}])(
    'A status that is no single state is accepted and changes nothing (decisions 4): %o',
    async (more) => {
      const extId = await userWith('same');
      const piids = piidsOf(await getAll({ extId, status: 2 }));
      expect(await change({ extId, piids, ...more })).toMatchObject({ status: 200, text: '' });
      expect(messagesOf(await getAll({ extId, status: 2 }))).toEqual(['same']);
    },
  );

  it("inbox/statusChange skips numbers that are not the user's, including those of another user", async () => {
    const [first, second] = [await userWith('mine'), await userWith('other')];
    const [ownValue = 0] = piidsOf(await getAll({ extId: first, status: 2 }));
    const [foreign = 0] = piidsOf(await getAll({ extId: second, status: 2 }));
    expect((await change({ extId: first, piids: [foreign, ownValue, -5, 2 ** 52], st: 1 })).status).toBe(200);
    expect(messagesOf(await getAll({ extId: first, status: 1 }))).toEqual(['mine']);
    expect(messagesOf(await getAll({ extId: second, status: 2 }))).toEqual(['other']);
  });

  it('inbox/statusChange accepts any number of repeats of 1000 numbers, and refuses 1001', async () => {
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
  ])('inbox/statusChange refuses a malformed body (case %#)', async (body, code, place) => {
    const answer = await change(body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('Published examples', () => {
  it('The 4.9 examples of inbox retrieval and of a status change get the documented answers', async () => {
    await inbox.gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'your_extId' }] });
    for (const { method, path, body, expect: expected } of examples.filter(({ body: input }) => input)) {
      const answer = await inbox.gateway.call(path, { method, body });
      expect(answer.status).toBe(expected.status);
      if (expected.body_shape.type === 'empty') {
        expect(answer.text).toBe('');
      } else {
        expect(answer.json).toMatchObject({ msgs: [], cnts: { 2: 0 } });
      }
    }
  });

  it('The answer to 4.9 inbox-get-piid-only has every field of the example, each of the same type', async () => {
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
