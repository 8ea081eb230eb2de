import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let app: string;
let apps = 0;

const apply = (categories: readonly string[], prune = false) =>
  room.applying.apply({ app, prune, categories: categories.map((name) => ({ name })) }, { dryRun: false });

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  app = `shop-${(apps += 1)}`;
  appId = (await apply(['News', 'Offers'])).app.id;
});

const setPreference = (extId: string, category: string, enable: boolean) =>
  room.preferences.setCategoryPreferences(appId, [{ extId, category, enable }]);
const getPreferences = async (extId: string) =>
  (await room.preferences.getCategoryPreferences(appId, extId)).preferences;
const findChanges = () =>
  fresh.db.rows<{ kind: string; keys: number[]; users: number }>(
    `SELECT o.kind, o.keys, cardinality(o.uids) AS users FROM platform.outbox AS o
     WHERE o.app_id = $1 AND o.kind <> 'attribute' ORDER BY o.xid, o.kind`,
    [appId],
  );

describe('Section categories of an application file', () => {
  it('The section defines categories, and changes nothing when applied again', async () => {
    const { differences } = await apply(['News', 'Offers', 'Sport']);
    expect(differences).toEqual([{ change: 'add', subject: 'categories: Sport' }]);
    expect((await apply(['News', 'Offers', 'Sport'])).differences).toEqual([]);
    expect(await room.preferences.getCategories(appId)).toEqual([
      { categoryId: 1, name: 'News' },
      { categoryId: 2, name: 'Offers' },
      { categoryId: 3, name: 'Sport' },
    ]);
  });

  it('A pruned category that is defined again keeps its opt-outs', async () => {
    await setPreference('a', 'News', false);
    await apply(['Offers'], true);
    expect(await getPreferences('a')).toEqual({ Offers: true });
    await apply(['News']);
    expect(await getPreferences('a')).toEqual({ News: false, Offers: true });
  });

  it.each([
    ['no list', 'News'],
    ['no name', [{}]],
    ['a name twice', [{ name: 'News' }, { name: 'News' }]],
    ['another field', [{ name: 'News', id: 7 }]],
  ])('The section categories is refused with %s', async (_, categories) => {
    await expect(room.applying.apply({ app, categories }, { dryRun: false })).rejects.toMatchObject({ code: 2004 });
  });
});

describe('setCategoryPreferences', () => {
  it('setCategoryPreferences opts out and in, creates missing users, and writes to the change feed', async () => {
    await setPreference('a', 'News', false);
    await setPreference('a', 'News', false);
    expect(await getPreferences('a')).toEqual({ News: false, Offers: true });
    await setPreference('a', 'News', true);
    expect(await getPreferences('a')).toEqual({ News: true, Offers: true });
    expect(await findChanges()).toEqual([
      { kind: 'category', keys: [1], users: 1 },
      { kind: 'user', keys: [], users: 1 },
      { kind: 'category', keys: [1], users: 1 },
    ]);
  });

  it('setCategoryPreferences applies the later of two entries, and ignores an undefined category', async () => {
    await room.preferences.setCategoryPreferences(appId, [
      { extId: 'a', category: 'News', enable: false },
      { extId: 'a', category: 'Offers', enable: true },
      { extId: 'a', category: 'Offers', enable: false },
      { extId: 'a', category: 'News', enable: true },
      { extId: 'b', category: 'Unknown', enable: false },
    ]);
    expect(await getPreferences('a')).toEqual({ News: true, Offers: false });
    await expect(getPreferences('b')).rejects.toMatchObject({ code: 5016 });
  });

  it('setCategoryPreferences applies the last request after 20 concurrent batches for the same users', async () => {
    const extIds = Array.from({ length: 50 }, (_, i) => `user-${i}`);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        room.preferences.setCategoryPreferences(
          appId,
          (n % 3 === 0 ? extIds.toReversed() : extIds).map((extId) => ({
            extId,
            category: n % 2 === 0 ? 'News' : 'Offers',
            enable: n % 4 < 2,
          })),
        ),
      ),
    );
    await room.preferences.setCategoryPreferences(
      appId,
      extIds.map((extId) => ({ extId, category: 'News', enable: false })),
    );
    for (const extId of extIds) {
      expect((await getPreferences(extId))['News']).toBe(false);
    }
  });
});

describe('resolveCategoryIds', () => {
  it('resolveCategoryIds finds names and ids without duplicates, and refuses undefined ones', async () => {
    expect(await room.preferences.resolveCategoryIds(appId, ['Offers', 1, '1', 'News'])).toEqual([1, 2]);
    await expect(room.preferences.resolveCategoryIds(appId, ['News', 'Sport'])).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining('Sport'),
    });
    await expect(room.preferences.resolveCategoryIds(appId, [9])).rejects.toMatchObject({ code: 2004 });
  });
});

describe('Opt-in to e-mail and SMS', () => {
  it('setOptIn changes existing users only', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', email: 'a@example.com' }, { extId: 'b' }]);
    const before = (await findChanges()).length;
    await room.preferences.setOptIn(appId, 'email', false, ['a', 'nobody']);
    await room.preferences.setOptIn(appId, 'email', false, ['a']);
    await room.preferences.setOptIn(appId, 'msisdn', false, ['b']);
    const uids = await room.users.findUidsByExtIds(appId, ['a', 'b', 'nobody']);
    expect(uids.size).toBe(2);
    const recipients = await room.recipients.findRecipientsByUser(appId, [...uids.values()], { withProfile: false });
    expect(recipients.map(({ extId, emailOptIn, smsOptIn }) => [extId, emailOptIn, smsOptIn]).toSorted()).toEqual([
      ['a', false, true],
      ['b', true, false],
    ]);
    expect((await findChanges()).slice(before)).toEqual([
      { kind: 'user', keys: [], users: 1 },
      { kind: 'user', keys: [], users: 1 },
    ]);
    await room.preferences.setOptIn(appId, 'email', true, ['a']);
    const [back] = await room.recipients.findRecipientsByUser(appId, [uids.get('a') ?? 0], { withProfile: false });
    expect(back?.emailOptIn).toBe(true);
  });
});
