import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
/** Another process, whose definitions may be a second old. */
let secondRoom: UsersRoom;
let appId: number;
let apps = 0;

const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'city', dataType: 'STRING', options: ['Ankara', 'Izmir'] },
  { code: 'visited', dataType: 'STRING', array: true },
  { code: 'scores', dataType: 'DOUBLE', array: true },
];

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
  secondRoom = await openUsersRoom(fresh);
});
afterAll(async () => {
  await secondRoom.close();
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `shop-${(apps += 1)}`, attributes: ATTRIBUTES }, { dryRun: false })).app.id;
});

const set = (extId: string, profile: Record<string, unknown>, on = room) =>
  on.registration.setProfileAttributes(appId, [{ extId, profile }]);
const push = (extId: string, profile: Record<string, unknown>, on = room) =>
  on.registration.pushProfileAttributes(appId, [{ extId, profile }]);
const pull = (extId: string, profile: Record<string, unknown>) =>
  room.profiles.pullProfileAttributes(appId, [{ extId, profile }]);
const unset = (extId: string, ...profile: string[]) =>
  room.profiles.unsetProfileAttributes(appId, [{ extId, profile }]);
const deleteAttributes = (...codes: string[]) => room.profiles.deleteProfileAttributes(appId, [{ profile: codes }]);
const deleteValue = (key: string, value: unknown, on = room) =>
  on.profiles.deleteProfileAttributeValue(appId, [{ key, value }]);
const getProfile = async (extId: string, on = room) => (await on.devices.getProfileAttributes(appId, extId)).profile;
const processRemovals = () => room.removals.processRemovals(-1000);

/** The stored values, regardless of pending removals. */
async function findStoredValues(extId: string): Promise<unknown[]> {
  const row = await fresh.db.row<{ attrs: object }>(
    'SELECT u.attrs FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2',
    [appId, extId],
  );
  return Object.values(row?.attrs ?? {});
}

async function findChanges(): Promise<{ kind: string; uids: number[]; keys: number[] }[]> {
  return fresh.db.rows(
    'SELECT o.kind, to_json(o.uids) AS uids, o.keys FROM platform.outbox AS o WHERE o.app_id = $1 ORDER BY o.xid, o.kind',
    [appId],
  );
}

const findAttributeId = async (code: string) => (await room.users.getAttributesByCode(appId)).get(code)?.attrId;

describe('unsetProfileAttributes', () => {
  it('unsetProfileAttributes removes attributes and addresses, keeps the rest, and writes to the change feed', async () => {
    await set('a', { age: 34, city: 'Izmir', name: 'Jo', email: 'jo@example.com' });
    const before = (await findChanges()).length;
    await unset('a', 'age', 'email', 'age');
    expect(await getProfile('a')).toEqual({ city: 'Izmir', name: 'Jo' });
    expect((await findChanges()).slice(before)).toMatchObject([
      { kind: 'attribute', keys: [3, await findAttributeId('age')] },
    ]);
    const lookups = await fresh.db.rows('SELECT FROM users.contact_lookup AS c WHERE c.app_id = $1', [appId]);
    expect(lookups).toEqual([]);
  });

  it('unsetProfileAttributes neither creates a user nor writes when there is nothing to remove', async () => {
    await set('a', { age: 1 });
    const before = await findChanges();
    await unset('nobody', 'age');
    await unset('a', 'city');
    expect(await findChanges()).toEqual(before);
    await expect(getProfile('nobody')).rejects.toMatchObject({ code: 5016 });
  });

  it('unsetProfileAttributes refuses an undefined code, unless the application defines attributes on first use', async () => {
    await expect(unset('a', 'shoe')).rejects.toMatchObject({ code: 2004, message: expect.stringContaining('shoe') });
    await room.applying.apply({ app: `shop-${apps}`, settings: { defineOnFirstUse: true } }, { dryRun: false });
    await unset('a', 'shoe');
  });
});

