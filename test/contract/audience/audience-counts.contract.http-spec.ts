import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBERS, startAudienceContract, type AudienceContract } from '../../support/contract/audience-contract.js';
import type { Answer } from '../../support/contract/gateway.js';

let contract: AudienceContract;
beforeAll(async () => {
  contract = await startAudienceContract();
});
afterAll(() => contract.gateway.close());

const CLOCKS_MS = 1000;

function expectAsOf(answer: Answer, startedAt: number): void {
  const asOf = Number(answer.headers.get('x-as-of'));
  // The time is by the clock of the database, of which the gateway knows only so much.
  expect(asOf).toBeGreaterThanOrEqual(startedAt - CLOCKS_MS);
  expect(asOf).toBeLessThanOrEqual(Date.now() + CLOCKS_MS);
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
    // decisions 9: operators
    [{ age: { $gt: 18 } }, 207],
    [{ age: { $gte: 18, $lt: '20' } }, 46],
    [{ age: { $between: [18, 20] } }, 69],
    [{ age: { $not: { $lte: 25 } } }, 47],
    [{ age: { $nor: [18, { $gte: 20 }] } }, 24],
    [{ age: { $or: [{ $lt: 19 }, { $gt: 26 }] } }, 46],
    [{ $and: { age: 18, favoriteFootballPlayers: '15' } }, 23],
    [{ $not: { age: 18, favoriteFootballPlayers: '15' } }, 208],
    [{ $nor: { age: 18, favoriteFootballPlayers: '15' } }, 116],
    [{ $or: [{ age: 18 }, { city: { $contains: 'zmi' } }] }, 24],
    [{ city: { $contains: ['IZMIR', 'x'] } }, 0],
    [{ favoriteFootballPlayers: { $contains: '5' } }, 115],
    // calculated attributes are those of the devices
    [{ platform: 'IOS' }, 115],
    [{ platform: ['ANDROID', 'CHROME'] }, 1],
    [{ platform: { $exists: false } }, 115],
    [{ appVersion: { $exists: true } }, 0],
  ])('targeting/count returns the number of distinct users for the profile %j', async (profile, count) => {
    const startedAt = Date.now();
    const answer = await contract.post('targeting/count', { target: { profile } });
    expect(answer).toMatchObject({ status: 200, json: { count } });
    expect(Object.keys(answer.json as object)).toEqual(['count']);
    expectAsOf(answer, startedAt);
  });

  it('targeting/count ignores unknown fields and target forms that are false (decisions 3)', async () => {
    const target = { profile: { age: 18 }, sendToAll: false, type: 'x' };
    expect((await contract.post('targeting/count', { target, extRef: 1 })).json).toEqual({ count: 23 });
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
    [{ target: { profile: { age: { $is: 5 } } } }, 2004, 'age'],
    [{ target: { profile: { age: { $gt: true } } } }, 2004, 'age'],
    [{ target: { profile: { age: { $between: [1] } } } }, 2004, 'age'],
    [{ target: { profile: { city: { $gt: 'A' } } } }, 2004, 'city'],
    [{ target: { profile: { age: { $before: '1d' } } } }, 2004, 'age'],
    [{ target: { profile: { $xor: { age: 1 } } } }, 2004, '$xor'],
    [{ target: { profile: { $not: { name: { $contains: 'J' } } } } }, 2004, 'name'],
    [{ target: { profile: { email: { $contains: 'jo@' } } } }, 2004, 'email'],
    [{ target: { installation: { platform: 'IOS' } } }, 2004, 'installation'],
    [{ target: { profile: { city: 'a\0' } } }, 2004, 'target'],
    [{ target: { profile: { email: 'nobody' } } }, 6000, 'email'],
    [{ target: { sendToAll: true } }, 2004, 'sendToAll'],
    [{ target: { profile: { age: 18 }, tag: 'a' } }, 2004, 'tag'],
    [{ target: { profile: { age: 18 }, segment: 'adults' } }, 2004, 'segment'],
    [{ target: { location: { latitude: 1, longitude: 1, radius: 1 } } }, 2004, 'location'],
    [[], 2004, 'object'],
  ])('targeting/count refuses %j with 400 (specification 7)', async (body, code, place) => {
    const answer = await contract.post('targeting/count', body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.10 targeting/count-batch', () => {
  it('targeting/count-batch returns a count for every value of an attribute', async () => {
    const startedAt = Date.now();
    const answer = await contract.post('targeting/count-batch', { groupBy: { profile: 'favoriteFootballPlayers' } });
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
  ])('targeting/count-batch supports values, buckets and device attributes: %j', async (body, counts) => {
    expect(await contract.post('targeting/count-batch', body)).toMatchObject({ status: 200, json: { counts } });
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
    // decisions 9: counts show no people
    [{ groupBy: { profile: 'email' } }, 2004, 'email'],
    [{ groupBy: { profile: 'email' }, values: ['seven@example.com'] }, 2004, 'email'],
    [{ groupBy: { profile: 'msisdn' } }, 2004, 'msisdn'],
    [{ groupBy: { profile: 'name' } }, 2004, 'name'],
    [{ groupBy: { profile: 'birthDate' } }, 2004, 'birthDate'],
    [{ groupBy: { profile: 'city' } }, 2004, 'city'],
  ])('targeting/count-batch refuses %j with 400 (specification 7)', async (body, code, place) => {
    const answer = await contract.post('targeting/count-batch', body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.10 Counts during 4.1 removals from all users', () => {
  const count = async (profile: object) => (await contract.post('targeting/count', { target: { profile } })).json;
  const batch = async (groupBy: object) => (await contract.post('targeting/count-batch', { groupBy })).json;

  it('Counts leave out at once a value that is still being removed in the background', async () => {
    await contract.post('setProfileAttributes', [
      { extId: 'm1', profile: { hobbies: ['chess', 'golf'], colour: 'red' } },
      { extId: 'm2', profile: { hobbies: ['chess'], colour: 'red' } },
      { extId: 'm3', profile: { hobbies: ['golf'], colour: 'blue' } },
      { extId: 'm4', profile: { colour: 'blue' } },
    ]);
    expect(await batch({ profile: 'hobbies' })).toEqual({ counts: { chess: 2, golf: 2 } });

    const gone = [
      { key: 'hobbies', value: 'chess' },
      { key: 'colour', value: 'red' },
    ];
    expect((await contract.post('deleteProfileAttributeValue', gone)).status).toBe(200);
    expect(await count({ hobbies: ['chess'] })).toEqual({ count: 0 });
    expect(await count({ hobbies: ['chess', 'golf'] })).toEqual({ count: 2 });
    expect(await count({ hobbies: ['chess', 'golf', 3, 4, 5, 6, 7, 8, 9].map(String) })).toEqual({ count: 2 });
    expect(await count({ colour: { $exists: true } })).toEqual({ count: 2 });
    expect(await count({ colour: { $exists: false } })).toEqual({ count: MEMBERS - 1 });
    expect(await batch({ profile: 'hobbies' })).toEqual({ counts: { golf: 2 } });
    expect(await batch({ profile: 'colour' })).toEqual({ counts: { blue: 2 } });

    // Users who get the value again have it.
    await contract.post('setProfileAttributes', [{ extId: 'm2', profile: { colour: 'red', hobbies: ['chess'] } }]);
    expect(await count({ colour: 'red' })).toEqual({ count: 1 });
    expect(await batch({ profile: 'hobbies' })).toEqual({ counts: { golf: 2, chess: 1 } });

    expect((await contract.post('deleteProfileAttributes', [{ profile: ['hobbies', 'colour'] }])).status).toBe(200);
    expect(await batch({ profile: 'colour' })).toEqual({ counts: {} });
    expect(await count({ hobbies: { $exists: true } })).toEqual({ count: 0 });
  });
});

describe('Calculated attributes', () => {
  const count = async (profile: object) => (await contract.post('targeting/count', { target: { profile } })).json;
  const register = async (...entries: object[]) =>
    expect((await contract.post('registerUsers', entries)).status).toBe(200);

  it('Attributes are calculated for registered users from all their devices', async () => {
    await register(
      { extId: 'm1', platform: 'IOS', deviceToken: 'both-1', appVersion: '2.9' },
      { extId: 'm1', platform: 'ANDROID', deviceToken: 'both-2', appVersion: '2.10.0' },
    );
    expect((await contract.get('getProfileAttributes?extId=m1')).json).toMatchObject({
      profile: { platform: 'ANDROID', appVersion: '2.10.0', lastSeen: expect.any(Number) as number },
    });
    expect(await count({ platform: 'IOS' })).toEqual({ count: 116 });
    expect(await count({ platform: 'ANDROID' })).toEqual({ count: 2 });
    expect(await count({ $and: [{ platform: 'IOS' }, { platform: 'ANDROID' }] })).toEqual({ count: 1 });
    expect(await count({ appVersion: { $gte: '2.10' } })).toEqual({ count: 1 });
    expect(await count({ appVersion: { $lt: '2.10' } })).toEqual({ count: 1 });
    expect(await count({ lastSeen: { $after: '2h' } })).toEqual({ count: 117 });
    expect(await count({ lastSeen: { $before: '2h' } })).toEqual({ count: 0 });
    const batch = await contract.post('targeting/count-batch', { groupBy: { profile: 'platform' } });
    expect(batch.json).toEqual({ counts: { IOS: 116, ANDROID: 2 } });
  });
});

describe('count-user (decisions 6)', () => {
  it('count-user returns the number of all users of the application', async () => {
    expect(await contract.get('count-user')).toMatchObject({ status: 200, json: { count: MEMBERS + 1 } });
  });
});
