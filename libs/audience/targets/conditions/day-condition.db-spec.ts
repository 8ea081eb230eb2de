import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '#libs/tenancy';
import { toDay } from '#platform/spelling';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { parseTarget } from '../../../../test/support/rooms/parse.js';
import { IndexReaderService } from '../../bitmap-index/cache/index-reader.service.js';
import { IndexMaintenanceService } from '../../bitmap-index/maintenance/index-maintenance.service.js';

const ATTRIBUTES = [
  { code: 'joined', dataType: 'DATE' },
  { code: 'visits', dataType: 'DATE', array: true },
  { code: 'seen', dataType: 'TIME_STAMP' },
];
const ZONES = ['Z', '+03:00', '-05:00', '+05:45', '-03:30', '+12:00', '-11:00'];
const DAYS = ['1955-04-30', '1972-01-06', '1972-01-07', '1972-01-08', '2026-11-28', '2026-11-29', '2026-11-30'];
/** Midnights of zones, and moments of a day in the morning and in the afternoon. */
const INSTANTS = DAYS.flatMap((day) => [
  ...ZONES.map((zone) => Date.parse(`${day}T00:00:00${zone}`)),
  ...['00:00:01', '09:15:00', '11:59:59', '12:00:00', '12:00:01', '17:23:11', '23:59:59'].map((time) =>
    Date.parse(`${day}T${time}Z`),
  ),
]);

type Condition = Record<string, unknown>;
type Passes = (day: number) => boolean;
const at = (day: string): number => Date.parse(day);

/** Conditions on days, with their plain meaning for the day of one value. */
const CONDITIONS: readonly (readonly [unknown, Passes])[] = [
  ...DAYS.map((day) => [day, (value: number) => value === at(day)] as const),
  [at('2026-11-29T00:00:00+03:00'), (day) => day === at('2026-11-29')],
  [['2026-11-28', '2026-11-29'], (day) => day === at('2026-11-28') || day === at('2026-11-29')],
  [
    ['1955-04-30', '2026-11-28', '2026-11-30'],
    (day) => [at('1955-04-30'), at('2026-11-28'), at('2026-11-30')].includes(day),
  ],
  [{ $gte: '2026-11-29' }, (day) => day >= at('2026-11-29')],
  [{ $gt: '2026-11-29' }, (day) => day > at('2026-11-29')],
  [{ $lt: '2026-11-29' }, (day) => day < at('2026-11-29')],
  [{ $lte: at('2026-11-29T00:00:00+03:00') }, (day) => day <= at('2026-11-29')],
  [{ $between: ['1972-01-07', '2026-11-29'] }, (day) => day >= at('1972-01-07') && day <= at('2026-11-29')],
  [{ $gte: '1955-04-30', $lt: '1972-01-08' }, (day) => day >= at('1955-04-30') && day < at('1972-01-08')],
  [{ $before: '2026-11-29' }, (day) => day < at('2026-11-29')],
  [{ $after: '2026-11-29' }, (day) => day >= at('2026-11-29')],
  [{ $gt: '2026-11-29', $lt: '2026-11-29' }, () => false],
];

describe.each(['from the rows', 'by the index'])('Conditions on days, %s', (engine) => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: engine === 'by the index' ? '1' : '1000000' });
    appId = (await room.applying.apply({ app: 'shop', attributes: ATTRIBUTES }, { dryRun: false })).app.id;
    const users = INSTANTS.map((joined, n) => ({
      extId: `u${n}`,
      profile: { joined, seen: joined, visits: [joined, INSTANTS[(n + 5) % INSTANTS.length]] },
    }));
    await room.registration.registerUsers(appId, [...users, { extId: 'without' }]);
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
    expect((await room.get(IndexReaderService).find(appId)) !== undefined).toBe(engine === 'by the index');
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const count = async (profile: Condition): Promise<number> =>
    (await room.counts.count(appId, parseTarget({ profile }, 'count'), OPERATOR)).counts;

  it.each(CONDITIONS)('The condition %j on a DATE passes the users whose day it means', async (condition, passes) => {
    const expected = INSTANTS.filter((instant) => passes(toDay(instant))).length;
    expect(await count({ joined: condition })).toBe(expected);
    expect(await count({ $not: { joined: condition } })).toBe(INSTANTS.length + 1 - expected);
    const ofArrays = INSTANTS.filter((instant, n) =>
      [instant, INSTANTS[(n + 5) % INSTANTS.length] ?? 0].some((value) => passes(toDay(value))),
    );
    expect(await count({ visits: condition })).toBe(ofArrays.length);
  });

  it('A condition on a TIME_STAMP compares the moment', async () => {
    const moment = at('2026-11-29T00:00:00Z');
    expect(await count({ seen: moment })).toBe(INSTANTS.filter((instant) => instant === moment).length);
    expect(await count({ seen: { $gte: moment } })).toBe(INSTANTS.filter((instant) => instant >= moment).length);
  });
});
