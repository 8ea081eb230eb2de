import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { findTraces } from '../../../../test/support/database/traces.js';
import { openUsersRoom, type UsersRoom } from '../../../../test/support/rooms/users-room.js';
import type { ConsentEvent } from '../../preferences/export/consent-history.service.js';
import { contactKeyText } from '../../identities/model/lookup-key.js';
import { bucketOf } from '#platform/ids';
import type { ConsentOrigin } from './consent-origin.sql.js';

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 10 });
  room = await openUsersRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  const app = `shop-${(apps += 1)}`;
  const categories = [{ name: 'News' }, { name: 'Offers' }];
  appId = (await room.applying.apply({ app, settings: { identity: 'optional' }, categories }, { dryRun: false })).app
    .id;
});

const offer = async (emailFrequency: readonly string[]) => {
  const app = `shop-${apps}`;
  await room.applying.apply({ app, settings: { emailFrequency } }, { dryRun: false });
};
const KEY: ConsentOrigin = { source: 'API', by: 'backend' };
const MAIL = 'Ada@Example.com';
const history = async (extId: string, max = 100) =>
  (await room.consentHistory.listPage(appId, extId, max)).list.map(withoutTime).toReversed();
const withoutTime = ({ at, ...event }: ConsentEvent): Omit<ConsentEvent, 'at'> => {
  expect(at.getTime()).toBeGreaterThan(0);
  return event;
};
const uidOf = async (extId: string) => (await room.users.findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;

describe('Consent history', () => {
  it('The consent history has every change that a server makes, once, with the API key that made it', async () => {
    await room.registration.registerUsers(
      appId,
      [{ extId: 'a', platform: 'IOS', deviceToken: 't', pushPermitted: false, consent: { email: false }, email: MAIL }],
      KEY,
    );
    await room.registration.registerUsers(appId, [{ extId: 'a', consent: { email: false } }], KEY);
    await room.preferences.setOptIn(appId, 'email', true, ['a', 'nobody'], KEY);
    await room.preferences.setOptIn(appId, 'email', true, ['a'], KEY);
    await room.preferences.setOptIn(appId, 'msisdn', false, ['a'], KEY);
    await room.pushPermissions.set(appId, { extId: 'a' }, true, KEY);
    await room.preferences.setCategoryPreferences(appId, [{ extId: 'a', category: 'News', enable: false }], KEY);
    await room.preferences.setCategoryPreferences(appId, [{ extId: 'a', category: 'News', enable: true }], KEY);
    const installationId = expect.stringMatching(/^[0-9a-z]{7}$/) as string;
    const found = await history('a');
    expect(found.slice(0, 2).toSorted((a, b) => a.subject.localeCompare(b.subject))).toEqual([
      { subject: 'EMAIL', permitted: false, ...KEY },
      { subject: 'PUSH', permitted: false, installationId, ...KEY },
    ]);
    expect(found.slice(2)).toEqual([
      { subject: 'EMAIL', permitted: true, ...KEY },
      { subject: 'SMS', permitted: false, ...KEY },
      { subject: 'PUSH', permitted: true, installationId, ...KEY },
      { subject: 'CATEGORY', category: 'News', permitted: false, ...KEY },
      { subject: 'CATEGORY', category: 'News', permitted: true, ...KEY },
    ]);
  });

  it('The consent history has the changes by devices, unsubscribe links and addresses', async () => {
    const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
    const credentials = { installationId, secret };
    await room.installations.register(appId, { ...credentials, extId: 'a', token: 't' }, async () => undefined);
    await room.installations.register(appId, { ...credentials, extId: 'a', token: 't', pushPermitted: false });
    await room.installations.register(appId, { ...credentials, extId: 'a', token: 't', pushPermitted: false });
    const device = await room.installations.authenticate(appId, credentials);
    await room.devicePreferences.set(appId, device, {
      pushPermitted: true,
      smsPermitted: false,
      categories: { Offers: false },
    });
    await room.addresses.setAddress(appId, 'email', 'a', MAIL);
    await room.registration.registerUsers(appId, [{ extId: 'twin', email: 'ada@example.com' }]);
    await room.unsubscribes.unsubscribe(appId, 'email', await uidOf('a'), contactKeyText(MAIL), {
      source: 'LINK',
      by: 'message',
    });
    await room.preferences.setOptIns(appId, 'email', true, { extIds: undefined, addresses: ['ada@EXAMPLE.com'] }, KEY);
    await room.suppressions.add(fresh.db, appId, [{ channel: 'email', address: MAIL, reason: 'HARD_BOUNCE' }]);
    const byDevice = { source: 'DEVICE', by: installationId } as const;
    const byLink = { source: 'LINK', by: 'message' } as const;
    expect(await history('a')).toEqual([
      { subject: 'PUSH', permitted: false, installationId, ...byDevice },
      { subject: 'PUSH', permitted: true, installationId, ...byDevice },
      { subject: 'SMS', permitted: false, ...byDevice },
      { subject: 'CATEGORY', category: 'Offers', permitted: false, ...byDevice },
      { subject: 'EMAIL', permitted: false, ...byLink },
      { subject: 'EMAIL_ADDRESS', permitted: false, ...byLink },
      { subject: 'EMAIL_ADDRESS', permitted: true, ...KEY },
      { subject: 'EMAIL', permitted: true, ...KEY },
    ]);
    expect(await history('twin')).toEqual([
      { subject: 'EMAIL_ADDRESS', permitted: false, ...byLink },
      { subject: 'EMAIL_ADDRESS', permitted: true, ...KEY },
    ]);
  });

  it('The consent history moves with an anonymous user who gets a name, and is deleted by an erasure', async () => {
    const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
    const credentials = { installationId, secret };
    const device = await room.installations.authenticate(appId, credentials);
    await room.devicePreferences.set(appId, device, { emailPermitted: false, categories: { News: false } });
    await room.registration.registerUsers(appId, [{ extId: 'ann' }]);
    const proof = { keyId: 1, extId: 'ann', until: new Date(Date.now() + 60_000) };
    await room.installations.register(appId, { ...credentials, extId: 'ann', token: 't' }, async () => undefined, {
      isRequired: false,
      keyIds: [1],
      proof,
    });
    const byDevice = { source: 'DEVICE', by: installationId } as const;
    const found = await history('ann');
    expect(found.slice(0, 2)).toEqual([
      { subject: 'EMAIL', permitted: false, ...byDevice },
      { subject: 'CATEGORY', category: 'News', permitted: false, ...byDevice },
    ]);
    expect(found.slice(2).every(({ source, permitted }) => source === 'MERGE' && !permitted)).toBe(true);
    const uid = await uidOf('ann');
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, appId, [uid]));
    const left = await fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM users.consent_event AS e WHERE e.app_id = $1',
      [appId],
    );
    expect(left?.n).toBe(0);
    expect((await findTraces(fresh.db, { texts: [installationId] })).map(({ table }) => table)).toEqual([]);
  });

  it('The consent history has each word on tracking once, from whoever said it', async () => {
    const origin = { source: 'IMPORT', by: 'import 1, backend, list.csv: a form' } as const;
    const say = (tracking: boolean, by = KEY) =>
      room.registration.registerUsers(appId, [{ extId: 'a', consent: { tracking } }], by);
    await say(true);
    await say(true);
    await say(false);
    await room.preferences.setTracking(appId, true, ['a', 'nobody'], KEY);
    await room.preferences.setTracking(appId, true, ['a'], KEY);
    await say(false, origin);
    const vb = bucketOf(appId, 'a');
    await fresh.db.tx((tx) =>
      room.consentEvents.insertStated(tx, appId, origin, [{ vb, extId: 'a', subject: 'TRACKING' }]),
    );
    expect(await history('a')).toEqual([
      { subject: 'TRACKING', permitted: true, ...KEY },
      { subject: 'TRACKING', permitted: false, ...KEY },
      { subject: 'TRACKING', permitted: true, ...KEY },
      { subject: 'TRACKING', permitted: false, ...origin },
    ]);
  });

  it.each([
    [undefined, undefined, null],
    [undefined, true, true],
    [undefined, false, false],
    [true, undefined, true],
    [true, false, false],
    [false, undefined, false],
    [false, true, false],
  ])(
    'After a merge, tracking %s of the named user and %s of the anonymous one become %s',
    async (named, anonymous, merged) => {
      const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
      const credentials = { installationId, secret };
      const device = await room.installations.authenticate(appId, credentials);
      if (anonymous !== undefined) {
        await room.devicePreferences.set(appId, device, { consent: { tracking: anonymous } });
      }
      const consent = named === undefined ? {} : { consent: { tracking: named } };
      await room.registration.registerUsers(appId, [{ extId: 'ann', ...consent }], KEY);
      const login = { ...credentials, extId: 'ann', token: 't' };
      await room.installations.register(appId, login, async () => undefined);
      if (anonymous !== undefined) {
        expect((await room.tracking.find(fresh.db, appId, device.uid))?.tracking).toBe(anonymous);
      }
      const proof = { keyId: 1, extId: 'ann', until: new Date(Date.now() + 60_000) };
      await room.installations.register(appId, login, async () => undefined, { isRequired: false, keyIds: [1], proof });
      expect(await room.tracking.find(fresh.db, appId, device.uid)).toEqual({ tracking: merged });
      expect(await room.tracking.find(fresh.db, appId, await uidOf('ann'))).toEqual({ tracking: merged });
      expect((await history('ann')).findLast(({ subject }) => subject === 'TRACKING')?.permitted ?? null).toBe(merged);
    },
  );

  it('The consent history has each choice of a frequency once, also of a file that repeats it', async () => {
    await offer(['day', 'week']);
    const origin = { source: 'IMPORT', by: 'import 1, backend, list.csv: a form' } as const;
    const subject = 'EMAIL_FREQUENCY' as const;
    const choose = (emailFrequency: 'always' | 'week', by = KEY) =>
      room.registration.registerUsers(appId, [{ extId: 'a', consent: { emailFrequency } }], by);
    await choose('week');
    await choose('week');
    await room.preferences.setEmailFrequency(appId, 'day', ['a', 'nobody'], KEY);
    await choose('always');
    await fresh.db.tx((tx) =>
      room.consentEvents.insertStated(tx, appId, origin, [{ vb: bucketOf(appId, 'a'), extId: 'a', subject }]),
    );
    expect(await history('a')).toEqual([
      { subject, permitted: true, frequency: 'week', ...KEY },
      { subject, permitted: true, frequency: 'day', ...KEY },
      { subject, permitted: true, frequency: 'always', ...KEY },
      { subject, permitted: true, frequency: 'always', ...origin },
    ]);
    await expect(room.preferences.setEmailFrequency(appId, 'month', ['a'], KEY)).rejects.toThrow(/emailFrequency/);
    await expect(
      room.registration.registerUsers(appId, [{ extId: 'a', consent: { emailFrequency: 'month' } }]),
    ).rejects.toThrow(/consent\.emailFrequency/);
    const uid = await uidOf('a');
    const changes = await room.consentEvents.findChanges(fresh.db, appId, [uid], new Date(0));
    expect(changes).toEqual([]);
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, appId, [uid]));
    const left = await fresh.db.row<{ n: number }>(
      'SELECT count(*)::integer AS n FROM users.consent_event AS e WHERE e.app_id = $1',
      [appId],
    );
    expect(left?.n).toBe(0);
  });

  it.each([
    [undefined, 'week', 'week'],
    ['week', undefined, 'week'],
    ['day', 'week', 'week'],
    ['week', 'day', 'week'],
  ] as const)(
    'After a merge, one e-mail a %s of the named user and a %s of the anonymous one become the rarer, a %s',
    async (named, anonymous, merged) => {
      await offer(['day', 'week']);
      const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
      const device = await room.installations.authenticate(appId, { installationId, secret });
      if (anonymous !== undefined) {
        await room.devicePreferences.set(appId, device, { consent: { emailFrequency: anonymous } });
      }
      const consent = named === undefined ? {} : { consent: { emailFrequency: named } };
      await room.registration.registerUsers(appId, [{ extId: 'ann', ...consent }], KEY);
      const proof = { keyId: 1, extId: 'ann', until: new Date(Date.now() + 60_000) };
      const login = { installationId, secret, extId: 'ann', token: 't' };
      await room.installations.register(appId, login, async () => undefined, { isRequired: false, keyIds: [1], proof });
      const frequencies = (await history('ann')).flatMap(({ frequency = [] }) => frequency);
      expect(frequencies.at(-1)).toBe(merged);
      const [user] = await fresh.db.rows<{ frequency: number }>(
        'SELECT u.email_frequency AS frequency FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid = $2',
        [appId, await uidOf('ann')],
      );
      expect(user?.frequency).toBe(2);
    },
  );

  it('The recipient of a message is found after a merge, and an erased one says nothing', async () => {
    const { installationId, secret = '' } = await room.installations.register(appId, { platform: 'IOS', token: 't' });
    const { uid } = await room.installations.authenticate(appId, { installationId, secret });
    await room.registration.registerUsers(appId, [{ extId: 'ann' }]);
    const proof = { keyId: 1, extId: 'ann', until: new Date(Date.now() + 60_000) };
    const login = { installationId, secret, extId: 'ann', token: 't' };
    await room.installations.register(appId, login, async () => undefined, { isRequired: false, keyIds: [1], proof });
    const page: ConsentOrigin = { source: 'LINK', by: 'message' };
    await room.tracking.set(appId, uid, false, page);
    await room.tracking.set(appId, uid, false, page);
    expect(await history('ann')).toEqual([{ subject: 'TRACKING', permitted: false, ...page }]);
    const annUid = await uidOf('ann');
    await fresh.db.tx((tx) => room.eraser.eraseUsers(tx, appId, [annUid]));
    await room.tracking.set(appId, annUid, true, page);
    expect(await room.tracking.find(fresh.db, appId, annUid)).toBeUndefined();
  });

  it('The consent history is read page by page, with every change once', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a' }]);
    for (let turn = 0; turn < 7; turn++) {
      await room.preferences.setOptIn(appId, 'email', turn % 2 === 1, ['a'], { source: 'API', by: `key ${turn}` });
    }
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = await room.consentHistory.listPage(appId, 'a', 3, next);
      seen.push(...page.list.map(({ by }) => by));
      next = page.next;
    } while (next !== undefined);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((turn) => `key ${turn}`));
    await expect(room.consentHistory.listPage(appId, 'a', 3, 'x')).rejects.toMatchObject({ code: 2004 });
    await expect(room.consentHistory.listPage(appId, 'nobody', 3)).rejects.toMatchObject({ code: 5016 });
  });

  it('The consent history has no row for a rolled-back change, nor for a write that leaves consent unchanged', async () => {
    await room.registration.registerUsers(appId, [{ extId: 'a', email: MAIL, platform: 'IOS', deviceToken: 't' }], KEY);
    await room.tags.tagUsers(appId, { tag: 'vip', extIds: ['a'] });
    await expect(
      room.preferences.setOptIns(appId, 'email', false, { extIds: ['a'], addresses: ['\0'] }, KEY),
    ).rejects.toThrow();
    expect(await history('a')).toEqual([]);
  });
});
