import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';
import { fromInstallationId, toInstallationId } from '../../identities/model/installation-id.js';
import type { PushRecipient } from '../lookup/recipient.types.js';
import type { InstallationRegistration } from './installation.types.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `app-${(apps += 1)}` }, { dryRun: false })).app.id;
});

const register = (request: InstallationRegistration) => room.installations.register(appId, request);

/** Registers a device with a token of the application's server. */
const registerProven = (request: InstallationRegistration & { extId: string }) =>
  room.installations.register(appId, request, undefined, {
    isRequired: true,
    keyIds: [1],
    proof: { extId: request.extId, keyId: 1, until: new Date(Date.now() + 3_600_000) },
  });

async function findRecipient(installationId: string): Promise<PushRecipient | undefined> {
  const instId = fromInstallationId(installationId) ?? Number.NaN;
  return (await room.recipients.findRecipientsByInstallation(appId, [instId], { withProfile: false }))[0];
}

const getDevices = async (extId: string) => (await room.devices.getDevices(appId, extId, false)).devices;

async function countUsers(): Promise<number> {
  const row = await fresh.db.row<{ n: number }>('SELECT count(*) AS n FROM users.app_user AS u WHERE u.app_id = $1', [
    appId,
  ]);
  return row?.n ?? 0;
}

async function findChangesSince(changeCount: number): Promise<string[]> {
  const rows = await fresh.db.rows<{ kind: string }>(
    'SELECT o.kind FROM platform.outbox AS o WHERE o.app_id = $1 ORDER BY o.xid, o.kind',
    [appId],
  );
  return rows.slice(changeCount).map(({ kind }) => kind);
}

describe('New installation', () => {
  it('A new installation of an existing user becomes another device of the user', async () => {
    const registered = await register({ platform: 'ANDROID', token: 't1', extId: 'a', deviceModel: 'Pixel 5' });
    expect(registered).toEqual({
      installationId: expect.stringMatching(/^[0-9a-z]{7}$/) as string,
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    await register({ platform: 'IOS', extId: 'a', pushPermitted: false });
    expect(await getDevices('a')).toEqual([
      { platform: 'ANDROID', token: 't1', deviceModel: 'Pixel 5', pushPermitted: true },
      { platform: 'IOS', token: null, deviceModel: null, pushPermitted: false },
    ]);
    expect((await room.devices.getDevices(appId, 'a', true)).devices).toHaveLength(1);
  });

  it('A new installation without extId gets an anonymous user', async () => {
    const registered = await register({ platform: 'ANDROID', token: 't1', language: 'tr-TR' });
    expect(await findRecipient(registered.installationId)).toMatchObject({
      extId: null,
      platform: 2,
      token: 't1',
      language: 'tr-TR',
      pushPermitted: true,
      retired: false,
      tokenRegisteredAt: expect.any(Date) as Date,
    });
    expect(await countUsers()).toBe(1);
    expect(await findChangesSince(0)).toEqual(['attribute', 'installation', 'user']);
  });

  it('A new installation takes its token from the installation that had it', async () => {
    const first = await register({ platform: 'ANDROID', token: 't1', extId: 'a' });
    const second = await register({ platform: 'ANDROID', token: 't1', extId: 'b' });
    expect((await findRecipient(first.installationId))?.token).toBeNull();
    expect((await findRecipient(second.installationId))?.token).toBe('t1');
    expect(await room.users.findInstIdsByTokens(appId, ['t1', 'unknown'])).toEqual(
      new Map([['t1', fromInstallationId(second.installationId)]]),
    );
  });

  it('A new installation of a proven user takes over, once, the installation that a server registered with its token', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't1' }]);
    const before = (await room.users.findInstIdsByTokens(appId, ['t1'])).get('t1');
    const claimed = await registerProven({ platform: 'IOS', token: 't1', extId: 'a', deviceModel: 'iPhone' });
    expect(fromInstallationId(claimed.installationId)).toBe(before);
    expect(await getDevices('a')).toMatchObject([{ token: 't1', deviceModel: 'iPhone' }]);
    const again = await registerProven({ platform: 'IOS', token: 't1', extId: 'a' });
    expect(again.installationId).not.toBe(claimed.installationId);
  });

  it('An installation that a server registered goes to one of several devices that present its token at once', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't1' }]);
    const before = (await room.users.findInstIdsByTokens(appId, ['t1'])).get('t1');
    const registered = await Promise.all(
      Array.from({ length: 8 }, () => registerProven({ platform: 'IOS', token: 't1', extId: 'a' })),
    );
    const numbers = registered.map(({ installationId }) => fromInstallationId(installationId));
    expect(numbers.filter((number) => number === before)).toHaveLength(1);
    expect(new Set(numbers).size).toBe(8);
    const holders = await Promise.all(registered.map(({ installationId }) => findRecipient(installationId)));
    expect(holders.filter((holder) => holder?.token === 't1')).toHaveLength(1);
  });

  it('An installation that a server registered loses its token only to a proven user of another device', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', platform: 'IOS', deviceToken: 't1' }]);
    await register({ platform: 'IOS', token: 't1' });
    await register({ platform: 'IOS', token: 't1', extId: 'b' });
    expect([await getDevices('a'), await getDevices('b')]).toMatchObject([[{ token: 't1' }], [{ token: null }]]);
    await registerProven({ platform: 'IOS', token: 't1', extId: 'c' });
    expect([await getDevices('a'), await getDevices('c')]).toMatchObject([[{ token: null }], [{ token: 't1' }]]);
  });

  it.each([
    [{}, 2020, 'platform'],
    [{ platform: 'EMAIL' }, 2004, 'platform'],
    [{ platform: 'IOS', token: '' }, 2020, 'token'],
    [{ platform: 'IOS', token: 'a b' }, 2004, 'token'],
    [{ platform: 'IOS', extId: '' }, 2020, 'extId'],
    [{ platform: 'IOS', deviceModel: 'x\0' }, 2004, 'deviceModel'],
    [{ platform: 'IOS', extId: 'a', language: 'x'.repeat(101) }, 2004, 'language'],
  ])('A new installation is refused for %j', async (request, code, names) => {
    await expect(register(request)).rejects.toMatchObject({ code, message: expect.stringContaining(names) as string });
    expect(await countUsers()).toBe(0);
  });
});

