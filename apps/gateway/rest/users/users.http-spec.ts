import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';

let gateway: TestGateway;
const call: TestGateway['call'] = (...args) => gateway.call(...args);
const post = (operation: string, body: unknown) => call(`/rest/3.0/${operation}`, { body });
const get = (operation: string, query: string) => call(`/rest/3.0/${operation}?${query}`, { method: 'GET' });

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [
        { code: 'age', dataType: 'INT' },
        { code: 'visited', dataType: 'STRING', array: true },
      ],
    },
    { dryRun: false },
  );
  await gateway.makeKey('events', { scopes: ['events'] });
  await gateway.makeKey('users', { scopes: ['users'] });
});
afterAll(() => gateway.close());

async function countUsers(): Promise<number> {
  const row = await gateway.fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM users.app_user');
  return row?.n ?? 0;
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => `many${i}`);

describe('Writes of users', () => {
  it.each([
    [
      'registerUsers',
      [{ extId: 'w1', platform: 'IOS', deviceToken: 'w1-token', email: 'w1@example.com', type: 'unknown' }],
    ],
    ['tagUsers', { tag: 'Sport', extIds: ['w1', 'w2'] }],
    ['untagUsers', { tag: 'Sport', extIds: ['w2', 'nobody'] }],
    ['setProfileAttributes', [{ extId: 'w1', profile: { age: 34, visited: ['a'], name: 'Jo' } }]],
    ['disablePush', { extId: 'w1' }],
    ['enablePush', { deviceToken: 'w1-token' }],
  ])('%s answers 200 with a body of zero length', async (operation, body) => {
    const answer = await post(operation, body);
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('Written attributes and devices are returned by the read operations', async () => {
    expect((await get('getProfileAttributes', 'extId=w1')).json).toEqual({
      extId: 'w1',
      profile: {
        age: 34,
        visited: ['a'],
        name: 'Jo',
        email: 'w1@example.com',
        platform: 'IOS',
        lastSeen: expect.any(Number) as number,
      },
    });
    await post('disablePush', { deviceToken: 'w1-token' });
    const device = { platform: 'IOS', token: 'w1-token', deviceModel: null, pushPermitted: false };
    expect((await get('getDevices', 'extId=w1&pushPermitted=false')).json).toEqual({ extId: 'w1', devices: [device] });
    expect((await get('getDevices', 'extId=w1&pushPermitted=true')).json).toEqual({ extId: 'w1', devices: [] });
    expect((await get('getDevices', 'extId=w1')).json).toEqual({ extId: 'w1', devices: [device] });
  });

  it('tagUsers accepts 1,000 different users, however often each is repeated', async () => {
    expect((await post('tagUsers', { tag: 'Many', extIds: [...ids(1000), ...ids(1000)] })).status).toBe(200);
  });
});

const NUL = 'a\0b';
const EXT_ID = 'extId';

describe('Refusals of user operations', () => {
  it.each<[string, unknown, number, string]>([
    ['registerUsers', {}, 2004, 'array'],
    ['registerUsers', [], 2020, EXT_ID],
    ['registerUsers', [7], 2004, 'array of objects'],
    ['registerUsers', [{}], 2020, EXT_ID],
    ['registerUsers', [{ extId: 7 }], 2004, EXT_ID],
    ['registerUsers', [{ extId: NUL }], 2004, EXT_ID],
    ['registerUsers', [{ extId: 'x', tags: 'Sport' }], 2004, 'tags'],
    ['registerUsers', [{ extId: 'x', profile: [] }], 2004, 'profile'],
    ['registerUsers', [{ extId: 'x', profile: { unknown: 1 } }], 2004, 'unknown'],
    ['registerUsers', [{ extId: 'x', email: 'nope' }], 6000, 'email'],
    ['registerUsers', [{ extId: 'x', platform: 'IOS' }], 2020, 'deviceToken'],
    ['registerUsers', [{ extId: 'x', platform: 'EMAIL', deviceToken: 'x' }], 2004, 'platform'],
    ['registerUsers', ids(1001).map((extId) => ({ extId })), 2004, '1001'],
    ['tagUsers', {}, 2020, 'tag'],
    ['tagUsers', { tag: 'x' }, 2020, 'extIds'],
    ['tagUsers', { tag: 'x', extIds: [] }, 2020, 'extId'],
    ['tagUsers', { tag: 'x', extIds: 'a' }, 2004, 'extIds'],
    ['tagUsers', { tag: 'x', extIds: ['a', 1] }, 2004, 'extIds[1]'],
    ['tagUsers', { tag: 'x', extIds: [NUL] }, 2004, 'extIds[0]'],
    ['tagUsers', { tag: '', extIds: ['a'] }, 2020, 'tag'],
    ['tagUsers', { tag: NUL, extIds: ['a'] }, 2004, 'tag'],
    ['tagUsers', { tag: 'x', extIds: ids(1001) }, 2004, '1001'],
    ['untagUsers', { tag: 'x', extIds: ids(1001) }, 2004, '1001'],
    ['untagUsers', { tag: 'x', extIds: [] }, 2020, 'extId'],
    ['setProfileAttributes', { extId: 'x', profile: {} }, 2004, 'array'],
    ['setProfileAttributes', [{ extId: 'x' }], 2020, 'profile'],
    ['setProfileAttributes', [{ extId: 'x', profile: { age: '34' } }], 2004, 'age'],
    ['setProfileAttributes', [{ extId: 'x', profile: { age: null } }], 2004, 'age'],
    ['setProfileAttributes', [{ extId: 'x', profile: { age: 1e12 } }], 2004, 'age'],
    ['setProfileAttributes', [{ extId: 'x', profile: { visited: 'a' } }], 2004, 'visited'],
    ['setProfileAttributes', [{ extId: 'x', profile: { name: NUL } }], 2004, 'name'],
    ['setProfileAttributes', [{ extId: 'x', profile: { name: '\ud800' } }], 2004, 'name'],
    ['setProfileAttributes', [{ extId: 'x', profile: { constructor: 1 } }], 2004, 'constructor'],
    ['setProfileAttributes', ids(1001).map((extId) => ({ extId, profile: {} })), 2004, '1001'],
    ['enablePush', {}, 2020, EXT_ID],
    ['enablePush', { extId: 'w1', deviceToken: 'w1-token' }, 2004, 'deviceToken'],
    ['enablePush', { extId: 7 }, 2004, EXT_ID],
    ['enablePush', { extId: 'nobody' }, 5016, 'nobody'],
    ['disablePush', { deviceToken: 'unknown' }, 5016, 'deviceToken'],
    ['disablePush', { deviceToken: ['a'] }, 2004, 'deviceToken'],
  ])(
    '%s (case %#) is refused with its code, names the invalid part and changes nothing',
    async (operation, body, code, names) => {
      const before = await countUsers();
      const answer = await post(operation, body);
      expect(answer).toMatchObject({ status: 400, json: { code, error: expect.stringContaining(names) as string } });
      expect(await countUsers()).toBe(before);
    },
  );

  it.each([
    ['getProfileAttributes', '', 2020],
    ['getProfileAttributes', 'extId=nobody', 5016],
    ['getProfileAttributes', 'extId=a%00', 2004],
    ['getProfileAttributes', 'extId=a&extId=b', 2004],
    ['getDevices', '', 2020],
    ['getDevices', 'extId=nobody', 5016],
    ['getDevices', 'extId=w1&pushPermitted=yes', 2004],
  ])('The query %s?%s is refused with %i', async (operation, query, code) => {
    expect(await get(operation, query)).toMatchObject({ status: 400, json: { code } });
  });

  it('User operations are refused to a key of another scope', async () => {
    const tag = (key: string) => call('/rest/3.0/tagUsers', { key, body: { tag: 'x', extIds: ['a'] } });
    expect(await tag('events')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect((await tag('users')).status).toBe(200);
  });
});
