import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventsService } from '#libs/events';
import { OPERATOR } from '#libs/tenancy';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { parseTarget } from '../../../../test/support/rooms/parse.js';
import { IndexReaderService } from '../../bitmap-index/cache/index-reader.service.js';
import { DeviceService } from '#libs/users/devices';
import { ExplainService } from '../../explain/explain.service.js';
import { IndexMaintenanceService } from '../../bitmap-index/maintenance/index-maintenance.service.js';
import type { WhereTest } from '../behaviour.types.js';

const at = (day: string): number => Date.parse(day);
const ATTRIBUTES = [
  { code: 'joined', dataType: 'DATE' },
  { code: 'visits', dataType: 'DATE', array: true },
  { code: 'seen', dataType: 'TIME_STAMP' },
];
const EVENTS = [{ code: 'trip', eventName: 'Trip', attributes: [{ code: 'start', dataType: 'DATE' }] }];
const ZONES = ['Z', '+03:00', '-05:00', '+05:45', '-03:30', '+12:00', '-11:00'];
const DAYS = ['1955-04-30', '1972-01-06', '1972-01-07', '1972-01-08', '2026-11-28', '2026-11-29', '2026-11-30'];
/** Since then an instant within the day is a moment of it, unless it may be the midnight of a zone. */
const MOMENTS_SINCE = '1972-01-07';
const DAY_MS = 86_400_000;

/** Midnights of zones, and moments in the morning and in the afternoon, with the day that each means. */
const MEANT = new Map<number, number>(
  DAYS.flatMap((day) => {
    const afternoon = day < MOMENTS_SINCE ? at(day) + DAY_MS : at(day);
    return [
      ...ZONES.map((zone): [number, number] => [Date.parse(`${day}T00:00:00${zone}`), at(day)]),
      ...['00:00:01', '09:15:00', '11:59:59'].map((time): [number, number] => [Date.parse(`${day}T${time}Z`), at(day)]),
      ...['12:00:01', '17:23:11', '23:59:59'].map((time): [number, number] => [
        Date.parse(`${day}T${time}Z`),
        afternoon,
      ]),
    ];
  }),
);
const INSTANTS = [...MEANT.keys()];
const dayOf = (instant: number): number => MEANT.get(instant) ?? Number.NaN;

/** Every second day from 1972-01-07 on, as many as a list takes. */
const MANY = Array.from({ length: 10_000 }, (_, n) =>
  new Date(at('1972-01-07') + 2 * n * 86_400_000).toISOString().slice(0, 10),
);

type Condition = Record<string, unknown>;
type Passes = (day: number) => boolean;

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
  [{ $before: '2026-11-29T23:30:00-05:00' }, (day) => day < at('2026-11-29')],
  [{ $gte: '2026-11-29T23:30:00-05:00' }, (day) => day >= at('2026-11-29')],
  [{ $after: '-0d' }, (day) => day >= startOfToday()],
  [{ $before: '7d' }, (day) => day < startOfToday() - 7 * 86_400_000],
  [
    { $after: '36500h', $before: '+3650d' },
    (day) =>
      day >= Math.floor((Date.now() - 36_500 * 3_600_000) / 86_400_000) * 86_400_000 &&
      day < startOfToday() + 3650 * 86_400_000,
  ],
];

function startOfToday(): number {
  return Math.floor(Date.now() / 86_400_000) * 86_400_000;
}

describe.each(['from the rows', 'by the index'])('Conditions on days, %s', (engine) => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: engine === 'by the index' ? '1' : '1000000' });
    appId = (await room.applying.apply({ app: 'shop', attributes: ATTRIBUTES, events: EVENTS }, { dryRun: false })).app
      .id;
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
    const expected = INSTANTS.filter((instant) => passes(dayOf(instant))).length;
    expect(await count({ joined: condition })).toBe(expected);
    expect(await count({ $not: { joined: condition } })).toBe(INSTANTS.length + 1 - expected);
    const ofArrays = INSTANTS.filter((first, n) =>
      [first, INSTANTS[(n + 5) % INSTANTS.length] ?? 0].some((instant) => passes(dayOf(instant))),
    );
    expect(await count({ visits: condition })).toBe(ofArrays.length);
  });

  it('A list of as many days as a list takes is answered, and a longer one is refused with its field', async () => {
    const days = new Set(MANY.map(at));
    const expected = INSTANTS.filter((instant) => days.has(dayOf(instant))).length;
    expect(expected).toBeGreaterThan(0);
    expect(await count({ joined: MANY })).toBe(expected);
    expect(() => parseTarget({ profile: { joined: [...MANY, '1955-04-30'] } }, 'count')).toThrow(
      "Field 'target.profile.joined' should hold at most 10000 values, it has 10001",
    );
  });

  it('ExplainService and a segment agree with the count of a condition on days', async () => {
    for (const [condition, passes] of CONDITIONS.slice(DAYS.length)) {
      const target = parseTarget({ profile: { joined: condition } }, 'count');
      for (const n of [0, 3, 17, 44, 71, 90]) {
        const uid = await room.get(DeviceService).getUid(appId, `u${n}`);
        const { matches } = await room.get(ExplainService).explain(appId, uid, target, OPERATOR);
        expect([condition, n, matches]).toEqual([condition, n, passes(dayOf(INSTANTS[n] ?? 0))]);
      }
    }
    const segments = [{ name: 'then', target: { profile: { joined: ['2026-11-28', '2026-11-29'] } } }];
    await room.applying.apply({ app: 'shop', segments }, { dryRun: false });
    await room.calculator.calculateDue();
    const then = (await room.segments.list(appId)).find(({ name }) => name === 'then');
    expect(then?.userCount).toBe(await count({ joined: ['2026-11-28', '2026-11-29'] }));
  });

  it('A condition on a DATE of an event compares its day', async () => {
    const midnights = ZONES.map((zone) => Date.parse(`2026-11-29T00:00:00${zone}`));
    const fired = midnights.map((start, n) => ({ extId: `u${n}`, name: 'trip', attributes: { start } }));
    await room.get(EventsService).fireEvents(appId, fired);
    const countTrips = async (where: WhereTest): Promise<number> => {
      const trip = { type: 'event' as const, name: 'trip', did: true, atLeast: 1, window: {} };
      return (await room.counts.count(appId, { ...trip, where: [{ attribute: 'start', ...where }] }, OPERATOR)).counts;
    };
    expect(await countTrips({ is: ['2026-11-29'] })).toBe(ZONES.length);
    expect(await countTrips({ is: ['2026-11-28', '2026-11-30'] })).toBe(0);
    expect(await countTrips({ least: midnights[1] ?? 0, most: '2026-11-29' })).toBe(ZONES.length);
    expect(await countTrips({ least: '2026-11-30', most: null })).toBe(0);
    expect(await countTrips({ least: '2026-11-30', most: '2026-11-29' })).toBe(0);
    await expect(countTrips({ least: true, most: null })).rejects.toThrow("Field 'trip.start'");
  });

  it('A condition on a TIME_STAMP compares the moment', async () => {
    const moment = at('2026-11-29T00:00:00Z');
    expect(await count({ seen: moment })).toBe(INSTANTS.filter((instant) => instant === moment).length);
    expect(await count({ seen: { $gte: moment } })).toBe(INSTANTS.filter((instant) => instant >= moment).length);
  });
});
