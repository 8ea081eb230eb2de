import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculator } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { LocationService } from '#libs/users';
import { instIdOf } from '../support/audience-room.js';
import { startGateway, type Answer, type TestGateway } from '../support/gateway.js';
import { secondApplication, type SecondApplication } from '../support/second-application.js';
import examples from './examples/audience.json' with { type: 'json' };

const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'city', dataType: 'STRING' },
  { code: 'favoriteFootballPlayers', dataType: 'STRING', array: true },
  { code: 'hobbies', dataType: 'STRING', array: true },
  { code: 'colour', dataType: 'STRING' },
];
const ADULTS = { name: 'adults', type: 'STANDARD', target: { profile: { age: { $exists: true } } } };
const MEMBERS = 230;

let gateway: TestGateway;
let elsewhere: SecondApplication;

beforeAll(async () => {
  gateway = await startGateway();
  elsewhere = await secondApplication(gateway);
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('users-only', { scopes: ['users'] });
  await gateway.makeKey('audience-only', { scopes: ['audience'] });
  await apply({ attributes: ATTRIBUTES });
  const users = Array.from({ length: MEMBERS }, (_, i) => ({
    extId: `m${i}`,
    profile: { age: 18 + (i % 10), favoriteFootballPlayers: i % 2 === 0 ? ['15', '23'] : ['23'] },
    ...(i % 2 === 0 && { platform: 'IOS', deviceToken: `token-${i}` }),
    ...(i === 7 && { email: 'seven@example.com', msisdn: '+905312345678' }),
  }));
  const strangers = [{ extId: 's1', profile: { city: 'Izmir' }, platform: 'ANDROID', deviceToken: 'droid' }];
  await gateway.call('/rest/3.0/registerUsers', { body: [...users, ...strangers] });
  await apply({ segments: [ADULTS, { name: 'nobody', target: { tag: 'unknown' } }] });
});
afterAll(() => gateway.close());

const apply = (more: object, app = 'shop') => gateway.app.get(ApplyService).apply({ app, ...more }, { dryRun: false });
const post = (operation: string, body: unknown, key = 'rest'): Promise<Answer> =>
  gateway.call(`/rest/3.0/${operation}`, { body, key });
const get = (operation: string, headers: Record<string, string> = {}, key = 'rest'): Promise<Answer> =>
  gateway.call(operation.startsWith('http') ? operation.slice(gateway.base.length) : `/rest/3.0/${operation}`, {
    method: 'GET',
    headers,
    key,
  });

interface Page {
  name: string;
  nextPage?: string;
  list: { externalId?: string; msisdn?: string; email?: string }[];
}
const pageOf = ({ json }: Answer) => json as Page;

async function idOf(name: string): Promise<number> {
  const { list } = (await get('getSegments')).json as { list: { id: number; name: string }[] };
  return list.find((segment) => segment.name === name)?.id ?? 0;
}

function expectAsOf(answer: Answer, startedAt: number): void {
  const asOf = Number(answer.headers.get('x-as-of'));
  expect(asOf).toBeGreaterThanOrEqual(startedAt);
  expect(asOf).toBeLessThanOrEqual(Date.now());
}

