import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '#libs/tenancy';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexMaintenanceService } from '../bitmap-index/maintenance/index-maintenance.service.js';
import type { CountBatchDto } from './count-batch.dto.js';
import { CountEngineService } from './count-engine.service.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';

const ATTRIBUTES = [
  { code: 'age', dataType: 'INT' },
  { code: 'score', dataType: 'DOUBLE' },
  { code: 'vip', dataType: 'BOOLEAN' },
  { code: 'plan', dataType: 'STRING', options: ['gold', 'silver', '__proto__'] },
  { code: 'players', dataType: 'STRING', array: true },
  { code: 'sizes', dataType: 'INT', array: true },
  { code: 'joined', dataType: 'DATE' },
];

const USERS = [
  {
    extId: 'a',
    platform: 'IOS',
    deviceToken: 'a1',
    email: 'One@Example.com',
    profile: { age: 18, score: 1.5, vip: true, plan: 'gold', players: ['15', '23', '15'], sizes: [1, 2, 3] },
  },
  { extId: 'a', platform: 'ANDROID', deviceToken: 'a2' },
  {
    extId: 'b',
    platform: 'IOS',
    deviceToken: 'b1',
    email: 'two@example.com',
    profile: {
      age: 24,
      vip: false,
      plan: '__proto__',
      players: ['23'],
      sizes: [9],
      joined: '1990-05-01',
      birthDate: '1990-05-01',
    },
  },
  {
    extId: 'c',
    email: 'one@example.com',
    profile: { age: 25, plan: 'gold', players: [], joined: '2001-01-01', birthDate: '2001-01-01' },
  },
  { extId: 'd', profile: { age: 34, score: 1e21 } },
  { extId: 'e' },
];

/** Maximum age of an answer of the index, in milliseconds. */
const INDEX_AGE = 1000;