describe('pushProfileAttributes and pullProfileAttributes', () => {
  it('pushProfileAttributes adds elements that are missing, and pullProfileAttributes removes them', async () => {
    await push('a', { visited: ['x', 'y', 'x'] });
    await room.registration.pushProfileAttributes(appId, [
      { extId: 'a', profile: { visited: ['x'] } },
      { extId: 'a', profile: { visited: ['z'], scores: [1.5] } },
    ]);
    expect(await getProfile('a')).toEqual({ visited: ['x', 'y', 'z'], scores: [1.5] });
    await pull('a', { visited: ['x', 'none'], scores: [1.5] });
    expect(await getProfile('a')).toEqual({ visited: ['y', 'z'] });
  });

  it('A push of existing elements and a pull of missing ones change nothing', async () => {
    await push('a', { visited: ['x', 'y'] });
    const changes = (await findChanges()).length;
    await push('a', { visited: ['y', 'x'] });
    await pull('a', { visited: ['z'] });
    expect(await findChanges()).toHaveLength(changes);
  });

  it('A pull of an element that is stored twice removes all copies and leaves no value', async () => {
    await set('a', { visited: ['x', 'x'], scores: [] });
    expect(await getProfile('a')).toEqual({ visited: ['x', 'x'] });
    await pull('a', { visited: ['x'] });
    expect(await getProfile('a')).toEqual({});
    expect(await findStoredValues('a')).toEqual([[]]);
  });

  it('A push creates a user, and a pull does not', async () => {
    await push('new', { scores: [1] });
    expect(await getProfile('new')).toEqual({ scores: [1] });
    await pull('nobody', { scores: [1] });
    await expect(getProfile('nobody')).rejects.toMatchObject({ code: 5016 });
  });

  it.each([
    ['an attribute that is no array', { age: [1] }],
    ['a value that is no array', { visited: 'x' }],
    ['an element of another type', { scores: ['x'] }],
    ['an undefined code', { shoe: [1] }],
  ])('A push and a pull refuse %s', async (_, wrong) => {
    await expect(push('a', wrong)).rejects.toMatchObject({ code: 2004 });
    await expect(pull('a', wrong)).rejects.toMatchObject({ code: 2004 });
    await expect(getProfile('a')).rejects.toMatchObject({ code: 5016 });
  });

  it('A push beyond 1000 elements is refused, and nothing of that request is written', async () => {
    const many = Array.from({ length: 999 }, (_, i) => i);
    await push('a', { scores: many });
    await push('a', { scores: [999] });
    const both = [
      { extId: 'a', profile: { scores: [1000] } },
      { extId: 'b', profile: { scores: [1] } },
    ];
    await expect(room.registration.pushProfileAttributes(appId, both)).rejects.toMatchObject({ code: 2004 });
    expect((await getProfile('a'))['scores']).toHaveLength(1000);
    await expect(getProfile('b')).rejects.toMatchObject({ code: 5016 });
  });

  it('A push defines an array on first use', async () => {
    await room.applying.apply({ app: `shop-${apps}`, settings: { defineOnFirstUse: true } }, { dryRun: false });
    await push('a', { shoes: [43] });
    await push('a', { shoes: [44] });
    expect(await getProfile('a')).toEqual({ shoes: [43, 44] });
  });

  it('Concurrent batches of pushes, sets and unsets for the same users lose no element', async () => {
    const extIds = Array.from({ length: 60 }, (_, i) => `user-${i}`);
    const batches = Array.from({ length: 24 }, (_, n) => {
      const users = n % 2 === 0 ? extIds : extIds.toReversed();
      switch (n % 4) {
        case 0:
        case 1:
          return room.registration.pushProfileAttributes(
            appId,
            users.map((extId) => ({ extId, profile: { scores: [n] } })),
          );
        case 2:
          return room.profiles.unsetProfileAttributes(
            appId,
            users.map((extId) => ({ extId, profile: ['age'] })),
          );
        default:
          return room.registration.setProfileAttributes(
            appId,
            users.map((extId) => ({ extId, profile: { age: n } })),
          );
      }
    });
    await Promise.all(batches);
    const pushed = Array.from({ length: 24 }, (_, n) => n).filter((n) => n % 4 < 2);
    for (const extId of extIds) {
      const { scores } = await getProfile(extId);
      expect([...(scores as number[])].toSorted((a, b) => a - b)).toEqual(pushed);
    }
  });
});

