import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database.js';
import { openUsersRoom, type UsersRoom } from '../../../test/support/users-room.js';
import { STANDARD } from '../attributes/standard-attributes.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

async function anApplication(file: object = {}): Promise<number> {
  return (await room.applying.apply({ app: `shop-${(apps += 1)}`, ...file }, { dryRun: false })).app.id;
}

const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'favourites', dataType: 'STRING', array: true },
  { code: 'city', dataType: 'STRING', options: ['Ankara', 'Izmir'] },
  { code: 'seen', dataType: 'TIME_STAMP' },
  { code: 'born', dataType: 'DATE' },
  { code: 'rate', dataType: 'DOUBLE' },
  { code: 'isMember', dataType: 'BOOLEAN' },
];

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = await anApplication({ attributes: ATTRIBUTES });
});

interface UserRow {
  uid: number;
  vb: number;
  extId: string;
  tags: string[];
  updatedAt: Date;
}

/** Users of an application with the names of their tags. */
async function usersOf(id = appId): Promise<Map<string, UserRow>> {
  const rows = await fresh.db.rows<UserRow>(
    `SELECT u.uid, u.vb, u.ext_id AS "extId", u.updated_at AS "updatedAt",
            ARRAY(SELECT t.name FROM users.tag AS t WHERE t.app_id = u.app_id AND t.tag_id = ANY (u.tags) ORDER BY t.name) AS tags
     FROM users.app_user AS u WHERE u.app_id = $1`,
    [id],
  );
  return new Map(rows.map((row) => [row.extId, row]));
}

async function feed(id = appId): Promise<{ kind: string; uids: number[]; keys: number[] }[]> {
  const rows = await fresh.db.rows<{ kind: string; uids: number[]; keys: number[] }>(
    'SELECT o.kind, to_json(o.uids) AS uids, o.keys FROM platform.outbox AS o WHERE o.app_id = $1 ORDER BY o.xid, o.kind',
    [id],
  );
  return rows;
}

const profile = async (extId: string, id = appId) => (await room.devices.getProfileAttributes(id, extId)).profile;

