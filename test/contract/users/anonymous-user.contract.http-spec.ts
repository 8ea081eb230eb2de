import { describe, expect, it } from 'vitest';
import { RecheckService } from '#libs/identity';
import type { RegisteredInstallation } from '#libs/users/registry';
import type { Answer } from '../../support/contract/gateway.js';
import { findTraces } from '../../support/database/traces.js';
import { identityContract } from '../../support/contract/identity-contract.js';

const identity = identityContract();
const { ok, rest, sdk, erase, newDevice, instIdOf, ownerOf, uidOf, send } = identity;

const LATER = new Date(Date.now() + 3_600_000);
/** Facts about a user from the mere presence of a device. */
const SEEN = { platform: 'IOS', lastSeen: expect.any(Number) as number };

describe('Merge of a nameless user (decisions, device interface)', () => {
  const getProfile = async (extId: string): Promise<unknown> =>
    (await ok(identity.gateway.call(`/rest/3.0/getProfileAttributes?extId=${extId}`, { method: 'GET' }))).json;
  const inboxOf = async (extId: string): Promise<string[]> => {
    const { json } = await ok(rest('inbox/getAllInbox', { extId, status: 7, numberOfNotification: 100 }));
    return (json as { msgs: { message: string }[] }).msgs.map(({ message }) => message);
  };
  const resultsOf = async (extId: string): Promise<number> => {
    const { json } = await ok(
      identity.gateway.call(`/rest/3.0/getPushResult?extId=${extId}&max=100`, { method: 'GET' }),
    );
    return (json as { list: unknown[] }).list.length;
  };
  const eventsOf = async (extId: string): Promise<unknown[]> =>
    identity.gateway.fresh.db.rows(
      'SELECT e.attrs FROM events.event AS e WHERE e.app_id = $1 AND e.uid = $2 ORDER BY e.ts',
      [identity.gateway.appId, await uidOf(extId)],
    );

  /** By identify, and by the extId of a registration: both are a login. */
  const logins: [string, (device: RegisteredInstallation, extId: string) => Promise<Answer>][] = [
    ['users/identify', (device, extId) => sdk('users/identify', { ...device, extId })],
    ['installations', (device, extId) => sdk('installations', { ...device, extId })],
  ];

  it.each(logins)(
    '%s moves everything of the nameless user along, and the values of the named user stay',
    async (by, login) => {
      const name = `merge-${by.replace('/', '-')}`;
      await ok(
        rest('registerUsers', [
          { extId: name, email: `${name}@known.example`, profile: { nick: 'known' }, tags: ['Old'] },
        ]),
      );
      const device = await newDevice({ token: `${name}-token` });
      const nameless = await ownerOf(device);
      await ok(
        sdk('users/profile', {
          ...device,
          profile: { nick: 'lost', likes: ['tea'], score: 7, email: `${name}@device.example`, msisdn: '+905321112233' },
        }),
      );
      await ok(sdk('users/preferences', { ...device, categories: { News: false }, emailPermitted: false }));
      await ok(sdk('events', { ...device, events: [{ name: 'Visit', page: 'home' }] }));
      await ok(sdk('location', { ...device, latitude: 1, longitude: 2 }));
      await send(nameless, instIdOf(device), `${name} push`);

      await ok(login(device, name));

      expect(await ownerOf(device)).toBe(await uidOf(name));
      expect(await getProfile(name)).toEqual({
        extId: name,
        profile: {
          nick: 'known',
          likes: ['tea'],
          score: 7,
          email: `${name}@known.example`,
          msisdn: '+905321112233',
          ...SEEN,
        },
      });
      const preferences = await ok(
        identity.gateway.call(`/rest/3.0/getCategoryPreferences?extId=${name}`, { method: 'GET' }),
      );
      expect(preferences.json).toEqual({
        categoryPreferences: { News: false, Sport: true },
        states: { News: 'off', Sport: 'on' },
      });
      const { db } = identity.gateway.fresh;
      expect(
        await db.row(
          `SELECT u.email_opt_in AS mail, u.sms_opt_in AS sms, cardinality(u.tags) AS tags, l.latitude
         FROM users.app_user AS u
         JOIN users.installation_location AS l ON l.vb = u.vb AND l.app_id = u.app_id AND l.uid = u.uid
         WHERE u.app_id = $1 AND u.ext_id = $2`,
          [identity.gateway.appId, name],
        ),
      ).toEqual({ mail: false, sms: true, tags: 1, latitude: 1 });
      expect(await eventsOf(name)).toEqual([{ attrs: { page: 'home' } }]);
      expect(await inboxOf(name)).toEqual([`${name} push personal`]);
      expect(await resultsOf(name)).toBe(1);
      const traces = await findTraces(db, {
        texts: [`${name}@device.example`],
        appId: identity.gateway.appId,
        uids: [nameless],
      });
      expect(traces.map(({ table }) => table)).toEqual([
        'identity.second_look.uids',
        'platform.outbox.uids',
        'users.alias.uid',
        'users.consent_event.stated_uid',
      ]);
      expect(await db.rows('SELECT a.to_uid FROM users.alias AS a WHERE a.uid = $1', [nameless])).toEqual([
        { to_uid: await uidOf(name) },
      ]);

      await send(nameless, instIdOf(device), `${name} in flight`);
      expect(await inboxOf(name)).toHaveLength(1);
      await identity.gateway.app.get(RecheckService).runDueRechecks(LATER);
      expect(await inboxOf(name)).toEqual([`${name} in flight personal`, `${name} push personal`]);
      expect(await resultsOf(name)).toBe(2);
    },
  );

  it('A named user stays the same when its device goes to another user, and keeps what it got', async () => {
    const device = await newDevice({ extId: 'first-owner' });
    await ok(sdk('users/profile', { ...device, profile: { nick: 'first' } }));
    await send(await ownerOf(device), instIdOf(device), 'for the first');
    await ok(sdk('users/identify', { ...device, extId: 'second-owner' }));
    expect(await getProfile('first-owner')).toMatchObject({ profile: { nick: 'first' } });
    expect(await getProfile('second-owner')).toMatchObject({ profile: {} });
    expect([await inboxOf('first-owner'), await inboxOf('second-owner')]).toEqual([['for the first personal'], []]);
    expect([await resultsOf('first-owner'), await resultsOf('second-owner')]).toEqual([1, 0]);
    await ok(erase(['first-owner']));
    expect(await findTraces(identity.gateway.fresh.db, { texts: ['first-owner', 'for the first personal'] })).toEqual(
      [],
    );
    expect((await findTraces(identity.gateway.fresh.db, { texts: ['second-owner'] })).length).toBeGreaterThan(0);
  });

  it('Devices that log in at once all end with the user, and no event is lost', async () => {
    const devices = await Promise.all(Array.from({ length: 8 }, () => newDevice()));
    await Promise.all(
      devices.map((device, n) => sdk('events', { ...device, events: [{ name: 'Visit', page: `p${n}` }] })),
    );
    const answers = await Promise.all(devices.map((device) => sdk('users/identify', { ...device, extId: 'crowd' })));
    expect(answers.map(({ status }) => status)).toEqual(devices.map(() => 200));
    expect(await eventsOf('crowd')).toHaveLength(devices.length);
    expect(new Set(await Promise.all(devices.map((device) => ownerOf(device))))).toEqual(
      new Set([await uidOf('crowd')]),
    );
  });

  it('A merge moves along neither a deleted attribute nor a value that was deleted from all users', async () => {
    const device = await newDevice();
    await ok(sdk('users/profile', { ...device, profile: { score: 9, likes: ['gone', 'kept'] } }));
    await ok(rest('deleteProfileAttributes', [{ profile: ['score'] }]));
    await ok(rest('deleteProfileAttributeValue', [{ key: 'likes', value: 'gone' }]));
    await ok(sdk('users/identify', { ...device, extId: 'late-merge' }));
    expect(await getProfile('late-merge')).toEqual({ extId: 'late-merge', profile: { likes: ['kept'], ...SEEN } });
  });
});