describe('Refresh of an installation', () => {
  it('A refresh changes the given values and keeps the rest, and the old token still finds the installation', async () => {
    const registered = await register({
      platform: 'ANDROID',
      token: 't1',
      extId: 'a',
      deviceModel: 'Pixel 5',
      appVersion: '1',
    });
    expect(await register({ ...registered, token: 't2', appVersion: '2', pushPermitted: false })).toEqual({
      installationId: registered.installationId,
    });
    expect(await getDevices('a')).toEqual([
      { platform: 'ANDROID', token: 't2', deviceModel: 'Pixel 5', pushPermitted: false },
    ]);
    const instId = fromInstallationId(registered.installationId);
    expect(await room.users.findInstIdsByTokens(appId, ['t1', 't2'])).toEqual(
      new Map([
        ['t1', instId],
        ['t2', instId],
      ]),
    );
  });

  it('A refresh without changes writes nothing to the change feed', async () => {
    const registered = await register({ platform: 'ANDROID', token: 't1', extId: 'a', deviceModel: 'Pixel 5' });
    const changeCount = (await findChangesSince(0)).length;
    await register({ ...registered, token: 't1', deviceModel: 'Pixel 5', pushPermitted: true, extId: 'a' });
    expect(await findChangesSince(changeCount)).toEqual([]);
    await register({ ...registered, pushPermitted: false });
    expect(await findChangesSince(changeCount)).toEqual(['installation']);
  });

  it('A refresh with an extId moves the installation to that user under its own id, and merges the anonymous user', async () => {
    const registered = await register({ platform: 'ANDROID', token: 't1' });
    await register({ ...registered, extId: 'a' });
    expect(await getDevices('a')).toMatchObject([{ token: 't1' }]);
    expect(await findRecipient(registered.installationId)).toMatchObject({ extId: 'a', token: 't1' });
    expect(await countUsers()).toBe(1);
    await register({ ...registered, extId: 'b', token: 't2' });
    expect([await getDevices('a'), await getDevices('b')]).toMatchObject([[], [{ token: 't2' }]]);
    expect(await countUsers()).toBe(2);
    expect((await room.users.findInstIdsByTokens(appId, ['t1'])).get('t1')).toBe(
      fromInstallationId(registered.installationId),
    );
    await room.pushPermissions.set(appId, { deviceToken: 't2' }, false);
    expect((await findRecipient(registered.installationId))?.pushPermitted).toBe(false);
  });

  it('A refresh requires the secret of the installation', async () => {
    const [first, second] = [
      await register({ platform: 'IOS', extId: 'a' }),
      await register({ platform: 'IOS', extId: 'b' }),
    ];
    await room.registration.registerUsers(appId, [{ extId: 'c', platform: 'IOS', deviceToken: 't' }]);
    const imported = (await room.users.findInstIdsByTokens(appId, ['t'])).get('t') ?? 0;
    for (const attempt of [
      { installationId: first.installationId, secret: second.secret },
      { installationId: first.installationId },
      { installationId: 'zzzzzzz', secret: first.secret },
      { installationId: "' OR 1", secret: first.secret },
      { installationId: toInstallationId(imported), secret: '' },
    ]) {
      await expect(register({ ...attempt, token: 'stolen' })).rejects.toMatchObject({ code: 2022 });
    }
    expect(await getDevices('a')).toMatchObject([{ token: null }]);
  });

  it('A refresh in another application is refused', async () => {
    const registered = await register({ platform: 'IOS', extId: 'a' });
    const otherAppId = (await room.applying.apply({ app: `other-${apps}` }, { dryRun: false })).app.id;
    await expect(room.installations.register(otherAppId, registered)).rejects.toMatchObject({ code: 2022 });
  });

  it('A refresh with another platform is refused', async () => {
    const registered = await register({ platform: 'IOS', extId: 'a' });
    await expect(register({ ...registered, platform: 'ANDROID' })).rejects.toMatchObject({ code: 2004 });
  });

  it('Concurrent refreshes leave one installation with the stored token', async () => {
    const registered = await register({ platform: 'ANDROID' });
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => register({ ...registered, token: `t${i % 3}`, extId: `u${i % 2}` })),
    );
    const tokens = await fresh.db.rows<{ token: string }>(
      'SELECT i.token FROM users.installation AS i WHERE i.app_id = $1',
      [appId],
    );
    expect(tokens).toHaveLength(1);
    expect(await findRecipient(registered.installationId)).toMatchObject({ token: tokens[0]?.token });
  });
});

