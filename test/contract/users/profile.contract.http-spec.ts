import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RemovalService } from '#libs/users/profiles';
import { openUsersContract, type UsersContract } from '../../support/contract/users-contract.js';
import examples from '../examples/profile.json' with { type: 'json' };

let contract: UsersContract;
const write: UsersContract['write'] = (...args) => contract.write(...args);
const profile: UsersContract['profile'] = (...args) => contract.profile(...args);
const set = (extId: string, values: object) => write('setProfileAttributes', [{ extId, profile: values }]);

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

describe('Published examples', () => {
  it.each(examples)('The example $id of section 4.1 is answered as published', (example) => contract.example(example));
});

describe('4.1 setProfileAttributes and getProfileAttributes', () => {
  it('setProfileAttributes overwrites the given keys, leaves the others, and creates the user', async () => {
    await set('s1', { age: 34, source: 'web' });
    await set('s1', { age: 35, isSubscribed: true });
    expect(await contract.get('getProfileAttributes', { extId: 's1' })).toMatchObject({
      status: 200,
      json: { extId: 's1', profile: { age: 35, source: 'web', isSubscribed: true } },
    });
  });

  it('Every data type is stored, and dates are answered as epoch milliseconds (specification 2.3, decisions 3)', async () => {
    await set('s2', {
      name: 'Jo',
      age: 2 ** 31 - 1,
      points: Number.MAX_SAFE_INTEGER,
      rate: 0.1,
      isSubscribed: false,
      born: '1989-10-13',
      seen: '2024-02-01T15:30:00+03:00',
      lastVisitedProducts: ['shirt'],
      plan: 'gold',
    });
    expect(await profile('s2')).toEqual({
      name: 'Jo',
      age: 2 ** 31 - 1,
      points: Number.MAX_SAFE_INTEGER,
      rate: 0.1,
      isSubscribed: false,
      born: Date.UTC(1989, 9, 13),
      seen: Date.UTC(2024, 1, 1, 12, 30),
      lastVisitedProducts: ['shirt'],
      plan: 'gold',
    });
  });

  it('The last of two entries of one user counts, also for duplicate keys, and __proto__ does no harm', async () => {
    const raw =
      '[{"extId":"s3","profile":{"age":1}},{"extId":"s3","profile":{"age":2,"age":3,"__proto__":{"source":"x"}}}]';
    const answer = await contract.gateway.call('/rest/3.0/setProfileAttributes', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, await profile('s3')]).toEqual([200, { age: 3 }]);
  });
});

describe('4.1 unsetProfileAttributes', () => {
  it('unsetProfileAttributes removes attributes from the given users', async () => {
    await set('u1', { age: 1, name: 'Jo', source: 'web' });
    await set('u2', { age: 1 });
    await write('unsetProfileAttributes', [
      { extId: 'u1', profile: ['age'] },
      { extId: 'u1', profile: ['name'] },
      { extId: 'nobody', profile: ['age'] },
    ]);
    expect([await profile('u1'), await profile('u2')]).toEqual([{ source: 'web' }, { age: 1 }]);
    expect(await contract.get('getProfileAttributes', { extId: 'nobody' })).toMatchObject({ json: { code: 5016 } });
  });
});

describe('4.1 pushProfileAttributes and pullProfileAttributes', () => {
  it('pushProfileAttributes appends values to an array attribute, and pullProfileAttributes removes them', async () => {
    await write('pushProfileAttributes', [{ extId: 'p1', profile: { lastVisitedCategories: ['a', 'b'] } }]);
    await write('pushProfileAttributes', [{ extId: 'p1', profile: { lastVisitedCategories: ['c', 'a'] } }]);
    expect(await profile('p1')).toEqual({ lastVisitedCategories: ['a', 'b', 'c'] });
    await write('pullProfileAttributes', [{ extId: 'p1', profile: { lastVisitedCategories: ['a', 'x'] } }]);
    expect(await profile('p1')).toEqual({ lastVisitedCategories: ['b', 'c'] });
    const having = { target: { profile: { lastVisitedCategories: { $exists: true } } } };
    const before = (await contract.post('targeting/count', having)).json as { count: number };
    await write('pullProfileAttributes', [{ extId: 'p1', profile: { lastVisitedCategories: ['b', 'c'] } }]);
    expect(await profile('p1')).toEqual({});
    expect((await contract.post('targeting/count', having)).json).toEqual({ count: before.count - 1 });
  });

  it('pushProfileAttributes and pullProfileAttributes require an array attribute', async () => {
    for (const operation of ['pushProfileAttributes', 'pullProfileAttributes']) {
      await contract.refuses(operation, [{ extId: 'p1', profile: { age: [1] } }], 2004, 'age');
    }
  });
});

