import { describe, expect, it } from 'vitest';
import { ATTRIBUTES, registeredUsers } from '../../../../test/support/rooms/registered-users.js';
import { STANDARD_ATTRIBUTE_IDS } from '../../profiles/attributes/standard-attributes.js';

const shop = registeredUsers();
const { anApplication, usersOf, feed, profile } = shop;

/** Kept values of a device that was registered now. */
const seen = (platform: string) => ({ platform, lastSeen: expect.any(Number) as number });

describe('registerUsers', () => {
  it('registerUsers creates users whose uid contains their bucket', async () => {
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'a' }, { extId: 'b' }, { extId: 'c' }]);
    const users = await usersOf();
    expect([...users.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect([...users.values()].every(({ uid, vb }) => uid % 1024 === vb && uid >= 1024)).toBe(true);
  });

  it('registerUsers writes addresses, tags, attributes and a device together', async () => {
    await shop.room.registration.registerUsers(shop.appId, [
      {
        extId: 'a',
        platform: 'IOS',
        deviceToken: 'a1b2',
        email: 'jo@example.com',
        msisdn: '+90 532 123 45 67',
        tags: ['Sport', 'News'],
        profile: { age: 34, name: 'Jo' },
      },
    ]);
    expect((await usersOf()).get('a')?.tags).toEqual(['News', 'Sport']);
    expect(await profile('a')).toEqual({
      name: 'Jo',
      age: 34,
      email: 'jo@example.com',
      msisdn: '+905321234567',
      ...seen('IOS'),
    });
    expect((await shop.room.devices.getDevices(shop.appId, 'a', false)).devices).toEqual([
      { platform: 'IOS', token: 'a1b2', deviceModel: null, pushPermitted: true },
    ]);
  });

  it('registerUsers merges entries of one user: the later value wins, and tags and devices add up', async () => {
    await shop.room.registration.registerUsers(shop.appId, [
      { extId: 'a', tags: ['Sport'], profile: { age: 1, name: 'Jo' }, platform: 'IOS', deviceToken: 't1' },
      { extId: 'a', tags: ['News'], profile: { age: 2 }, platform: 'ANDROID', deviceToken: 't2' },
    ]);
    expect((await usersOf()).get('a')?.tags).toEqual(['News', 'Sport']);
    expect(await profile('a')).toEqual({ age: 2, name: 'Jo', ...seen('ANDROID') });
    const { devices } = await shop.room.devices.getDevices(shop.appId, 'a', false);
    expect(devices.map(({ platform, token }) => [platform, token]).toSorted()).toEqual([
      ['ANDROID', 't2'],
      ['IOS', 't1'],
    ]);
  });

  it('registerUsers adds to existing users and leaves the rest unchanged', async () => {
    await shop.room.registration.registerUsers(shop.appId, [
      { extId: 'a', email: 'a@example.com', tags: ['x'], profile: { age: 1 } },
    ]);
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'a', tags: ['y'], profile: { rate: 1.5 } }]);
    expect(await profile('a')).toEqual({ age: 1, rate: 1.5, email: 'a@example.com' });
    expect((await usersOf()).get('a')?.tags).toEqual(['x', 'y']);
  });

  it('registerUsers writes neither rows nor the change feed when nothing changes', async () => {
    const entries = [
      {
        extId: 'a',
        email: 'a@example.com',
        tags: ['x'],
        profile: { age: 1, favourites: ['b', 'a'] },
        platform: 'IOS',
        deviceToken: 't',
      },
    ];
    await shop.room.registration.registerUsers(shop.appId, entries);
    const [before, changeCount] = [await usersOf(), (await feed()).length];
    await shop.room.registration.registerUsers(shop.appId, entries);
    expect(await usersOf()).toEqual(before);
    expect(await feed()).toHaveLength(changeCount);
  });

  it('registerUsers adds changed users, attributes and tags to the change feed', async () => {
    await shop.room.registration.registerUsers(shop.appId, [
      { extId: 'a', tags: ['x'], profile: { age: 1 }, email: 'a@example.com' },
      { extId: 'b', platform: 'IOS', deviceToken: 't' },
    ]);
    const users = await usersOf();
    const [a, b] = [users.get('a')?.uid ?? 0, users.get('b')?.uid ?? 0];
    const age = (await shop.room.users.getAttributesByCode(shop.appId)).get('age')?.attrId;
    const x = (await shop.room.users.findTagIds(shop.appId, ['x'])).get('x');
    const both = [a, b].toSorted((left, right) => left - right);
    expect(await feed()).toEqual([
      {
        kind: 'attribute',
        uids: both,
        keys: [STANDARD_ATTRIBUTE_IDS.email, STANDARD_ATTRIBUTE_IDS.lastSeen, STANDARD_ATTRIBUTE_IDS.platform, age],
      },
      { kind: 'installation', uids: [b], keys: [] },
      { kind: 'tag', uids: both, keys: [x] },
      { kind: 'user', uids: both, keys: [] },
    ]);
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'a', profile: { age: 2 } }, { extId: 'b' }]);
    expect((await feed()).at(-1)).toEqual({ kind: 'attribute', uids: [a], keys: [age] });
  });

  it('registerUsers accepts 1000 users and refuses 1001, and counts duplicates once', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ extId: `u${i}` }));
    await expect(shop.room.registration.registerUsers(shop.appId, many(1001))).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining('1001') as string,
    });
    expect((await usersOf()).size).toBe(0);
    await shop.room.registration.registerUsers(shop.appId, [...many(1000), ...many(1000)]);
    expect((await usersOf()).size).toBe(1000);
  });

  it.each([
    [{ extId: '' }, 2020, 'extId'],
    [{ extId: 'a\0' }, 2004, 'extId'],
    [{ extId: 'a\ud800' }, 2004, 'extId'],
    [{ extId: 'x'.repeat(256) }, 2004, 'extId'],
    [{ extId: 'a', email: 'not an address' }, 6000, 'email'],
    [{ extId: 'a', email: 'a@example.com\r\nBcc: b@example.com' }, 6000, 'email'],
    [{ extId: 'a', msisdn: '12' }, 6000, 'msisdn'],
    [{ extId: 'a', platform: 'IOS' }, 2020, 'deviceToken'],
    [{ extId: 'a', deviceToken: 't' }, 2020, 'platform'],
    [{ extId: 'a', platform: 'NOKIA', deviceToken: 't' }, 2004, 'NOKIA'],
    [{ extId: 'a', platform: 'SMS', deviceToken: 't' }, 2004, 'platform'],
    [{ extId: 'a', platform: 'IOS', deviceToken: '../x' }, 2004, 'deviceToken'],
    [{ extId: 'a', platform: 'CHROME', deviceToken: 'no json' }, 2004, 'deviceToken'],
    [{ extId: 'a', tags: [''] }, 2020, 'tags'],
    [{ extId: 'a', tags: ['a\0'] }, 2004, 'tags'],
    [{ extId: 'a', profile: { shoeSize: 43 } }, 2004, 'shoeSize'],
    [{ extId: 'a', profile: { constructor: 1 } }, 2004, 'constructor'],
    [{ extId: 'a', profile: JSON.parse('{"__proto__": 1}') as Record<string, unknown> }, 2004, '__proto__'],
    [{ extId: 'a', profile: { age: '34' } }, 2004, 'age'],
    [{ extId: 'a', profile: { age: null } }, 2004, 'age'],
    [{ extId: 'a', profile: { name: 'a\0' } }, 2004, 'name'],
  ])('registerUsers refuses a malformed entry (case %#) and changes nothing', async (entry, code, names) => {
    const request = shop.room.registration.registerUsers(shop.appId, [{ extId: 'good' }, entry]);
    await expect(request).rejects.toMatchObject({ code, message: expect.stringContaining(names) as string });
    expect((await usersOf()).size).toBe(0);
    expect(await feed()).toEqual([]);
  });

  it('Concurrent batches of overlapping users lose and duplicate no user, and apply every part', async () => {
    const batches = Array.from({ length: 16 }, (_, batch) => {
      const first = batch * 40;
      const ids = Array.from({ length: 400 }, (_, i) => first + i);
      return (batch % 2 === 0 ? ids : ids.toReversed()).map((i) => ({
        extId: `u${i}`,
        tags: [`batch${batch}`],
        profile: { age: batch },
        platform: 'ANDROID',
        deviceToken: `token-${i}`,
      }));
    });
    await Promise.all(batches.map((batch) => shop.room.registration.registerUsers(shop.appId, batch)));
    const users = await usersOf();
    expect(users.size).toBe(15 * 40 + 400);
    expect(new Set([...users.values()].map(({ uid }) => uid)).size).toBe(users.size);
    for (const [batch, entries] of batches.entries()) {
      expect(entries.filter(({ extId }) => !users.get(extId)?.tags.includes(`batch${batch}`))).toEqual([]);
    }
    const installations = await shop.fresh.db.rows<{ uid: number; token: string }>(
      'SELECT i.uid, i.token FROM users.installation AS i WHERE i.app_id = $1',
      [shop.appId],
    );
    expect(installations).toHaveLength(users.size);
    const byToken = new Map(installations.map(({ token, uid }) => [token, uid]));
    expect([...users].every(([extId, { uid }]) => byToken.get(extId.replace('u', 'token-')) === uid)).toBe(true);
  });

  it('Concurrent batches that swap tokens end with one owner for each token', async () => {
    const people = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const rotated = (by: number) =>
      people.map((extId, i) => ({ extId, platform: 'IOS', deviceToken: `t${(i + by) % people.length}` }));
    await Promise.all(
      Array.from({ length: 12 }, (_, by) => shop.room.registration.registerUsers(shop.appId, rotated(by))),
    );
    const owners = await shop.fresh.db.rows<{ hash: string; inst_id: number }>(
      `SELECT encode(substring(sha256(i.token::bytea) FOR 16), 'hex') AS hash, i.inst_id FROM users.installation AS i
       WHERE i.app_id = $1 AND i.token IS NOT NULL ORDER BY hash, inst_id`,
      [shop.appId],
    );
    const lookups = await shop.fresh.db.rows<{ hash: string; inst_id: number }>(
      `SELECT encode(l.token_hash, 'hex') AS hash, l.inst_id FROM users.token_lookup AS l
       WHERE l.app_id = $1 ORDER BY hash, inst_id`,
      [shop.appId],
    );
    expect(owners).toHaveLength(people.length);
    const owned = new Set(owners.map(({ hash }) => hash));
    expect(lookups.filter(({ hash }) => owned.has(hash))).toEqual(owners);
  });
});