describe('registerUsers', () => {
  it('creates users whose number tells their bucket', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a' }, { extId: 'b' }, { extId: 'c' }]);
    const users = await usersOf();
    expect([...users.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect([...users.values()].every(({ uid, vb }) => uid % 1024 === vb && uid >= 1024)).toBe(true);
  });

  it('writes addresses, tags, attributes and a device in one go', async () => {
    await room.registration.registerUsers(appId, [
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
    expect(await profile('a')).toEqual({ name: 'Jo', age: 34, email: 'jo@example.com', msisdn: '+905321234567' });
    expect((await room.devices.getDevices(appId, 'a', false)).devices).toEqual([
      { platform: 'IOS', token: 'a1b2', deviceModel: null, pushPermitted: true },
    ]);
  });

  it('merges entries of one user: the later value wins, tags and devices add up', async () => {
    await room.registration.registerUsers(appId, [
      { extId: 'a', tags: ['Sport'], profile: { age: 1, name: 'Jo' }, platform: 'IOS', deviceToken: 't1' },
      { extId: 'a', tags: ['News'], profile: { age: 2 }, platform: 'ANDROID', deviceToken: 't2' },
    ]);
    expect((await usersOf()).get('a')?.tags).toEqual(['News', 'Sport']);
    expect(await profile('a')).toEqual({ age: 2, name: 'Jo' });
    const { devices } = await room.devices.getDevices(appId, 'a', false);
    expect(devices.map(({ platform, token }) => [platform, token]).toSorted()).toEqual([
      ['ANDROID', 't2'],
      ['IOS', 't1'],
    ]);
  });

  it('adds to users that exist and leaves the rest of them as it is', async () => {
    await room.registration.registerUsers(appId, [
      { extId: 'a', email: 'a@example.com', tags: ['x'], profile: { age: 1 } },
    ]);
    await room.registration.registerUsers(appId, [{ extId: 'a', tags: ['y'], profile: { rate: 1.5 } }]);
    expect(await profile('a')).toEqual({ age: 1, rate: 1.5, email: 'a@example.com' });
    expect((await usersOf()).get('a')?.tags).toEqual(['x', 'y']);
  });

  it('writes nothing when nothing changes, and says nothing in the feed', async () => {
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
    await room.registration.registerUsers(appId, entries);
    const [before, told] = [await usersOf(), (await feed()).length];
    await room.registration.registerUsers(appId, entries);
    expect(await usersOf()).toEqual(before);
    expect(await feed()).toHaveLength(told);
  });

  it('tells the feed which users changed, and which attributes and tags', async () => {
    await room.registration.registerUsers(appId, [
      { extId: 'a', tags: ['x'], profile: { age: 1 }, email: 'a@example.com' },
      { extId: 'b', platform: 'IOS', deviceToken: 't' },
    ]);
    const users = await usersOf();
    const [a, b] = [users.get('a')?.uid ?? 0, users.get('b')?.uid ?? 0];
    const age = (await room.users.attributesByCode(appId)).get('age')?.attrId;
    const x = (await room.users.tagIds(appId, ['x'])).get('x');
    const both = [a, b].toSorted((one, other) => one - other);
    expect(await feed()).toEqual([
      { kind: 'attribute', uids: both, keys: [STANDARD.email, age] },
      { kind: 'installation', uids: [b], keys: [] },
      { kind: 'tag', uids: both, keys: [x] },
      { kind: 'user', uids: both, keys: [] },
    ]);
    await room.registration.registerUsers(appId, [{ extId: 'a', profile: { age: 2 } }, { extId: 'b' }]);
    expect((await feed()).at(-1)).toEqual({ kind: 'attribute', uids: [a], keys: [age] });
  });

  it('takes 1000 users and refuses 1001, naming the number; duplicates count once', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ extId: `u${i}` }));
    await expect(room.registration.registerUsers(appId, many(1001))).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining('1001') as string,
    });
    expect((await usersOf()).size).toBe(0);
    await room.registration.registerUsers(appId, [...many(1000), ...many(1000)]);
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
  ])('refuses a malformed entry (case %#) and changes nothing', async (entry, code, names) => {
    const request = room.registration.registerUsers(appId, [{ extId: 'good' }, entry]);
    await expect(request).rejects.toMatchObject({ code, message: expect.stringContaining(names) as string });
    expect((await usersOf()).size).toBe(0);
    expect(await feed()).toEqual([]);
  });

  it('survives 16 concurrent batches of overlapping users: nobody lost, nobody twice, every part applied', async () => {
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
    await Promise.all(batches.map((batch) => room.registration.registerUsers(appId, batch)));
    const users = await usersOf();
    expect(users.size).toBe(15 * 40 + 400);
    expect(new Set([...users.values()].map(({ uid }) => uid)).size).toBe(users.size);
    for (const [batch, entries] of batches.entries()) {
      expect(entries.filter(({ extId }) => !users.get(extId)?.tags.includes(`batch${batch}`))).toEqual([]);
    }
    const installations = await fresh.db.rows<{ uid: number; token: string }>(
      'SELECT i.uid, i.token FROM users.installation AS i WHERE i.app_id = $1',
      [appId],
    );
    expect(installations).toHaveLength(users.size);
    const byToken = new Map(installations.map(({ token, uid }) => [token, uid]));
    expect([...users].every(([extId, { uid }]) => byToken.get(extId.replace('u', 'token-')) === uid)).toBe(true);
  });

  it('ends with one owner of each token when tokens change hands crosswise in concurrent batches', async () => {
    const people = Array.from({ length: 40 }, (_, i) => `p${i}`);
    const rotated = (by: number) =>
      people.map((extId, i) => ({ extId, platform: 'IOS', deviceToken: `t${(i + by) % people.length}` }));
    await Promise.all(Array.from({ length: 12 }, (_, by) => room.registration.registerUsers(appId, rotated(by))));
    const held = await fresh.db.rows<{ token: string; holders: number; agrees: boolean }>(
      `SELECT i.token, count(*) AS holders, bool_and(l.inst_id = i.inst_id) AS agrees
       FROM users.installation AS i
       JOIN users.token_lookup AS l ON l.app_id = i.app_id AND l.token_hash = substring(sha256(i.token::bytea) FOR 16)
       WHERE i.app_id = $1 AND i.token IS NOT NULL GROUP BY i.token`,
      [appId],
    );
    expect(held).toHaveLength(people.length);
    expect(held.filter(({ holders, agrees }) => holders !== 1 || !agrees)).toEqual([]);
  });
});