describe('Push permission', () => {
  it('Push permission is set for all devices of a user, or for one', async () => {
    await register({ platform: 'ANDROID', token: 't1', extId: 'a' });
    await register({ platform: 'IOS', token: 't2', extId: 'a' });
    const permitted = async () => (await getDevices('a')).map((device) => device.pushPermitted);
    await room.pushPermissions.set(appId, { extId: 'a' }, false);
    expect(await permitted()).toEqual([false, false]);
    await room.pushPermissions.set(appId, { deviceToken: 't2' }, true);
    expect(await permitted()).toEqual([false, true]);
    const changeCount = (await findChangesSince(0)).length;
    await room.pushPermissions.set(appId, { deviceToken: 't2' }, true);
    expect(await findChangesSince(changeCount)).toEqual([]);
  });

  it.each([
    [{}, 2020],
    [{ extId: 'a', deviceToken: 't' }, 2004],
    [{ extId: 'nobody' }, 5016],
    [{ deviceToken: 'unknown' }, 5016],
  ])('Push permission is refused for %j', async (subject, code) => {
    await expect(room.pushPermissions.set(appId, subject, true)).rejects.toMatchObject({ code });
  });
});

describe('Dead token', () => {
  it('A dead token retires its installation until the next registration', async () => {
    const registered = await register({ platform: 'ANDROID', token: 't1', extId: 'a' });
    const instId = fromInstallationId(registered.installationId) ?? 0;
    const retire = (token: string) =>
      fresh.db.tx((tx) =>
        room.tokenRetirement.retireTokens(tx, appId, [{ instId, token, reason: 'INVALID_TOKEN', raw: '{}' }], null),
      );
    expect(await retire('t0')).toBe(0);
    expect((await findRecipient(registered.installationId))?.retired).toBe(false);
    expect(await retire('t1')).toBe(1);
    expect(await findRecipient(registered.installationId)).toMatchObject({ retired: true, token: 't1' });
    expect(await getDevices('a')).toMatchObject([{ token: null }]);
    expect(await retire('t1')).toBe(0);
    await register({ ...registered, token: 't1' });
    expect(await findRecipient(registered.installationId)).toMatchObject({ retired: false, token: 't1' });
  });

  it('A dead token is found even after its installation has moved', async () => {
    const registered = await register({ platform: 'ANDROID', token: 't1' });
    await register({ ...registered, extId: 'a' });
    const instId = fromInstallationId(registered.installationId) ?? 0;
    const dead = [{ instId, token: 't1', reason: 'INVALID_TOKEN', raw: '{}' }];
    expect(await fresh.db.tx((tx) => room.tokenRetirement.retireTokens(tx, appId, dead, null))).toBe(1);
  });
});