describe('Tokens of registered users', () => {
  it('A token moves to the user that registers it last, and the first installation loses it', async () => {
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't' }]);
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'b', platform: 'IOS', deviceToken: 't' }]);
    const tokens = async (extId: string) =>
      (await shop.room.devices.getDevices(shop.appId, extId, false)).devices.map((device) => device.token);
    expect([await tokens('a'), await tokens('b')]).toEqual([[null], ['t']]);
    await shop.room.registration.registerUsers(shop.appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't' }]);
    expect([await tokens('a'), await tokens('b')]).toEqual([[null, 't'], [null]]);
  });

  it('A web push token is identified by its endpoint, regardless of the form of its JSON', async () => {
    const subscription = (auth: string) => ({
      endpoint: 'https://fcm.googleapis.com/1',
      keys: {
        auth,
        p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      },
    });
    const register = (auth: string, space?: number) =>
      shop.room.registration.registerUsers(shop.appId, [
        {
          extId: 'a',
          platform: 'CHROME',
          deviceToken: JSON.stringify({ expirationTime: null, ...subscription(auth) }, null, space),
        },
      ]);
    await register('AAAAAAAAAAAAAAAAAAAAAA');
    await register('AAAAAAAAAAAAAAAAAAAAAA==', 2);
    await register('AAAAAAAAAAAAAAAAAAAAAQ');
    const { devices } = await shop.room.devices.getDevices(shop.appId, 'a', false);
    expect(devices.map(({ token }) => JSON.parse(token ?? '') as unknown)).toEqual([
      subscription('AAAAAAAAAAAAAAAAAAAAAQ'),
    ]);
  });
});

