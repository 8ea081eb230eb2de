import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

const FILE = { attributes: [{ code: 'city', dataType: 'STRING' }], categories: [{ name: 'News' }] };

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `shop-${(apps += 1)}`, ...FILE }, { dryRun: false })).app.id;
});

/** Counts an application's rows in every table of this module, except definitions, counters and records of deletions. */
async function countRows(id = appId): Promise<Record<string, number>> {
  const tables = await fresh.db.rows<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns AS c
     WHERE c.table_schema = 'users' AND c.column_name = 'app_id'
       AND c.table_name NOT LIKE 'v\\_%'
       AND c.table_name NOT IN ('uid_block', 'attribute_def', 'category', 'tag', 'removal', 'departed', 'departure') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const row = await fresh.db.row<{ n: number }>(`SELECT count(*) AS n FROM users.${name} WHERE app_id = $1`, [id]);
    if (row && row.n > 0) {
      counts[name] = row.n;
    }
  }
  return counts;
}

/** No other module has data of a user here. */
const ignoreMerge = async (): Promise<void> => undefined;

/** Creates a user with rows in every table of the module: with an earlier token and a moved installation. */
async function createUser(extId: string, id = appId): Promise<void> {
  await room.registration.registerUsers(id, [
    {
      extId,
      platform: 'IOS',
      deviceToken: `${extId}-1`,
      email: `${extId}@example.com`,
      msisdn: '+905321234567',
      tags: ['x'],
    },
  ]);
  const device = await room.installations.register(id, { platform: 'ANDROID', token: `${extId}-2` }, ignoreMerge);
  await room.installations.register(id, { ...device, extId, token: `${extId}-3` }, ignoreMerge);
  await room.preferences.setCategoryPreferences(id, [{ extId, category: 'News', enable: false }]);
  await room.registration.setProfileAttributes(id, [{ extId, profile: { city: 'Izmir' } }]);
  await room.profiles.deleteProfileAttributeValue(id, [{ key: 'city', value: 'Izmir' }]);
  await room.registration.setProfileAttributes(id, [{ extId, profile: { city: 'Izmir' } }]);
  const [instId] = [...(await room.users.findInstIdsByTokens(id, [`${extId}-1`])).values()];
  await room.locations.setLocation(undefined, id, instId ?? 0, { latitude: 41, longitude: 29 });
}