describe('4.10 targeting/count', () => {
  it.each([
    [{ age: 18 }, 23],
    [{ age: '18' }, 23],
    [{ age: [18, 19] }, 46],
    [{ favoriteFootballPlayers: '15' }, 115],
    [{ favoriteFootballPlayers: ['15', '23'] }, 230],
    [{ favoriteFootballPlayers: { $exists: true }, age: 18 }, 23],
    [{ city: { $exists: false } }, 230],
    [{ city: { $exists: true } }, 1],
    [{ $or: { city: ['Izmir'], age: [18] } }, 24],
    [{ city: 'Nowhere' }, 0],
  ])('answers {count}, distinct users, for profile %j', async (profile, count) => {
    const startedAt = Date.now();
    const answer = await post('targeting/count', { target: { profile } });
    expect(answer).toMatchObject({ status: 200, json: { count } });
    expect(Object.keys(answer.json as object)).toEqual(['count']);
    expectAsOf(answer, startedAt);
  });

  it('decisions 3: ignores what it does not know, and forms that are false', async () => {
    const target = { profile: { age: 18 }, sendToAll: false, type: 'x' };
    expect((await post('targeting/count', { target, extRef: 1 })).json).toEqual({ count: 23 });
  });

  it.each([
    [{}, 2020, 'target'],
    [{ target: null }, 2020, 'target'],
    [{ target: 5 }, 2004, 'target'],
    [{ target: [] }, 2004, 'target'],
    [{ target: {} }, 2020, 'target.profile'],
    [{ target: { profile: {} } }, 2004, 'target.profile'],
    [{ target: { profile: [] } }, 2004, 'target.profile'],
    [{ target: { profile: { shoeSize: 1 } } }, 2004, 'shoeSize'],
    [{ target: { profile: { age: 'old' } } }, 2004, 'age'],
    [{ target: { profile: { age: [] } } }, 2004, 'age'],
    [{ target: { profile: { age: null } } }, 2004, 'age'],
    [{ target: { profile: { age: 1e12 } } }, 2004, 'age'],
    [{ target: { profile: { age: { $exists: 'yes' } } } }, 2004, 'age'],
    [{ target: { profile: { age: { $gt: 5 } } } }, 2004, 'age'],
    [{ target: { profile: { city: 'a\0' } } }, 2004, 'target'],
    [{ target: { profile: { email: 'nobody' } } }, 6000, 'email'],
    [{ target: { sendToAll: true } }, 2004, 'sendToAll'],
    [{ target: { profile: { age: 18 }, tag: 'a' } }, 2004, 'tag'],
    [{ target: { profile: { age: 18 }, segment: 'adults' } }, 2004, 'segment'],
    [{ target: { location: { latitude: 1, longitude: 1, radius: 1 } } }, 2004, 'location'],
    [[], 2004, 'object'],
  ])('7: refuses %j with 400', async (body, code, place) => {
    const answer = await post('targeting/count', body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.10 targeting/count-batch', () => {
  it('answers {counts}: every value of an attribute', async () => {
    const startedAt = Date.now();
    const answer = await post('targeting/count-batch', { groupBy: { profile: 'favoriteFootballPlayers' } });
    expect(answer).toMatchObject({ status: 200, json: { counts: { 15: 115, 23: 230 } } });
    expect(Object.keys(answer.json as object)).toEqual(['counts']);
    expectAsOf(answer, startedAt);
  });

  it.each([
    [
      { groupBy: { profile: 'favoriteFootballPlayers' }, values: ['352481', '15'] },
      { 352481: 0, 15: 115 },
    ],
    [
      { groupBy: { profile: 'age' }, values: [18, 99] },
      { 18: 23, 99: 0 },
    ],
    [
      {
        groupBy: {
          profile: 'age',
          buckets: [
            [18, 20],
            [20, 27],
          ],
        },
      },
      { '18-20': 46, '20-27': 184 },
    ],
    [{ groupBy: { installation: 'platform' } }, { IOS: 115, ANDROID: 1 }],
    [
      { groupBy: { installation: 'platform' }, values: ['IOS', 'CHROME'] },
      { IOS: 115, CHROME: 0 },
    ],
  ])('restricts to values, takes buckets and device attributes: %j', async (body, counts) => {
    expect(await post('targeting/count-batch', body)).toMatchObject({ status: 200, json: { counts } });
  });

  it.each([
    [{}, 2020, 'groupBy'],
    [{ groupBy: {} }, 2020, 'groupBy'],
    [{ groupBy: 'age' }, 2004, 'groupBy'],
    [{ groupBy: { profile: 'age', installation: 'platform' } }, 2004, 'groupBy'],
    [{ groupBy: { profile: 5 } }, 2004, 'groupBy.profile'],
    [{ groupBy: { profile: 'shoeSize' } }, 2004, 'shoeSize'],
    [{ groupBy: { profile: '__proto__' } }, 2004, '__proto__'],
    [{ groupBy: { installation: 'token' } }, 2004, 'groupBy.installation'],
    [{ groupBy: { profile: 'city', buckets: [[1, 2]] } }, 2004, 'city'],
    [{ groupBy: { profile: 'age', buckets: [[1]] } }, 2004, 'buckets[0]'],
    [{ groupBy: { profile: 'age', buckets: 5 } }, 2004, 'buckets'],
    [{ groupBy: { profile: 'age' }, values: [] }, 2004, 'values'],
    [{ groupBy: { profile: 'age' }, values: 'x' }, 2004, 'values'],
    [{ groupBy: { profile: 'age' }, values: ['old'] }, 2004, 'values'],
    [{ groupBy: { profile: 'city' }, values: ['a\0'] }, 2004, 'values'],
    [{ groupBy: { installation: 'language' }, values: ['\ud800'] }, 2004, 'values'],
  ])('7: refuses %j with 400', async (body, code, place) => {
    const answer = await post('targeting/count-batch', body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.10 counts beside 4.1 removals from all users', () => {
  const count = async (profile: object) => (await post('targeting/count', { target: { profile } })).json;
  const batch = async (groupBy: object) => (await post('targeting/count-batch', { groupBy })).json;

  it('leave out at once what is still being removed in the background', async () => {
    await post('setProfileAttributes', [
      { extId: 'm1', profile: { hobbies: ['chess', 'golf'], colour: 'red' } },
      { extId: 'm2', profile: { hobbies: ['chess'], colour: 'red' } },
      { extId: 'm3', profile: { hobbies: ['golf'], colour: 'blue' } },
    ]);
    expect(await batch({ profile: 'hobbies' })).toEqual({ counts: { chess: 2, golf: 2 } });

    const gone = [
      { key: 'hobbies', value: 'chess' },
      { key: 'colour', value: 'red' },
    ];
    expect((await post('deleteProfileAttributeValue', gone)).status).toBe(200);
    expect(await count({ hobbies: ['chess'] })).toEqual({ count: 0 });
    expect(await count({ hobbies: ['chess', 'golf'] })).toEqual({ count: 2 });
    expect(await count({ hobbies: ['chess', 'golf', 3, 4, 5, 6, 7, 8, 9].map(String) })).toEqual({ count: 2 });
    expect(await count({ colour: { $exists: true } })).toEqual({ count: 1 });
    expect(await count({ colour: { $exists: false } })).toEqual({ count: MEMBERS });
    expect(await batch({ profile: 'hobbies' })).toEqual({ counts: { golf: 2 } });
    expect(await batch({ profile: 'colour' })).toEqual({ counts: { blue: 1 } });

    // Who gets the value again has it.
    await post('setProfileAttributes', [{ extId: 'm2', profile: { colour: 'red', hobbies: ['chess'] } }]);
    expect(await count({ colour: 'red' })).toEqual({ count: 1 });
    expect(await batch({ profile: 'hobbies' })).toEqual({ counts: { golf: 2, chess: 1 } });

    expect((await post('deleteProfileAttributes', [{ profile: ['hobbies', 'colour'] }])).status).toBe(200);
    expect(await batch({ profile: 'colour' })).toEqual({ counts: {} });
    expect(await count({ hobbies: { $exists: true } })).toEqual({ count: 0 });
  });
});

describe('decisions 6: count-user', () => {
  it('answers {count}: all users of the application', async () => {
    expect(await get('count-user')).toMatchObject({ status: 200, json: { count: MEMBERS + 1 } });
  });
});

describe('4.1 getSegments', () => {
  it('answers {list} of id, name, userCount and type (2.2)', async () => {
    const answer = await get('getSegments');
    expect(answer.status).toBe(200);
    const { list } = answer.json as { list: { id: number }[] };
    expect(list).toEqual([
      { id: expect.any(Number) as number, name: 'adults', userCount: MEMBERS, type: 'STANDARD' },
      { id: expect.any(Number) as number, name: 'nobody', userCount: 0, type: 'STANDARD' },
    ]);
    expect(list.every(({ id }) => id < 2 ** 31)).toBe(true);
  });

  it('decisions 5: counts those with an installation of the platform that X-svc-os names', async () => {
    const counts = async (os: string) => {
      const { list } = (await get('getSegments', { 'X-SVC-OS': os })).json as { list: { userCount: number }[] };
      return list.map(({ userCount }) => userCount);
    };
    expect(await counts('IOS')).toEqual([115, 0]);
    expect(await counts('ios')).toEqual([115, 0]);
    expect(await counts('ANDROID')).toEqual([0, 0]);
    expect(await counts('')).toEqual([MEMBERS, 0]);
    expect(await get('getSegments', { 'X-svc-os': 'WINDOWS' })).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await get('getSegments', { 'X-svc-os': 'EMAIL' })).toMatchObject({ status: 400, json: { code: 2004 } });
  });
});

describe('4.1 getSegmentUsers', () => {
  it('answers {name, list}, and a link to the next page that works as it stands; absent on the last', async () => {
    let answer = await get(`getSegmentUsers?id=${await idOf('adults')}`);
    const sizes: number[] = [];
    const names = new Set<string | undefined>();
    for (;;) {
      const { name, list, nextPage } = pageOf(answer);
      expect([answer.status, name]).toEqual([200, 'adults']);
      sizes.push(list.length);
      list.forEach(({ externalId }) => names.add(externalId));
      if (nextPage === undefined) {
        break;
      }
      expect(nextPage.startsWith(`${gateway.base}/rest/3.0/getSegmentUsers?`)).toBe(true);
      answer = await get(nextPage);
    }
    expect(sizes).toEqual([100, 100, 30]);
    expect(names.size).toBe(MEMBERS);
  });

  it('2.2: an entry has externalId, msisdn and email, those without a value left out', async () => {
    const { list } = pageOf(await get(`getSegmentUsers?id=${await idOf('adults')}&max=1000`));
    expect(list).toContainEqual({ externalId: 'm7', msisdn: '+905312345678', email: 'seven@example.com' });
    expect(list).toContainEqual({ externalId: 'm8' });
  });

  it('8: max is 100 by default and at least, 1000 at most', async () => {
    const id = await idOf('adults');
    expect(pageOf(await get(`getSegmentUsers?id=${id}&max=5`)).list).toHaveLength(100);
    expect(pageOf(await get(`getSegmentUsers?id=${id}&max=150`)).list).toHaveLength(150);
    expect(pageOf(await get(`getSegmentUsers?id=${id}&max=1000&offset=200`)).list).toHaveLength(30);
    expect(pageOf(await get(`getSegmentUsers?id=${id}&offset=5000`))).toEqual({ name: 'adults', list: [] });
    expect(await get(`getSegmentUsers?id=${id}&max=1001`)).toMatchObject({ status: 400, json: { code: 2004 } });
  });

  it('decisions 5: lists those with an installation of the platform that X-svc-os names', async () => {
    const os = { 'X-svc-os': 'IOS' };
    const first = pageOf(await get(`getSegmentUsers?id=${await idOf('adults')}`, os));
    const last = pageOf(await get(first.nextPage ?? '', os));
    expect([first.list.length, last.list.length, last.nextPage]).toEqual([100, 15, undefined]);
    const numbers = [...first.list, ...last.list].map(({ externalId }) => Number(externalId?.slice(1)));
    expect(new Set(numbers).size).toBe(115);
    expect(numbers.every((n) => n % 2 === 0)).toBe(true);
  });

  it.each([
    ['', 2020],
    ['id=', 2004],
    ['id=adults', 2004],
    ['id=1.5', 2004],
    ['id=1&id=2', 2004],
    ['id=999999', 5042],
    ['id=0', 5042],
    ['id=-1', 5042],
    ['id=2147483648', 5042],
    ['id=1&max=-1', 2004],
    ['id=1&max=x', 2004],
    ['id=1&offset=-1', 2004],
    ['id=1&offset=1e3', 2004],
  ])('refuses ?%s with 400 and %i', async (query, code) => {
    expect(await get(`getSegmentUsers?${query}`)).toMatchObject({ status: 400, json: { code } });
  });
});

describe('3 and 4.2 segments and places as targets of a bulk send', () => {
  const MESSAGE = { title: 'T', text: 'Hello', platforms: ['IOS'] };
  const send = (target: unknown) => post('sendBulkNotification', { message: MESSAGE, target });
  const campaigns = async () =>
    (await gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM delivery.dispatch'))?.n;

  it.each([
    [{ segment: 'adults' }],
    [{ segment: ['adults', 'nobody'] }],
    [{ segment: { $and: ['adults'], $not: ['nobody'] } }],
    [{ location: { latitude: 41, longitude: 29, radius: 5 }, segment: { $or: ['adults'] } }],
  ])('takes %j', async (target) => {
    expect(await send(target)).toMatchObject({
      status: 200,
      json: { notificationKey: expect.any(Number) as number },
    });
  });

  it('refuses a deleted, unknown or never calculated segment with 400, and creates no campaign', async () => {
    await apply({ segments: [{ name: 'deleted', target: { sendToAll: true } }, ADULTS] });
    await gateway.fresh.db.affected("UPDATE audience.segment SET deleted_at = now() WHERE name = 'deleted'");
    await gateway.fresh.db.affected(
      `INSERT INTO audience.segment (app_id, name, type, target, due_at)
       VALUES ($1, 'never', 'STANDARD', '{"sendToAll": true}', 'infinity')`,
      [gateway.appId],
    );
    const before = await campaigns();
    for (const name of ['deleted', 'unknown', 'never']) {
      for (const segment of [name, ['adults', name], { $not: [name] }]) {
        const answer = await send({ segment });
        expect(answer).toMatchObject({ status: 400, json: { code: 5042 } });
        expect((answer.json as { error: string }).error).toContain(name);
      }
    }
    expect(await get(`getSegmentUsers?id=${await idOf('never')}`)).toMatchObject({
      status: 400,
      json: { code: 5042 },
    });
    expect(await campaigns()).toBe(before);
  });

  it.each([
    [{ location: { latitude: 41, longitude: 29 } }, 2020],
    [{ location: { latitude: 91, longitude: 29, radius: 1 } }, 2004],
    [{ location: { latitude: 41, longitude: 181, radius: 1 } }, 2004],
    [{ location: { latitude: 41, longitude: 29, radius: -1 } }, 2004],
    [{ location: { latitude: '41', longitude: 29, radius: 1 } }, 2004],
    [{ segment: { $nor: ['adults'] } }, 2004],
    [{ segment: 5 }, 2004],
  ])('refuses %j', async (target, code) => {
    expect(await send(target)).toMatchObject({ status: 400, json: { code } });
  });

  it('a segment of a place has those whose device was there when it was calculated', async () => {
    const device = (
      await gateway.call('/sdk/1.0/installations', { key: 'mobile', body: { platform: 'IOS', token: 'here' } })
    ).json as { installationId: string };
    const place = { latitude: 41.0082, longitude: 28.9784 };
    await gateway.app.get(LocationService).setLocation(undefined, gateway.appId, instIdOf(device), place);
    await apply({ segments: [ADULTS, { name: 'city', target: { location: { ...place, radius: 1 } } }] });
    const { list } = (await get('getSegments')).json as { list: object[] };
    expect(list).toContainEqual(expect.objectContaining({ name: 'city', userCount: 1 }));
    await gateway.app.get(LocationService).setLocation(undefined, gateway.appId, instIdOf(device), {
      latitude: 0,
      longitude: 0,
    });
    await gateway.fresh.db.affected(
      "UPDATE audience.segment SET due_at = now() WHERE due_at < now() + interval '1 day'",
    );
    await gateway.app.get(SegmentCalculator).calculateDue();
    expect(pageOf(await get(`getSegmentUsers?id=${await idOf('city')}`)).list).toEqual([]);
  });
});

describe('5 keys', () => {
  const OPERATIONS: ((key: string | null) => Promise<Answer>)[] = [
    (key) => gateway.call('/rest/3.0/targeting/count', { key, body: { target: { profile: { age: 18 } } } }),
    (key) => gateway.call('/rest/3.0/targeting/count-batch', { key, body: { groupBy: { profile: 'age' } } }),
    (key) => gateway.call('/rest/3.0/count-user', { key, method: 'GET' }),
    (key) => gateway.call('/rest/3.0/getSegments', { key, method: 'GET' }),
  ];

  it('refuse no key, a wrong one, one of a device, and one without the scope', async () => {
    for (const operation of OPERATIONS) {
      expect(await operation(null)).toMatchObject({ status: 401, json: { code: 2010 } });
      expect(await operation('no-such-key')).toMatchObject({ status: 401, json: { code: 2010 } });
      expect(await operation('mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await operation('users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect((await operation('audience-only')).status).toBe(200);
    }
  });

  it('keep applications apart', async () => {
    const key = elsewhere.keys.rest;
    await apply({ attributes: ATTRIBUTES }, 'elsewhere');
    expect((await get('count-user', {}, key)).json).toEqual({ count: 0 });
    expect((await get('getSegments', {}, key)).json).toEqual({ list: [] });
    expect(await get(`getSegmentUsers?id=${await idOf('adults')}`, {}, key)).toMatchObject({ json: { code: 5042 } });
    expect((await post('targeting/count', { target: { profile: { age: 18 } } }, key)).json).toEqual({ count: 0 });
    expect((await post('targeting/count-batch', { groupBy: { profile: 'age' } }, key)).json).toEqual({ counts: {} });
    expect((await post('targeting/count-batch', { groupBy: { installation: 'platform' } }, key)).json).toEqual({
      counts: {},
    });
    const message = { title: 'T', text: 'Hello', platforms: ['IOS'] };
    expect(await post('sendBulkNotification', { message, target: { segment: 'adults' } }, key)).toMatchObject({
      status: 400,
      json: { code: 5042 },
    });
  });
});

describe('published examples', () => {
  it.each(examples)('$id', async ({ method, path, query, body, expect: expected }) => {
    const search = query ? `?${new URLSearchParams({ ...query, id: String(await idOf('adults')) })}` : '';
    const answer = await gateway.call(`${path}${search}`, { method, ...(body && { body }) });
    expect(answer.status).toBe(expected.status);
    expect(Object.keys(answer.json as object)).toEqual(expect.arrayContaining(expected.body_shape.required));
  });
});
