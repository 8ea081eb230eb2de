import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUsersContract, type UsersContract } from '../../support/contract/users-contract.js';
import examples from '../examples/users.json' with { type: 'json' };

let contract: UsersContract;
const post: UsersContract['post'] = (...args) => contract.post(...args);
const get: UsersContract['get'] = (...args) => contract.get(...args);
const write: UsersContract['write'] = (...args) => contract.write(...args);

beforeAll(async () => {
  contract = await openUsersContract();
});
afterAll(() => contract.close());

const ids = (count: number) => Array.from({ length: count }, (_, i) => `many${i}`);

async function tagsOf(extId: string, appId = contract.gateway.appId): Promise<string[] | undefined> {
  const row = await contract.gateway.fresh.db.row<{ tags: string[] }>(
    `WITH u AS MATERIALIZED (SELECT u.app_id, u.tags FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2)
     SELECT ARRAY(SELECT t.name FROM users.tag AS t WHERE t.app_id = u.app_id AND t.tag_id = ANY (u.tags) ORDER BY t.name) AS tags
     FROM u`,
    [appId, extId],
  );
  return row?.tags;
}

describe('Published examples', () => {
  it.each(examples)('The example $id of section 4.1 is answered as published', (example) => contract.example(example));
});

describe('4.1 tagUsers and untagUsers', () => {
  it('tagUsers adds a tag to the given users alone, and untagUsers removes it (specification 3)', async () => {
    await write('tagUsers', { tag: 'Sport', extIds: ['t1', 't2', 't2'] });
    await write('tagUsers', { tag: 'News', extIds: ['t1'] });
    expect([await tagsOf('t1'), await tagsOf('t2')]).toEqual([['News', 'Sport'], ['Sport']]);
    await write('untagUsers', { tag: 'Sport', extIds: ['t1', 'nobody'] });
    expect([await tagsOf('t1'), await tagsOf('t2')]).toEqual([['News'], ['Sport']]);
  });

  it('tagUsers and untagUsers take a list of tags like a single one (decisions 9)', async () => {
    await write('tagUsers', { tag: ['Sport', 'News', 'Sport', 'Art'], extIds: ['t3', 't4'] });
    await write('untagUsers', { tag: ['News', 'never used', 'Art'], extIds: ['t3'] });
    expect([await tagsOf('t3'), await tagsOf('t4')]).toEqual([['Sport'], ['Art', 'News', 'Sport']]);
  });

  it('tagUsers creates a user, and untagUsers does not (decisions 3)', async () => {
    await write('tagUsers', { tag: 'Sport', extIds: ['fresh'] });
    await write('untagUsers', { tag: 'Sport', extIds: ['never'] });
    expect([await tagsOf('fresh'), await tagsOf('never')]).toEqual([['Sport'], undefined]);
  });
});

describe('registerUsers (decisions 6)', () => {
  it('registerUsers takes every field, and adds to the stored user', async () => {
    await write('registerUsers', [
      {
        extId: 'r1',
        platform: 'ANDROID',
        deviceToken: 'r1-token',
        email: 'r1@example.com',
        msisdn: '+905321234561',
        tags: ['Sport'],
        profile: { age: 34 },
        type: 'ignored',
      },
      { extId: 'r1', profile: { name: 'Jo' } },
    ]);
    expect(await contract.profile('r1')).toEqual({
      age: 34,
      name: 'Jo',
      email: 'r1@example.com',
      msisdn: '+905321234561',
      platform: 'ANDROID',
      lastSeen: expect.any(Number) as number,
    });
    expect(await tagsOf('r1')).toEqual(['Sport']);
  });
});