describe('deleteUsers', () => {
  it('deleteUsers deletes all rows of a user in the users schema, and keeps those of other users', async () => {
    await createUser('stays');
    const before = await countRows();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'app_user',
        'category_optout',
        'contact_lookup',
        'installation',
        'installation_home',
        'installation_location',
        'removal_survivor',
        'token_lookup',
      ]),
    );
    await createUser('goes');
    await room.deletion.deleteUsers(appId, ['goes', 'nobody', 'goes']);
    expect(await countRows()).toEqual(before);
    await expect(room.devices.getDevices(appId, 'goes', false)).rejects.toMatchObject({ code: 5016 });
    expect((await room.devices.getDevices(appId, 'stays', false)).devices).toHaveLength(2);
  });

  it('deleteUsers releases the tokens and the extId for other users', async () => {
    await createUser('jo');
    await room.deletion.deleteUsers(appId, ['jo']);
    await room.registration.registerUsers(appId, [{ extId: 'jo', platform: 'IOS', deviceToken: 'jo-1' }]);
    const { profile } = await room.devices.getProfileAttributes(appId, 'jo');
    expect(Object.keys(profile).toSorted()).toEqual(['lastSeen', 'platform']);
    expect((await room.devices.getDevices(appId, 'jo', false)).devices).toHaveLength(1);
  });

  it('deleteUsers adds the deleted users to the change feed', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a' }]);
    const [uid] = [...(await room.users.findUidsByExtIds(appId, ['a'])).values()];
    await room.deletion.deleteUsers(appId, ['a']);
    const feed = await fresh.db.rows(
      'SELECT o.kind, to_json(o.uids) AS uids FROM platform.outbox AS o WHERE o.app_id = $1 ORDER BY o.xid',
      [appId],
    );
    expect(feed).toEqual([
      { kind: 'user', uids: [uid] },
      { kind: 'user', uids: [uid] },
    ]);
  });

  it('deleteUsers and eraseUsers do not affect users of another application', async () => {
    await createUser('jo');
    const before = await countRows();
    const elsewhere = (await room.applying.apply({ app: `shop-${(apps += 1)}`, ...FILE }, { dryRun: false })).app.id;
    await room.deletion.deleteUsers(elsewhere, ['jo']);
    const uids = [...(await room.users.findUidsByExtIds(appId, ['jo'])).values()];
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, elsewhere, uids));
    expect(await countRows()).toEqual(before);
  });

  it('deleteUsers refuses an empty list, too many extIds and invalid ones', async () => {
    await expect(room.deletion.deleteUsers(appId, [])).rejects.toMatchObject({ code: 2020 });
    const many = Array.from({ length: 1001 }, (_, i) => `${i}`);
    await expect(room.deletion.deleteUsers(appId, many)).rejects.toMatchObject({ code: 2004 });
    await expect(room.deletion.deleteUsers(appId, ['a\0'])).rejects.toMatchObject({ code: 2004 });
  });

  it('The record of a deleted user is kept past the longest retention, and deleted afterwards', async () => {
    const countRecords = async (id: number): Promise<number> =>
      (await fresh.db.rows('SELECT FROM users.departed AS d WHERE d.app_id = $1', [id])).length;
    const elsewhere = (await room.applying.apply({ app: `shop-${(apps += 1)}`, ...FILE }, { dryRun: false })).app.id;
    for (const id of [appId, elsewhere]) {
      await createUser('jo', id);
      await createUser('al', id);
      await room.deletion.deleteUsers(id, ['jo', 'al']);
    }
    await room.deletedUsers.deleteExpired();
    expect([await countRecords(appId), await countRecords(elsewhere)]).toEqual([2, 2]);
    const retention = await fresh.db.row<{ days: number }>(
      'SELECT max(greatest(a.results_retention_days, a.events_retention_days, a.inbox_retention_days)) AS days FROM tenancy.application AS a',
    );
    const deletedAgo = async (days: number): Promise<void> => {
      await fresh.db.affected(
        `UPDATE users.departed AS d SET departed_at = now() - make_interval(days => $3)
         WHERE d.app_id = $1 AND d.uid = (SELECT min(o.uid) FROM users.departed AS o WHERE o.app_id = $2)`,
        [appId, appId, days],
      );
    };
    await deletedAgo((retention?.days ?? 0) + 29);
    await room.deletedUsers.deleteExpired();
    expect(await countRecords(appId)).toBe(2);
    await deletedAgo((retention?.days ?? 0) + 31);
    expect(await room.deletedUsers.deleteExpired()).toBeGreaterThan(0);
    expect([await countRecords(appId), await countRecords(elsewhere)]).toEqual([1, 2]);
  });

  it('Concurrent registrations and deletions leave no installation without a user', async () => {
    const extIds = Array.from({ length: 12 }, (_, i) => `user-${i}`);
    await Promise.all(
      extIds.flatMap((extId, i) => [
        room.installations.register(appId, { platform: 'IOS', token: `t-${i}`, extId }, ignoreMerge),
        room.registration.registerUsers(appId, [{ extId, platform: 'IOS', deviceToken: `s-${i}` }]),
        room.deletion.deleteUsers(appId, extIds),
      ]),
    );
    const orphans = await fresh.db.rows(
      `SELECT FROM users.installation AS i WHERE i.app_id = $1
       AND NOT EXISTS (SELECT FROM users.app_user AS u WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid)`,
      [appId],
    );
    expect(orphans).toEqual([]);
  });
});