describe('deleteProfileAttributes', () => {
  it('deleteProfileAttributes takes effect at once, and the rows are stripped later', async () => {
    await set('a', { age: 34, name: 'Jo', city: 'Izmir' });
    await deleteAttributes('age', 'name');
    expect(await getProfile('a')).toEqual({ city: 'Izmir' });
    expect(await findStoredValues('a')).toHaveLength(3);
    await processRemovals();
    expect(await findStoredValues('a')).toEqual(['Izmir']);
  });

  it('deleteProfileAttributes keeps the definition under a new id, and a value that is set afterwards', async () => {
    const before = await findAttributeId('age');
    await set('a', { age: 34 });
    await deleteAttributes('age');
    expect(await findAttributeId('age')).not.toBe(before);
    await set('a', { age: 35 });
    await processRemovals();
    expect(await getProfile('a')).toEqual({ age: 35 });
    await expect(set('a', { age: 'x' })).rejects.toMatchObject({ code: 2004 });
  });

  it('deleteProfileAttributes keeps a value that a process with outdated definitions writes afterwards', async () => {
    await set('a', { age: 1 }, secondRoom);
    await deleteAttributes('age');
    await set('a', { age: 2 }, secondRoom);
    await push('a', { visited: ['x'] }, secondRoom);
    expect(await getProfile('a')).toEqual({ age: 2, visited: ['x'] });
  });

  it('deleteProfileAttributes keeps built-in attributes, even when the file that refined them is pruned', async () => {
    await set('a', { name: 'Jo' });
    await deleteAttributes('name');
    await room.applying.apply({ app: `shop-${apps}`, prune: true, attributes: ATTRIBUTES }, { dryRun: false });
    expect(await getProfile('a')).toEqual({});
    await set('a', { name: 'Joe' });
    expect(await getProfile('a')).toEqual({ name: 'Joe' });
    expect((await room.users.getAttributesByCode(appId)).get('name')).toMatchObject({
      locked: true,
      dataType: 'STRING',
    });
  });

  it('deleteProfileAttributes refuses an undefined code, an address, and an empty list', async () => {
    await set('a', { age: 1 });
    await expect(deleteAttributes('age', 'shoe')).rejects.toMatchObject({ code: 2004 });
    await expect(deleteAttributes('age', 'email')).rejects.toMatchObject({ code: 2004 });
    await expect(deleteAttributes()).rejects.toMatchObject({ code: 2020 });
    expect(await getProfile('a')).toEqual({ age: 1 });
  });

  it('The values of a pruned definition are stripped from the rows', async () => {
    await set('a', { age: 1 });
    await room.applying.apply({ app: `shop-${apps}`, prune: true, attributes: [] }, { dryRun: false });
    await processRemovals();
    expect(await findStoredValues('a')).toEqual([]);
  });
});