describe('4.1 registerUsers: details of devices and users', () => {
  const devicesOf = async (extId: string) => (await get('getDevices', { extId })).json;
  const stored = (extId: string) =>
    contract.gateway.fresh.db.row(
      `SELECT i.os_version AS os, i.app_version AS app, i.time_zone AS zone, u.email_opt_in AS mail, u.sms_opt_in AS sms
         FROM users.app_user AS u JOIN users.installation AS i USING (vb, app_id, uid)
        WHERE u.app_id = $1 AND u.ext_id = $2`,
      [contract.gateway.appId, extId],
    );
  const device = { platform: 'ANDROID', deviceToken: 'd1-token' };

  it('registerUsers stores all details with the first call, and changes only those that a later one names', async () => {
    const details = { deviceModel: 'Pixel 5', osVersion: '14', appVersion: '3.1.0', timeZone: 'Europe/Istanbul' };
    const consent = { email: false, sms: true };
    await write('registerUsers', [
      { extId: 'd1', ...device, ...details, pushPermitted: false, consent, language: 'tr', country: 'TR' },
    ]);
    const shown = { platform: 'ANDROID', token: 'd1-token', deviceModel: 'Pixel 5', pushPermitted: false };
    expect(await devicesOf('d1')).toEqual({ extId: 'd1', devices: [shown] });
    const all = { os: '14', app: '3.1.0', zone: 'Europe/Istanbul', mail: false, sms: true };
    expect(await stored('d1')).toEqual(all);
    expect(await contract.profile('d1')).toMatchObject({ language: 'tr', country: 'TR' });

    await write('registerUsers', [{ extId: 'd1', ...device, appVersion: '3.2.0', deviceModel: '', language: '' }]);
    expect(await devicesOf('d1')).toEqual({ extId: 'd1', devices: [shown] });
    expect(await stored('d1')).toEqual({ ...all, app: '3.2.0' });
    expect(await contract.profile('d1')).toMatchObject({ language: 'tr', country: 'TR' });
  });

  it.each([
    ['GMT+05:30', '+05:30'],
    ['UTC\u22123', '-03:00'],
    ['+0300', '+03:00'],
    ['Mars/Olympus', 'Mars/Olympus'],
  ])('registerUsers stores the time zone %j as %s', async (timeZone, zone) => {
    await write('registerUsers', [{ extId: 'zoned', platform: 'ANDROID', deviceToken: 'zoned-token', timeZone }]);
    expect(await stored('zoned')).toMatchObject({ zone });
  });

  it.each([
    [{ pushPermitted: false }, 2020, 'deviceToken is required'],
    [{ deviceModel: 'Pixel 5' }, 2020, 'deviceToken is required'],
    [{ ...device, pushPermitted: 'no' }, 2004, "Field 'pushPermitted' should be true or false"],
    [{ consent: { email: 'no' } }, 2004, "Field 'consent.email' should be true or false"],
    [{ consent: { tracking: 'no' } }, 2004, "Field 'consent.tracking' should be true or false"],
    [{ consent: { email: true, tracking: 1 } }, 2004, "Field 'consent.tracking' should be true or false"],
    [{ consent: false }, 2004, "Field 'consent' should be an object"],
    [{ ...device, timeZone: 'x'.repeat(101) }, 2004, "Field 'timeZone' should have at most 100 characters"],
    [{ ...device, timeZone: 'null' }, 2004, "Field 'timeZone' should be a time zone"],
    [{ ...device, timeZone: 'UTC+15' }, 2004, "Field 'timeZone' should be a time zone"],
    [{ profile: { birthDate: 642_470_400 } }, 2004, "Field 'profile.birthDate' should be milliseconds since 1970"],
    [{ profile: { birthDate: 1_764_374_400_000_000 } }, 2004, 'of a year from 0000 to 9999'],
  ])('registerUsers refuses %j and changes nothing', async (part, code, error) => {
    const answer = await post('registerUsers', [
      { extId: 'd2', email: 'd2@example.com' },
      { extId: 'd3', ...part },
    ]);
    expect(answer).toMatchObject({ status: 400, json: { code, error: expect.stringContaining(error) as string } });
    expect((await get('getDevices', { extId: 'd2' })).json).toMatchObject({ code: 5016 });
  });
});

describe('deleteUsers (decisions 6)', () => {
  it('deleteUsers deletes users with their devices, and skips unknown users', async () => {
    await write('registerUsers', [{ extId: 'gone', platform: 'IOS', deviceToken: 'gone-token', tags: ['Sport'] }]);
    await write('deleteUsers', { extIds: ['gone', 'nobody'] });
    expect(await get('getDevices', { extId: 'gone' })).toMatchObject({ status: 400, json: { code: 5016 } });
    expect(await post('enablePush', { deviceToken: 'gone-token' })).toMatchObject({ json: { code: 5016 } });
  });
});