describe('Recipients', () => {
  it('Recipients have the profile on request, and the language of the user takes precedence over that of the device', async () => {
    const registered = await register({ platform: 'IOS', token: 't1', extId: 'a', language: 'tr' });
    expect((await findRecipient(registered.installationId))?.language).toBe('tr');
    await room.registration.setProfileAttributes(appId, [{ extId: 'a', profile: { language: 'de', name: 'Jo' } }]);
    const instId = fromInstallationId(registered.installationId) ?? 0;
    const [read] = await room.recipients.findRecipientsByInstallation(appId, [instId, 1024 * 9_999 + 5], {
      withProfile: true,
    });
    expect(read).toMatchObject({ extId: 'a', language: 'de', profile: { language: 'de', name: 'Jo' } });
    const [device] = await room.recipients.findRecipientsByInstallation(appId, [instId], {
      withProfile: false,
      deviceAlone: true,
    });
    expect(device).toMatchObject({ instId, uid: read?.uid, token: 't1', platform: read?.platform, language: 'tr' });
    expect(device).toMatchObject({ extId: null, pushPermitted: true, retired: false });
    const uids = await room.users.findUidsByExtIds(appId, ['a', 'nobody']);
    expect(uids).toEqual(new Map([['a', read?.uid]]));
    const byUser = await room.recipients.findRecipientsByUser(appId, [...uids.values()], { withProfile: true });
    expect(byUser).toMatchObject([{ extId: 'a', email: null, language: 'de', profile: { name: 'Jo' } }]);
  });

  it.each([
    [{ withProfile: false, deviceAlone: true }, null],
    [{ withProfile: false }, 'a'],
    [{ withProfile: true, deviceAlone: true }, 'a'],
  ])('Recipients are found together when some have moved and some are deleted, with %j', async (options, extId) => {
    const stays = await register({ platform: 'IOS', token: 't1' });
    const moves = await register({ platform: 'IOS', token: 't2' });
    await register({ ...moves, extId: 'a' });
    const [home, away] = [stays, moves].map((installation) => fromInstallationId(installation.installationId) ?? 0);
    const gone = 1024 * 9_999 + 5;
    const recipients = await room.recipients.findRecipientsByInstallation(appId, [gone, away ?? 0, home ?? 0], options);
    const byNumber = new Map(recipients.map((recipient) => [recipient.instId, recipient]));
    expect(recipients).toHaveLength(2);
    expect(byNumber.get(home ?? 0)).toMatchObject({ token: 't1', extId: null });
    expect(byNumber.get(away ?? 0)).toMatchObject({ token: 't2', extId });
    expect((away ?? 0) % 1024).not.toBe((byNumber.get(away ?? 0)?.uid ?? 0) % 1024);
  });
});