describe('Isolation of applications', () => {
  it('Two applications with the same extId, token, tag and attribute code are isolated', async () => {
    const secondAppId = await anApplication({ attributes: ATTRIBUTES });
    const entry = {
      extId: 'a',
      platform: 'IOS',
      deviceToken: 't',
      tags: ['x'],
      profile: { age: 1 },
      email: 'a@example.com',
    };
    await shop.room.registration.registerUsers(shop.appId, [entry]);
    await expect(profile('a', secondAppId)).rejects.toMatchObject({ code: 5016 });
    await expect(shop.room.pushPermissions.set(secondAppId, { deviceToken: 't' }, false)).rejects.toMatchObject({
      code: 5016,
    });
    await shop.room.registration.registerUsers(secondAppId, [{ ...entry, profile: { age: 2 } }]);
    await shop.room.tags.untagUsers(secondAppId, { tag: 'x', extIds: ['a'] });
    await shop.room.pushPermissions.set(secondAppId, { extId: 'a' }, false);
    expect((await usersOf()).get('a')?.tags).toEqual(['x']);
    expect(await profile('a')).toEqual({ age: 1, email: 'a@example.com', ...seen('IOS') });
    expect((await shop.room.devices.getDevices(shop.appId, 'a', true)).devices.map(({ token }) => token)).toEqual([
      't',
    ]);

    const instId = (await shop.room.users.findInstIdsByTokens(shop.appId, ['t'])).get('t') ?? 0;
    const otherId = (await shop.room.users.findInstIdsByTokens(secondAppId, ['t'])).get('t') ?? 0;
    const recipients = await shop.room.recipients.findRecipientsByInstallation(shop.appId, [instId, otherId], {
      withProfile: true,
    });
    expect(recipients.filter(({ instId: id }) => id !== instId)).toEqual([]);
    expect(recipients.map(({ profile: read }) => read)).toEqual([{ age: 1, email: 'a@example.com', ...seen('IOS') }]);
  });
});