describe('Limits (section 8)', () => {
  it.each(['tagUsers', 'untagUsers', 'deleteUsers', 'enableMail', 'disableMail', 'enableSms', 'disableSms'])(
    '%s takes 1000 different ids, however often, and refuses 1001 with their number',
    async (operation) => {
      await write(operation, { tag: 'x', extIds: [...ids(1000), ...ids(1000)] });
      await contract.refuses(operation, { tag: 'x', extIds: ids(1001) }, 2004, '1001');
    },
  );
});

describe('Bad input', () => {
  const LONG = 'x'.repeat(10_000);
  it.each<[string, unknown, number, string]>([
    ['tagUsers', [], 2004, 'object'],
    ['tagUsers', { extIds: ['a'] }, 2020, 'tag'],
    ['tagUsers', { tag: 'x' }, 2020, 'extIds'],
    ['tagUsers', { tag: 'x', extIds: [] }, 2020, 'extId'],
    ['tagUsers', { tag: 'x', extIds: [LONG] }, 2004, 'extIds[0]'],
    ['tagUsers', { tag: 'x', extIds: ['a', 'b\0'] }, 2004, 'extIds[1]'],
    ['tagUsers', { tag: LONG, extIds: ['a'] }, 2004, 'tag'],
    ['tagUsers', { tag: 7, extIds: ['a'] }, 2004, 'tag'],
    ['tagUsers', { tag: '', extIds: ['a'] }, 2020, 'tag'],
    ['tagUsers', { tag: [], extIds: ['a'] }, 2020, 'tag'],
    ['tagUsers', { tag: ['x', 7], extIds: ['a'] }, 2004, 'tag[1]'],
    ['tagUsers', { tag: ['x', ''], extIds: ['a'] }, 2004, 'tag[1]'],
    ['tagUsers', { tag: Array.from({ length: 101 }, (_, i) => `t${i}`), extIds: ['a'] }, 2004, 'tag'],
    ['untagUsers', { tag: ['x', LONG], extIds: ['a'] }, 2004, 'tag[1]'],
    ['untagUsers', { tag: 'x', extIds: 'a' }, 2004, 'extIds'],
    ['untagUsers', { tag: 'x', extIds: ['\ud800'] }, 2004, 'extIds[0]'],
    ['deleteUsers', {}, 2020, 'extIds'],
    ['deleteUsers', { extIds: [] }, 2020, 'extId'],
    ['deleteUsers', { extIds: [7] }, 2004, 'extIds[0]'],
    ['registerUsers', [{ extId: 'a' }, { extId: 'b', profile: { age: 'x' } }], 2004, 'age'],
    ['registerUsers', [{ extId: LONG }], 2004, 'extId'],
    ['registerUsers', [{ extId: 'a', deviceToken: 'x', platform: 'FRIDGE' }], 2004, 'platform'],
  ])('%s (case %#) refuses bad input, names the error and writes nothing', (operation, body, code, names) =>
    contract.refuses(operation, body, code, names),
  );
});

describe('Keys (section 5)', () => {
  it.each([
    ['tagUsers', { tag: 'x', extIds: ['k'] }],
    ['untagUsers', { tag: 'x', extIds: ['k'] }],
    ['registerUsers', [{ extId: 'k' }]],
    ['deleteUsers', { extIds: ['k'] }],
  ])('%s refuses a missing or wrong key, the key of a device, and a key without the scope', async (operation, body) => {
    const path = `/rest/3.0/${operation}`;
    expect(await contract.gateway.call(path, { key: null, body })).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await post(operation, body, 'no-such-key')).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await post(operation, body, 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await post(operation, body, 'events-only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await tagsOf('k')).toBeUndefined();
  });
});

describe('Tenant isolation', () => {
  it('An application neither sees nor changes users of another one', async () => {
    await write('registerUsers', [{ extId: 'both', tags: ['Sport'], profile: { age: 1 } }]);
    const key = contract.elsewhere.keys.rest;
    expect(await get('getProfileAttributes', { extId: 'both' }, key)).toMatchObject({ json: { code: 5016 } });
    await write('tagUsers', { tag: 'Other', extIds: ['both'] }, key);
    await write('untagUsers', { tag: 'Sport', extIds: ['both'] }, key);
    await write('deleteUsers', { extIds: ['both'] }, key);
    expect(await tagsOf('both')).toEqual(['Sport']);
    expect(await tagsOf('both', contract.elsewhere.appId)).toBeUndefined();
  });
});