describe('deleteProfileAttributeValue', () => {
  it('deleteProfileAttributeValue takes effect at once on arrays and single values, and the rows are stripped later', async () => {
    await set('a', { visited: ['shirt', 'hat', 'shirt'], city: 'Izmir', age: 1 });
    await set('b', { visited: ['hat'], city: 'Ankara', age: 1 });
    await deleteValue('visited', 'shirt');
    await deleteValue('city', 'Izmir');
    expect(await getProfile('a')).toEqual({ visited: ['hat'], age: 1 });
    expect(await getProfile('b')).toEqual({ visited: ['hat'], city: 'Ankara', age: 1 });
    expect(await findStoredValues('a')).toContainEqual(['shirt', 'hat', 'shirt']);
    const before = (await findChanges()).length;
    await processRemovals();
    expect(await findStoredValues('a')).toEqual(expect.arrayContaining([1, ['hat']]));
    expect(await findStoredValues('a')).toHaveLength(2);
    expect((await findChanges()).slice(before)).toMatchObject([
      { kind: 'attribute', keys: [await findAttributeId('visited')] },
      { kind: 'attribute', keys: [await findAttributeId('city')] },
    ]);
  });

  it('deleteProfileAttributeValue keeps the value of users that get it afterwards', async () => {
    await set('a', { visited: ['shirt', 'hat'], city: 'Izmir' });
    await set('b', { visited: ['shirt'], city: 'Izmir' });
    await deleteValue('visited', 'shirt');
    await deleteValue('city', 'Izmir');
    await push('a', { visited: ['shirt'] });
    await set('a', { city: 'Izmir' });
    await push('c', { visited: ['shirt'] });
    const expected = [{ visited: ['hat', 'shirt'], city: 'Izmir' }, {}, { visited: ['shirt'] }];
    expect([await getProfile('a'), await getProfile('b'), await getProfile('c')]).toEqual(expected);
    await processRemovals();
    expect([await getProfile('a'), await getProfile('b'), await getProfile('c')]).toEqual(expected);
  });

  it('deleteProfileAttributeValue removes the value from users that got it between two removals', async () => {
    await set('a', { city: 'Izmir' });
    await deleteValue('city', 'Izmir');
    await set('a', { city: 'Izmir' });
    await deleteValue('city', 'Izmir');
    expect(await getProfile('a')).toEqual({});
    await processRemovals();
    expect(await findStoredValues('a')).toEqual([]);
  });

  it('deleteProfileAttributeValue affects the profiles of message recipients', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', email: 'a@example.com', profile: { city: 'Izmir' } }]);
    await deleteValue('city', 'Izmir');
    const uids = [...(await room.users.findUidsByExtIds(appId, ['a'])).values()];
    const [recipient] = await room.recipients.findRecipientsByUser(appId, uids, { withProfile: true });
    expect(recipient?.profile).toEqual({ email: 'a@example.com' });
  });

  it('Concurrent writes and background work neither show a removed value again nor lose a new one', async () => {
    const extIds = Array.from({ length: 40 }, (_, i) => `user-${i}`);
    await room.registration.setProfileAttributes(
      appId,
      extIds.map((extId) => ({ extId, profile: { city: 'Izmir', visited: ['shirt'] } })),
    );
    await deleteValue('city', 'Izmir');
    await deleteValue('visited', 'shirt');
    const evenExtIds = extIds.filter((_, i) => i % 2 === 0);
    await Promise.all([
      processRemovals(),
      secondRoom.removals.processRemovals(-1000),
      ...[room, secondRoom].map((process) =>
        process.registration.setProfileAttributes(
          appId,
          evenExtIds.map((extId) => ({ extId, profile: { city: 'Izmir' } })),
        ),
      ),
      room.registration.pushProfileAttributes(
        appId,
        evenExtIds.map((extId) => ({ extId, profile: { visited: ['shirt'] } })),
      ),
    ]);
    await processRemovals();
    for (const extId of extIds) {
      expect([extId, await getProfile(extId)]).toEqual([
        extId,
        evenExtIds.includes(extId) ? { city: 'Izmir', visited: ['shirt'] } : {},
      ]);
    }
  });

  it('deleteProfileAttributeValue refuses wrong types, undefined codes and addresses, and accepts former options', async () => {
    await expect(deleteValue('age', 'x')).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining('value'),
    });
    await expect(deleteValue('shoe', 'x')).rejects.toMatchObject({ code: 2004 });
    await expect(deleteValue('email', 'a@example.com')).rejects.toMatchObject({ code: 2004 });
    await deleteValue('city', 'Berlin');
  });

  it('deleteProfileAttributeValue and deleteProfileAttributes affect one application only', async () => {
    await set('a', { city: 'Izmir' });
    const firstAppId = appId;
    const elsewhere = await room.applying.apply(
      { app: `shop-${(apps += 1)}`, attributes: ATTRIBUTES },
      { dryRun: false },
    );
    appId = elsewhere.app.id;
    await deleteValue('city', 'Izmir');
    await deleteAttributes('age');
    await processRemovals();
    appId = firstAppId;
    expect(await getProfile('a')).toEqual({ city: 'Izmir' });
  });
});