describe.each(['from the rows', 'by the index'])('Counts by value, %s', (engine) => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;
  let otherAppId: number;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: engine === 'by the index' ? '1' : '1000000' });
    const apply = async (app: string) =>
      (await room.applying.apply({ app, attributes: ATTRIBUTES }, { dryRun: false })).app.id;
    appId = await apply('shop');
    otherAppId = await apply('other');
    await room.registration.registerUsers(appId, USERS);
    const device = { platform: 'ANDROID', osVersion: '14', appVersion: '2.1', language: 'tr', deviceModel: 'Pixel' };
    await room.installations.register(appId, { ...device, extId: 'a', timeZone: 'Europe/Istanbul' });
    await room.installations.register(appId, { ...device, osVersion: '15', pushPermitted: false });
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
    expect((await room.get(IndexReaderService).find(appId)) !== undefined).toBe(engine === 'by the index');
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const batch = async (request: CountBatchDto, app = appId) =>
    Object.fromEntries((await room.counts.countBatch(app, request, OPERATOR)).counts);

  it('A count inside a transaction is made by the same engine as outside', async () => {
    const byIndex = async (): Promise<number> => {
      const answered = room.get(CountEngineService).metrics.find(({ name }) => name === 'herald_audience_counts_total');
      return (await answered?.read())?.find(({ labels }) => labels?.['engine'] === 'index')?.value ?? 0;
    };
    const { app } = await room.applying.apply({ app: 'asked', attributes: ATTRIBUTES }, { dryRun: false });
    await room.registration.registerUsers(app.id, [{ extId: 'x', profile: { age: 30 } }]);
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
    const before = await byIndex();
    const { counts } = await database.db.inTransaction(() =>
      room.counts.count(app.id, parseTarget({ profile: { age: 30 } }, 'count'), OPERATOR),
    );
    expect(counts).toBe(1);
    expect((await byIndex()) - before).toBe(engine === 'by the index' ? 1 : 0);
  });

  it.each<[CountBatchDto, Record<string, number>]>([
    [
      { groupBy: { profile: 'age' }, values: [18, 24, 25, 34] },
      { 18: 1, 24: 1, 25: 1, 34: 1 },
    ],
    [
      { groupBy: { profile: 'score' }, values: [1.5, 1e21] },
      { 1.5: 1, '1e+21': 1 },
    ],
    [{ groupBy: { profile: 'vip' } }, { true: 1, false: 1 }],
    [{ groupBy: { profile: 'plan' } }, JSON.parse('{"gold": 2, "__proto__": 1}') as Record<string, number>],
    [{ groupBy: { profile: 'players' } }, { 15: 1, 23: 2 }],
    [
      { groupBy: { profile: 'players' }, values: ['352481', '15', 23] },
      { 352481: 0, 15: 1, 23: 2 },
    ],
    [
      { groupBy: { profile: 'age' }, values: ['18', 99] },
      { 18: 1, 99: 0 },
    ],
    [{ groupBy: { profile: 'vip' }, values: ['true'] }, { true: 1 }],
    [
      { groupBy: { profile: 'plan' }, values: ['silver', 'none'] },
      { silver: 0, none: 0 },
    ],
    [{ groupBy: { profile: 'joined' }, values: ['1990-05-01'] }, { '1990-05-01': 1 }],
    [{ groupBy: { profile: 'city' } }, {}],
  ])('countBatch counts users by an attribute: %j', async (request, counts) => {
    expect(await batch(request)).toEqual(counts);
  });

  it.each<[CountBatchDto, Record<string, number>]>([
    [{ groupBy: { installation: 'platform' } }, { IOS: 2, ANDROID: 2 }],
    [
      { groupBy: { installation: 'platform' }, values: ['ANDROID', 'CHROME', 'NONE', 2] },
      { ANDROID: 2, CHROME: 0, NONE: 0, 2: 0 },
    ],
    [
      { groupBy: { installation: 'osVersion' }, values: ['14', '15'] },
      { 14: 1, 15: 1 },
    ],
    [{ groupBy: { installation: 'appVersion' }, values: ['2.1'] }, { '2.1': 2 }],
    [{ groupBy: { installation: 'language' } }, { tr: 2 }],
    [{ groupBy: { installation: 'deviceModel' } }, { Pixel: 2 }],
    [{ groupBy: { installation: 'timeZone' }, values: ['Europe/Istanbul'] }, { 'Europe/Istanbul': 1 }],
    [{ groupBy: { installation: 'pushPermitted' } }, { true: 2, false: 1 }],
  ])('countBatch counts users by an installation field: %j', async (request, counts) => {
    expect(await batch(request)).toEqual(counts);
  });

  it.each<[CountBatchDto, Record<string, number>]>([
    [
      {
        groupBy: {
          profile: 'age',
          buckets: [
            [18, 24],
            [24, 34],
          ],
        },
      },
      { '18-24': 1, '24-34': 3 },
    ],
    [
      {
        groupBy: {
          profile: 'age',
          buckets: [
            [24, 34],
            [18, 24],
          ],
        },
      },
      { '24-34': 2, '18-24': 2 },
    ],
    [
      {
        groupBy: {
          profile: 'age',
          buckets: [
            [0, 17],
            [25, 25],
          ],
        },
      },
      { '0-17': 0, '25-25': 1 },
    ],
    [{ groupBy: { profile: 'age', buckets: [['17.5', 24.5]] } }, { '17.5-24.5': 2 }],
    [
      {
        groupBy: {
          profile: 'age',
          buckets: [
            [0, 100],
            [20, 100],
          ],
        },
      },
      { '0-100': 4, '20-100': 3 },
    ],
    [{ groupBy: { profile: 'age', buckets: [[0, 100]] }, values: [18, 34] }, { '0-100': 2 }],
    [
      {
        groupBy: {
          profile: 'sizes',
          buckets: [
            [1, 3],
            [3, 9],
          ],
        },
      },
      { '1-3': 1, '3-9': 2 },
    ],
    [
      {
        groupBy: {
          profile: 'score',
          buckets: [
            [1, 2],
            [2, 1e22],
          ],
        },
      },
      { '1-2': 1, '2-1e+22': 1 },
    ],
    [
      {
        groupBy: {
          profile: 'birthDate',
          buckets: [
            ['1990-01-01', '2000-01-01'],
            [Date.UTC(2000), Date.UTC(2010)],
          ],
        },
      },
      { '1990-01-01-2000-01-01': 1, [`${Date.UTC(2000)}-${Date.UTC(2010)}`]: 1 },
    ],
  ])('countBatch counts users by buckets of an attribute: %j', async (request, counts) => {
    expect(await batch(request)).toEqual(counts);
  });

  it.each<[CountBatchDto, number, string]>([
    [{ groupBy: { profile: 'shoeSize' } }, 2004, 'shoeSize'],
    [{ groupBy: { profile: 'constructor' } }, 2004, 'constructor'],
    [{ groupBy: { installation: 'secret_hash' } }, 2004, 'groupBy.installation'],
    [{ groupBy: { installation: 'constructor' } }, 2004, 'groupBy.installation'],
    [{ groupBy: { profile: 'plan', buckets: [[1, 2]] } }, 2004, 'numbers and dates'],
    [{ groupBy: { profile: 'email', buckets: [[1, 2]] } }, 2004, 'an address'],
    [{ groupBy: { profile: 'vip', buckets: [[1, 2]] } }, 2004, 'numbers and dates'],
    [{ groupBy: { profile: 'age', buckets: [[2, 1]] } }, 2004, '2-1'],
    [{ groupBy: { profile: 'age', buckets: [['a', 'b']] } }, 2004, 'groupBy.buckets'],
    [{ groupBy: { profile: 'age' }, values: ['old'] }, 2004, 'values'],
    [{ groupBy: { profile: 'email' }, values: ['one@example.com'] }, 2004, 'an address'],
    [{ groupBy: { profile: 'msisdn' } }, 2004, 'an address'],
    [{ groupBy: { profile: 'surname' } }, 2004, 'private'],
    [{ groupBy: { profile: 'birthDate' }, values: ['1990-05-01'] }, 2004, 'private'],
    [{ groupBy: { profile: 'age' } }, 2004, 'Over half of the values of'],
    [{ groupBy: { profile: 'score' } }, 2004, 'one user'],
    [{ groupBy: { installation: 'osVersion' } }, 2004, 'one user'],
  ])('countBatch refuses %j with the code %i', async (request, code, text) => {
    await expect(room.counts.countBatch(appId, request, OPERATOR)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text) as string,
    });
  });

  it('A count returns its time and includes all earlier commits', async () => {
    const before = Date.now();
    const { counts, asOf } = await room.counts.count(
      appId,
      parseTarget({ profile: { plan: ['gold', 'silver'] } }, 'count'),
      OPERATOR,
    );
    expect(counts).toBe(2);
    expect(asOf.getTime()).toBeGreaterThanOrEqual(before - (engine === 'by the index' ? INDEX_AGE : 0));
    // The time is the database's, so it may be off this process's clock.
    expect(asOf.getTime()).toBeLessThanOrEqual(Date.now() + INDEX_AGE);
    expect(await room.counts.countUsers(appId)).toBe(6);
  });

  it('Counts include only users of the application', async () => {
    expect(await batch({ groupBy: { profile: 'age' } }, otherAppId)).toEqual({});
    expect(await batch({ groupBy: { profile: 'plan' }, values: ['gold'] }, otherAppId)).toEqual({ gold: 0 });
    expect(await batch({ groupBy: { installation: 'platform' } }, otherAppId)).toEqual({});
    expect(await batch({ groupBy: { profile: 'age', buckets: [[0, 100]] } }, otherAppId)).toEqual({ '0-100': 0 });
    expect(await room.counts.countUsers(otherAppId)).toBe(0);
  });

  it('countBatch rejects an answer with too many values, but returns requested values', async () => {
    const many = (await room.applying.apply({ app: 'many' }, { dryRun: false })).app.id;
    await database.db.affected(
      `INSERT INTO users.app_user (vb, app_id, uid, ext_id, attrs)
       SELECT n % 1024, $1, n, 'u' || n, jsonb_build_object('10', 'city-' || n / 2) FROM generate_series(2, 20003) AS n`,
      [many],
    );
    const byCity = { groupBy: { profile: 'city' } };
    await expect(room.counts.countBatch(many, byCity, OPERATOR)).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining('more than 10000') as string,
    });
    expect(await batch({ ...byCity, values: ['city-7', 'x'] }, many)).toEqual({ 'city-7': 2, x: 0 });
    await database.db.affected('DELETE FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid > 20001', [many]);
    expect(Object.keys(await batch(byCity, many))).toHaveLength(10_000);
  });

  it('countBatch rejects an answer in which over half of the values have one user', async () => {
    const few = (await room.applying.apply({ app: 'few' }, { dryRun: false })).app.id;
    const profile = { groupBy: { profile: 'city' } };
    const live = (cities: string[]) =>
      room.registration.registerUsers(
        few,
        cities.map((city, i) => ({ extId: `${cities.length}-${i}`, profile: { city } })),
      );
    await live(['a', 'a', 'b']);
    expect(await batch(profile, few)).toEqual({ a: 2, b: 1 });
    await live(['c', 'a']);
    await expect(room.counts.countBatch(few, profile, OPERATOR)).rejects.toMatchObject({
      code: 2004,
      message: expect.stringContaining("'city'") as string,
    });
    expect(await batch({ ...profile, values: ['b', 'c'] }, few)).toEqual({ b: 1, c: 1 });
  });
});