describe('a token', () => {
  it('moves to the user that registers it last; the first installation is left without', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't' }]);
    await room.registration.registerUsers(appId, [{ extId: 'b', platform: 'IOS', deviceToken: 't' }]);
    const tokens = async (extId: string) =>
      (await room.devices.getDevices(appId, extId, false)).devices.map((device) => device.token);
    expect([await tokens('a'), await tokens('b')]).toEqual([[null], ['t']]);
    await room.registration.registerUsers(appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't' }]);
    expect([await tokens('a'), await tokens('b')]).toEqual([[null, 't'], [null]]);
  });

  it('of web push is known by its endpoint, whatever the form of its JSON', async () => {
    const subscription = (auth: string) => ({
      endpoint: 'https://push.example.com/1',
      keys: {
        auth,
        p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
      },
    });
    const register = (auth: string, space?: number) =>
      room.registration.registerUsers(appId, [
        {
          extId: 'a',
          platform: 'CHROME',
          deviceToken: JSON.stringify({ expirationTime: null, ...subscription(auth) }, null, space),
        },
      ]);
    await register('AAAAAAAAAAAAAAAAAAAAAA');
    await register('AAAAAAAAAAAAAAAAAAAAAA==', 2);
    await register('AAAAAAAAAAAAAAAAAAAAAQ');
    const { devices } = await room.devices.getDevices(appId, 'a', false);
    expect(devices.map(({ token }) => JSON.parse(token ?? '') as unknown)).toEqual([
      subscription('AAAAAAAAAAAAAAAAAAAAAQ'),
    ]);
  });
});

describe('tags', () => {
  it('are added, creating users, and removed, creating nobody', async () => {
    await room.registration.tagUsers(appId, { tag: 'Sport', extIds: ['a', 'b', 'a'] });
    await room.registration.tagUsers(appId, { tag: 'News', extIds: ['b'] });
    await room.registration.untagUsers(appId, { tag: 'Sport', extIds: ['b', 'nobody'] });
    const users = await usersOf();
    expect([...users].map(([extId, { tags }]) => [extId, tags]).toSorted()).toEqual([
      ['a', ['Sport']],
      ['b', ['News']],
    ]);
  });

  it('tell the feed of those whose tags changed, and of nobody else', async () => {
    await room.registration.tagUsers(appId, { tag: 'Sport', extIds: ['a', 'b'] });
    await room.registration.untagUsers(appId, { tag: 'Sport', extIds: ['b'] });
    const [b, told] = [(await usersOf()).get('b')?.uid, await feed()];
    expect(told.at(-1)).toMatchObject({ kind: 'tag', uids: [b] });
    await room.registration.untagUsers(appId, { tag: 'Sport', extIds: ['b'] });
    await room.registration.untagUsers(appId, { tag: 'never used', extIds: ['b'] });
    await room.registration.tagUsers(appId, { tag: 'Sport', extIds: ['a'] });
    expect(await feed()).toEqual(told);
  });

  it('that many requests use for the first time at once get one number each', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `tag${i}`);
    await Promise.all(
      names.map((_, i) => room.registration.registerUsers(appId, [{ extId: `u${i}`, tags: names.toSpliced(i, 1) }])),
    );
    const ids = await room.users.tagIds(appId, names);
    expect([...new Set(ids.values())].toSorted((a, b) => a - b)).toEqual(names.map((_, i) => i + 1));
  });

  it.each([
    [{ tag: '', extIds: ['a'] }, 2020],
    [{ tag: 'x', extIds: [] }, 2020],
    [{ tag: 'x', extIds: [''] }, 2020],
    [{ tag: 'x\0', extIds: ['a'] }, 2004],
    [{ tag: 'x', extIds: Array.from({ length: 1001 }, (_, i) => `u${i}`) }, 2004],
  ])('refuse a malformed request (case %#)', async (request, code) => {
    await expect(room.registration.tagUsers(appId, request)).rejects.toMatchObject({ code });
    await expect(room.registration.untagUsers(appId, request)).rejects.toMatchObject({ code });
    expect((await usersOf()).size).toBe(0);
  });
});

