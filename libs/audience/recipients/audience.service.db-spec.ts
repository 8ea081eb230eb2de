import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PushPermissionService } from '#libs/users/devices';
import { instIdOf, openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { parseTarget, type TargetForm } from '../../../test/support/rooms/parse.js';

const USERS = [
  {
    extId: 'ada',
    platform: 'IOS',
    deviceToken: 'token-ada',
    email: 'Ada@Example.com',
    tags: ['vip', 'news'],
    profile: { age: 36, plan: 'gold', favourites: ['15', '23'], birthDate: '1990-05-01' },
  },
  {
    extId: 'bob',
    platform: 'ANDROID',
    deviceToken: 'token-bob',
    msisdn: '+905321234567',
    tags: ['news'],
    profile: { age: 20 },
  },
  { extId: 'cem', platform: 'IOS', deviceToken: 'token-cem', profile: { plan: 'gold', favourites: ['7'] } },
  { extId: 'dee', email: 'dee@example.com' },
];

const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'plan', dataType: 'STRING' },
  { code: 'favourites', dataType: 'STRING', array: true },
];

const ISTANBUL = { latitude: 41.0082, longitude: 28.9784 };

describe('AudienceService', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;
  let otherAppId: number;

  const apply = async (app: string, more: object = {}) =>
    (await room.applying.apply({ app, attributes: ATTRIBUTES, ...more }, { dryRun: false })).app.id;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database);
    appId = await apply('shop');
    otherAppId = await apply('other');
    await room.registration.registerUsers(appId, USERS);
    await room.get(PushPermissionService).set(appId, { extId: 'cem' }, false);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const count = (raw: object, form: TargetForm = 'bulk') => room.audience.countTarget(appId, parseTarget(raw, form));
  const reached = async (raw: object, form: TargetForm, options: object = {}) => {
    const target = await room.audience.resolve(appId, parseTarget(raw, form));
    const range = { kind: 'push', platforms: [1, 2], vbFrom: 0, vbTo: 1024, ...options } as const;
    return (await room.audience.findRecipients(appId, target, range)).flatMap(({ ids }) => ids).length;
  };

  it.each<[object, number]>([
    [{ sendToAll: true }, 4],
    [{ tag: ['vip', 'unknown'] }, 1],
    [{ tag: { $and: ['vip', 'unknown'] } }, 0],
    [{ tag: { $not: ['vip'] } }, 3],
    [{ tag: 'news', profile: { age: [20, 21] } }, 1],
    [{ profile: { age: '36' } }, 1],
    [{ profile: { favourites: ['23', '7'] } }, 2],
    [{ profile: { favourites: 23 } }, 1],
    [{ profile: { birthDate: '1990-05-01' } }, 1],
    [{ profile: { birthDate: Date.UTC(1990, 4, 1) } }, 1],
    [{ profile: { plan: { $exists: false } } }, 2],
    [{ profile: { email: { $exists: true } } }, 2],
    [{ profile: { email: ['ADA@example.COM', 'nobody@example.com'] } }, 1],
    [{ profile: { msisdn: '+905321234567' } }, 1],
    [{ profile: { $or: { age: [20], plan: ['gold'] }, favourites: { $exists: true } } }, 2],
  ])('The target %j matches %i users', async (raw, users) => {
    expect(await count(raw)).toBe(users);
    expect(await room.audience.countTarget(otherAppId, parseTarget(raw, 'bulk'))).toBe(0);
  });

  it('AudienceService finds users and installations by extId, device token or address', async () => {
    expect(await count({ extId: ['ada', 'nobody'] }, 'send')).toBe(1);
    expect(await count({ deviceToken: ['token-bob', 'no-token'] }, 'send')).toBe(1);
    expect(await count({ email: 'DEE@example.com' }, 'send')).toBe(1);
    expect(await count({ msisdn: '+90 532 123 45 67' }, 'send')).toBe(1);
    expect(await reached({ extId: ['ada', 'bob', 'cem'] }, 'send')).toBe(2);
    expect(await reached({ extId: ['ada', 'bob', 'cem'] }, 'send', { includeOptedOut: true })).toBe(3);
    expect(await reached({ deviceToken: ['token-ada'] }, 'send')).toBe(1);
    expect(await reached({ email: 'ada@example.com' }, 'send', { kind: 'email' })).toBe(1);
    expect(await reached({ sendToAll: true }, 'bulk', { kind: 'email' })).toBe(2);
    expect(await reached({ sendToAll: true }, 'bulk', { kind: 'sms' })).toBe(1);
  });

  it('AudienceService finds all users with an address, also after the address changed', async () => {
    await room.registration.registerUsers(appId, [
      { extId: 'eve', email: 'shared@example.com' },
      { extId: 'fay', email: 'Shared@Example.com' },
    ]);
    expect(await count({ email: 'shared@example.com' }, 'send')).toBe(2);
    await room.registration.registerUsers(appId, [
      { extId: 'eve', email: 'own@example.com' },
      { extId: 'fay', email: 'too@example.com' },
    ]);
    expect(await count({ email: 'shared@example.com' }, 'send')).toBe(0);
    expect(await count({ profile: { email: ['OWN@example.com', 'too@example.com'] } })).toBe(2);
  });

  it('AudienceService finds installations by their last location, also after a change of user', async () => {
    const at = (place: object, radius: number) => count({ location: { ...place, radius } });
    const device = await room.installations.register(appId, { platform: 'IOS', token: 'here' });
    const instId = instIdOf(device);
    await room.locations.setLocation(undefined, appId, instId, ISTANBUL);
    expect(await at(ISTANBUL, 0)).toBe(1);
    expect(await at({ latitude: 41.0082, longitude: 29.1 }, 10)).toBe(0);
    expect(await at({ latitude: 41.0082, longitude: 29.1 }, 11)).toBe(1);

    await room.installations.register(appId, { ...device, extId: 'gus' });
    expect(await at(ISTANBUL, 1)).toBe(1);
    const named = { extId: 'gus', location: { ...ISTANBUL, radius: 1 } };
    expect(await reached({ location: named.location }, 'bulk')).toBe(1);
    const [gus] = await database.db.rows<{ n: number }>(
      `SELECT count(*) AS n FROM users.installation_location AS l
       JOIN users.app_user AS u ON u.vb = l.vb AND u.app_id = l.app_id AND u.uid = l.uid AND u.ext_id = 'gus'
       WHERE l.app_id = $1`,
      [appId],
    );
    expect(gus?.n).toBe(1);

    await database.db.tx((tx) => room.locations.setLocation(tx, appId, instId, { latitude: 1e-300, longitude: -180 }));
    expect(await at(ISTANBUL, 1)).toBe(0);
    expect(await at({ latitude: 0, longitude: 180 }, 0.001)).toBe(1);
    expect(await at({ latitude: -1e-200, longitude: 5e-324 }, 1)).toBe(0);
  });

  it('setLocation rejects an invalid location and an unknown installation', async () => {
    const set = (instId: number, place: typeof ISTANBUL) => room.locations.setLocation(undefined, appId, instId, place);
    await expect(set(1, { latitude: 91, longitude: 0 })).rejects.toMatchObject({ code: 2004 });
    await expect(set(1, { latitude: 0, longitude: Number.NaN })).rejects.toMatchObject({ code: 2004 });
    await expect(set(4_000_000_000, ISTANBUL)).rejects.toMatchObject({ code: 5016 });
  });

  it('A count does not create a tag that its target names', async () => {
    await count({ tag: 'never-used' });
    const rows = await database.db.rows('SELECT t.name FROM users.tag AS t WHERE t.name = $1', ['never-used']);
    expect(rows).toEqual([]);
  });

  it('AudienceService rejects an undefined attribute and finds one that another process just defined', async () => {
    await expect(count({ profile: { shoeSize: 1 } })).rejects.toMatchObject({ code: 2004 });
    const otherRoom = await openAudienceRoom(database);
    try {
      await otherRoom.applying.apply(
        { app: 'shop', attributes: [{ code: 'shoeSize', dataType: 'INT' }] },
        { dryRun: false },
      );
    } finally {
      await otherRoom.close();
    }
    expect(await count({ profile: { shoeSize: 1 } })).toBe(0);
  });

  it('readParts returns parts of any size', async () => {
    const target = await room.audience.resolve(appId, parseTarget({ sendToAll: true }, 'bulk'));
    const range = { kind: 'email', platforms: [], vbFrom: 0, vbTo: 1024 } as const;
    const part = Array.from({ length: 300_000 }, (_, uid) => uid);
    expect(await room.audience.readParts(appId, target, range, async () => part)).toHaveLength(part.length);
  });
});