describe('4.1 deleteProfileAttributes', () => {
  it('deleteProfileAttributes deletes the attributes of all users at once, and leaves them defined', async () => {
    await set('d1', { age: 1, source: 'web', rate: 1 });
    await set('d2', { age: 2 });
    await write('deleteProfileAttributes', [{ profile: ['age'] }, { profile: ['source'] }]);
    expect([await profile('d1'), await profile('d2')]).toEqual([{ rate: 1 }, {}]);
    await set('d2', { age: 3 });
    await contract.gateway.app.get(RemovalService).processRemovals(-1000);
    expect([await profile('d1'), await profile('d2')]).toEqual([{ rate: 1 }, { age: 3 }]);
  });
});

describe('4.1 deleteProfileAttributeValue', () => {
  it('deleteProfileAttributeValue removes the value of the attribute from all users at once', async () => {
    await set('v1', { lastVisitedProducts: ['shirt', 'hat'], plan: 'gold', age: 1 });
    await set('v2', { lastVisitedProducts: ['hat'], plan: 'free', age: 1 });
    await write('deleteProfileAttributeValue', [
      { key: 'lastVisitedProducts', value: 'shirt' },
      { key: 'plan', value: 'gold' },
    ]);
    const expected = [
      { lastVisitedProducts: ['hat'], age: 1 },
      { lastVisitedProducts: ['hat'], plan: 'free', age: 1 },
    ];
    expect([await profile('v1'), await profile('v2')]).toEqual(expected);
    await contract.gateway.app.get(RemovalService).processRemovals(-1000);
    expect([await profile('v1'), await profile('v2')]).toEqual(expected);
  });

  it('A target matches no users whose value deleteProfileAttributeValue has removed', async () => {
    const count = async () =>
      (await contract.post('targeting/count', { target: { profile: { source: ['seen-by-targets'] } } })).json;
    await set('v3', { source: 'seen-by-targets' });
    expect(await count()).toEqual({ count: 1 });
    await write('deleteProfileAttributeValue', [{ key: 'source', value: 'seen-by-targets' }]);
    await set('v4', { source: 'seen-by-targets' });
    expect(await count()).toEqual({ count: 1 });
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => `many${i}`);

describe('Limits (section 8)', () => {
  it.each<[string, unknown]>([
    ['setProfileAttributes', { age: 1 }],
    ['unsetProfileAttributes', ['age']],
    ['pushProfileAttributes', { lastVisitedProducts: ['x'] }],
    ['pullProfileAttributes', { lastVisitedProducts: ['x'] }],
  ])('%s takes 1000 different users, however often, and refuses 1001 with their number', async (operation, values) => {
    const entries = (count: number) => ids(count).map((extId) => ({ extId, profile: values }));
    await write(operation, [...entries(1000), ...entries(10)]);
    await contract.refuses(operation, entries(1001), 2004, '1001');
  });
});

describe('Bad input', () => {
  it.each<[string, unknown, number, string]>([
    [
      'setProfileAttributes',
      [
        { extId: 'a', profile: { age: 1 } },
        { extId: 'b', profile: { age: 1.5 } },
      ],
      2004,
      'age',
    ],
    ['setProfileAttributes', [{ profile: {} }], 2020, 'extId'],
    ['setProfileAttributes', [{ extId: 'a' }], 2020, 'profile'],
    ['setProfileAttributes', [{ extId: 'a', profile: { shoe: 1 } }], 2004, 'shoe'],
    ['setProfileAttributes', [{ extId: 'a', profile: { plan: 'silver' } }], 2004, 'plan'],
    ['setProfileAttributes', [{ extId: 'a', profile: { born: '2023-02-30' } }], 2004, 'born'],
    ['setProfileAttributes', [{ extId: 'a', profile: { points: 2 ** 60 } }], 2004, 'points'],
    ['setProfileAttributes', [{ extId: 'a', profile: { email: 'nope' } }], 6000, 'email'],
    ['unsetProfileAttributes', { extId: 'a', profile: ['age'] }, 2004, 'array'],
    ['unsetProfileAttributes', [{ extId: 'a', profile: { age: 1 } }], 2004, 'profile'],
    ['unsetProfileAttributes', [{ extId: 'a', profile: [] }], 2020, 'profile'],
    ['unsetProfileAttributes', [{ extId: 'a', profile: [7] }], 2004, 'profile[0]'],
    ['unsetProfileAttributes', [{ extId: 'a', profile: ['shoe'] }], 2004, 'shoe'],
    ['unsetProfileAttributes', [], 2020, 'extId'],
    ...['platform', 'lastSeen', 'appVersion'].flatMap((code): [string, unknown, number, string][] => [
      ['setProfileAttributes', [{ extId: 'a', profile: { [code]: code === 'lastSeen' ? 5 : 'x' } }], 2004, code],
      ['unsetProfileAttributes', [{ extId: 'a', profile: [code] }], 2004, code],
      ['deleteProfileAttributes', [{ profile: [code] }], 2004, code],
      ['registerUsers', [{ extId: 'a', profile: { [code]: code === 'lastSeen' ? 5 : 'x' } }], 2004, code],
    ]),
    ['pushProfileAttributes', [{ extId: 'a', profile: { lastVisitedProducts: 'x' } }], 2004, 'lastVisitedProducts'],
    ['pushProfileAttributes', [{ extId: 'a', profile: { lastVisitedProducts: [1] } }], 2004, 'lastVisitedProducts'],
    ['pushProfileAttributes', [{ extId: 'a', profile: { lastVisitedProducts: ['\0'] } }], 2004, 'lastVisitedProducts'],
    ['pullProfileAttributes', [{ extId: 'a', profile: { shoe: [1] } }], 2004, 'shoe'],
    ['pullProfileAttributes', [{ extId: 'a', profile: { lastVisitedProducts: [{}] } }], 2004, 'lastVisitedProducts'],
    ['pullProfileAttributes', [{ extId: 'a' }], 2020, 'profile'],
    ['deleteProfileAttributes', { profile: ['age'] }, 2004, 'array'],
    ['deleteProfileAttributes', [], 2020, 'profile'],
    ['deleteProfileAttributes', [{ profile: [] }], 2020, 'profile'],
    ['deleteProfileAttributes', [{ profile: ['age'] }, { profile: ['shoe'] }], 2004, 'shoe'],
    ['deleteProfileAttributes', [{ profile: ['email'] }], 2004, 'email'],
    ['deleteProfileAttributes', [{ profile: ['__proto__'] }], 2004, '__proto__'],
    ['deleteProfileAttributeValue', [{ value: 'x' }], 2020, 'key'],
    ['deleteProfileAttributeValue', [{ key: 'age' }], 2020, 'value'],
    ['deleteProfileAttributeValue', [{ key: 'age', value: null }], 2020, 'value'],
    ['deleteProfileAttributeValue', [{ key: 'age', value: 'x' }], 2004, 'value'],
    ['deleteProfileAttributeValue', [{ key: 'age', value: [1] }], 2004, 'value'],
    ['deleteProfileAttributeValue', [{ key: 'shoe', value: 'x' }], 2004, 'shoe'],
    ['deleteProfileAttributeValue', [], 2020, 'key'],
  ])('%s (case %#) refuses bad input, names the error and writes nothing', (operation, body, code, names) =>
    contract.refuses(operation, body, code, names),
  );
});

const OPERATIONS: [string, unknown][] = [
  ['setProfileAttributes', [{ extId: 'iso', profile: { age: 2 } }]],
  ['unsetProfileAttributes', [{ extId: 'iso', profile: ['age'] }]],
  ['pushProfileAttributes', [{ extId: 'iso', profile: { lastVisitedProducts: ['x'] } }]],
  ['pullProfileAttributes', [{ extId: 'iso', profile: { lastVisitedProducts: ['shirt'] } }]],
  ['deleteProfileAttributes', [{ profile: ['age', 'lastVisitedProducts'] }]],
  ['deleteProfileAttributeValue', [{ key: 'lastVisitedProducts', value: 'shirt' }]],
];
const OWN = { age: 1, lastVisitedProducts: ['shirt'] };

describe('Keys (section 5)', () => {
  it.each(OPERATIONS)(
    '%s refuses a missing key, the key of a device, and a key without the scope',
    async (operation, body) => {
      await set('iso', OWN);
      const path = `/rest/3.0/${operation}`;
      expect(await contract.gateway.call(path, { key: null, body })).toMatchObject({
        status: 401,
        json: { code: 2010 },
      });
      expect(await contract.post(operation, body, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await contract.post(operation, body, 'events-only')).toMatchObject({ status: 403, json: { code: 2022 } });
      expect(await profile('iso')).toEqual(OWN);
    },
  );
});

describe('Tenant isolation', () => {
  it.each(OPERATIONS)('%s of another application changes nothing in this one', async (operation, body) => {
    await set('iso', OWN);
    await write(operation, body, contract.elsewhere.keys.rest);
    expect(await profile('iso')).toEqual(OWN);
    await contract.gateway.app.get(RemovalService).processRemovals(-1000);
    expect(await profile('iso')).toEqual(OWN);
  });
});