describe('setProfileAttributes', () => {
  it('numbers new users among known ones as ever, also many of one bucket', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'known' }]);
    const extIds = ['known', ...Array.from({ length: 3000 }, (_, i) => `new-${i}`)];
    for (let from = 0; from < extIds.length; from += 1000) {
      await room.registration.setProfileAttributes(
        appId,
        extIds.slice(from, from + 1000).map((extId) => ({ extId, profile: { age: from } })),
      );
    }
    const users = [...(await usersOf()).values()];
    expect(users.map(({ extId }) => extId).toSorted()).toEqual(extIds.toSorted());
    expect(users.every(({ uid, vb }) => uid % 1024 === vb && uid >= 1024)).toBe(true);
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(users.length);
  });

  it('never brings the number of a deleted user back', async () => {
    const uidOf = async () => (await room.users.uidsByExtIds(appId, ['jo'])).get('jo');
    const seen = new Set<number | undefined>();
    for (let round = 0; round < 5; round++) {
      await room.registration.setProfileAttributes(appId, [{ extId: 'jo', profile: { age: round } }]);
      seen.add(await uidOf());
      await Promise.all([
        room.eraser.deleteUsers(appId, ['jo']),
        room.registration.setProfileAttributes(appId, [{ extId: 'jo', profile: { rate: round } }]),
        room.registration.registerUsers(appId, [{ extId: 'jo', email: 'jo@example.com' }]),
      ]);
      await room.eraser.deleteUsers(appId, ['jo']);
    }
    expect(seen.size).toBe(5);
  });

  it('keeps what is not named, and answers dates as epoch milliseconds', async () => {
    const set = (values: Record<string, unknown>) =>
      room.registration.setProfileAttributes(appId, [{ extId: 'a', profile: values }]);
    await set({
      age: 34,
      favourites: ['x', 'y'],
      city: 'Izmir',
      born: '1990-02-28',
      seen: '2026-01-31T10:00:00+03:00',
    });
    await set({ rate: -0.5, isMember: false, born: 624315600000, favourites: ['z'] });
    expect(await profile('a')).toEqual({
      age: 34,
      favourites: ['z'],
      city: 'Izmir',
      born: 624315600000,
      seen: Date.parse('2026-01-31T07:00:00Z'),
      rate: -0.5,
      isMember: false,
    });
  });

  it('puts e-mail and number where sends find them, and forgets the earlier ones', async () => {
    const set = (values: Record<string, unknown>) =>
      room.registration.setProfileAttributes(appId, [{ extId: 'a', profile: values }]);
    await set({ email: 'Old@example.com', msisdn: '+905321234567' });
    await set({ email: 'new@example.com' });
    const uid = (await usersOf()).get('a')?.uid ?? 0;
    expect(await room.users.recipientsByUser(appId, [uid], { withProfile: false })).toEqual([
      {
        uid,
        extId: 'a',
        email: 'new@example.com',
        msisdn: '+905321234567',
        emailOptIn: true,
        smsOptIn: true,
        language: null,
      },
    ]);
    const found = await fresh.db.rows<{ hash: string }>(
      "SELECT encode(c.value_hash, 'hex') AS hash FROM users.contact_lookup AS c WHERE c.app_id = $1 AND c.uid = $2 AND c.kind = 1",
      [appId, uid],
    );
    const expected = await fresh.db.row<{ hash: string }>(
      "SELECT encode(substring(sha256('new@example.com'::bytea) FOR 16), 'hex') AS hash",
    );
    expect(found).toEqual([expected]);
  });

  it('refuses a code that is not defined unless the application defines on first use', async () => {
    const entries = [
      { extId: 'a', profile: { shoeSize: 43, nick: 'Jo', fast: true, weight: 70.5, sizes: [1, 2] } },
      { extId: 'b', profile: { shoeSize: 44 } },
    ];
    await expect(room.registration.setProfileAttributes(appId, entries)).rejects.toMatchObject({
      code: 2004,
      message: "Profile attribute 'shoeSize' is not defined",
    });
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    await room.registration.setProfileAttributes(lenient, entries);
    expect(await profile('a', lenient)).toEqual(entries[0]?.profile);
    const definitions = await room.users.attributesByCode(lenient);
    const types = ['shoeSize', 'nick', 'fast', 'weight', 'sizes'].map((code) => {
      const { dataType, array } = definitions.get(code) ?? {};
      return [dataType, array];
    });
    expect(types).toEqual([
      ['LONG', false],
      ['STRING', false],
      ['BOOLEAN', false],
      ['DOUBLE', false],
      ['LONG', true],
    ]);
  });

  it('defines nothing when the request is refused for another value', async () => {
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    const entries = [
      { extId: 'a', profile: { nick: 'Jo' } },
      { extId: 'b', profile: { nick: 7 } },
    ];
    await expect(room.registration.setProfileAttributes(lenient, entries)).rejects.toMatchObject({ code: 2004 });
    expect((await room.users.attributesByCode(lenient)).has('nick')).toBe(false);
  });

  it('lets requests that use one code for the first time at once agree on its number', async () => {
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    const codes = ['c1', 'c2', 'c3', 'c4'];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        room.registration.setProfileAttributes(lenient, [
          { extId: `u${i}`, profile: Object.fromEntries(codes.map((code) => [code, `${code} of ${i}`])) },
        ]),
      ),
    );
    for (let i = 0; i < 12; i++) {
      expect(await profile(`u${i}`, lenient)).toEqual(
        Object.fromEntries(codes.map((code) => [code, `${code} of ${i}`])),
      );
    }
  });
});

describe('two types for one new code', () => {
  it('used at the same time: one request defines it, the other is refused', async () => {
    const lenient = await anApplication({ settings: { defineOnFirstUse: true } });
    const set = (extId: string, nick: unknown) =>
      room.registration.setProfileAttributes(lenient, [{ extId, profile: { nick } }]);
    const outcomes = await Promise.allSettled([set('a', 'Jo'), set('b', 7)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 2004 } });
    expect((await usersOf(lenient)).size).toBe(1);
  });
});

describe('applications', () => {
  it('never see each other: same extId, token, tag and attribute code', async () => {
    const other = await anApplication({ attributes: ATTRIBUTES });
    const entry = {
      extId: 'a',
      platform: 'IOS',
      deviceToken: 't',
      tags: ['x'],
      profile: { age: 1 },
      email: 'a@example.com',
    };
    await room.registration.registerUsers(appId, [entry]);
    await expect(profile('a', other)).rejects.toMatchObject({ code: 5016 });
    await expect(room.devices.permitPush(other, { deviceToken: 't' }, false)).rejects.toMatchObject({ code: 5016 });
    await room.registration.registerUsers(other, [{ ...entry, profile: { age: 2 } }]);
    await room.registration.untagUsers(other, { tag: 'x', extIds: ['a'] });
    await room.devices.permitPush(other, { extId: 'a' }, false);
    expect((await usersOf()).get('a')?.tags).toEqual(['x']);
    expect(await profile('a')).toEqual({ age: 1, email: 'a@example.com' });
    expect((await room.devices.getDevices(appId, 'a', true)).devices.map(({ token }) => token)).toEqual(['t']);

    const instId = (await room.users.instIdsByTokens(appId, ['t'])).get('t') ?? 0;
    const otherId = (await room.users.instIdsByTokens(other, ['t'])).get('t') ?? 0;
    const recipients = await room.users.recipientsByInstallation(appId, [instId, otherId], { withProfile: true });
    expect(recipients.filter(({ instId: id }) => id !== instId)).toEqual([]);
    expect(recipients.map(({ profile: read }) => read)).toEqual([{ age: 1, email: 'a@example.com' }]);
  });
});
