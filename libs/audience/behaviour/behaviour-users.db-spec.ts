import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClockService } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { insertUsers, randomTarget, randomUsers } from '../../../test/support/rooms/random-audience.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexMaintenanceService } from '../bitmap-index/maintenance/index-maintenance.service.js';
import { SLICE_SIZE } from '../bitmap-index/model/terms.js';
import { CountEngineService } from '../counts/count-engine.service.js';
import type { EventLeaf, PersonEvent } from '../targets/behaviour.types.js';
import { listMembershipLeaves, matches, type ResolvedTarget } from '../targets/target.js';
import { BehaviourUsersService } from './behaviour-users.service.js';

const [APP, OTHER_APP] = [7, 8];
const USERS = 1500;
const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T22:00:00Z');
const [VIEWED, BOUGHT] = [21, 26];

const history = fc.array(
  fc.record({
    eventId: fc.constantFrom(VIEWED, BOUGHT),
    at: fc.integer({ min: 0, max: 48 }).map((hours) => START + hours * HOUR),
    attrs: fc.record({ price: fc.integer({ min: 0, max: 9 }) }),
  }),
  { maxLength: 4 },
);
const bound = fc.option(fc.integer({ min: 0, max: 49 }).map((hours) => START + hours * HOUR));
const leaf: fc.Arbitrary<EventLeaf> = fc.record({
  type: fc.constant('event'),
  eventId: fc.constantFrom(VIEWED, BOUGHT, 99),
  did: fc.boolean(),
  atLeast: fc.integer({ min: 1, max: 2 }),
  since: bound,
  until: bound,
  where: fc.constantFrom([], [{ code: 'price', least: 5, most: null }]),
});

const histories = fc.sample(history, { seed: 3, numRuns: USERS });
const users = randomUsers(APP, USERS, 13).map((user, i) => ({
  ...user,
  uid: user.uid + (i % 2) * SLICE_SIZE,
  events: histories[i] ?? [],
}));
const plain = randomTarget(APP, users).filter((target) => listMembershipLeaves(target).length === 0);

describe.each(['from the rows', 'by the index'])('Users by past events, counted %s', (engine) => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let question: BehaviourUsersService;
  const add = (appId: number, events: readonly (PersonEvent & { uid: number })[]) =>
    database.db.affected(
      `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
       SELECT (to_timestamp(e.at / 1000) AT TIME ZONE 'UTC')::date, to_timestamp(e.at / 1000), e.uid, $1, e."eventId",
              e.uid % 1024, e.attrs
       FROM jsonb_to_recordset($2::jsonb) AS e (uid bigint, at bigint, "eventId" integer, attrs jsonb)`,
      [appId, JSON.stringify(events)],
    );
  const count = async (target: ResolvedTarget): Promise<number> =>
    (await room.get(CountEngineService).count(APP, target)).counts;
  const meant = (target: ResolvedTarget): number => users.filter((user) => matches(target, user)).length;

  beforeAll(async () => {
    database = await freshDatabase();
    const isIndexed = engine === 'by the index';
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: isIndexed ? '1000' : '1000000' });
    question = room.get(BehaviourUsersService);
    await insertUsers(database.db, APP, users);
    await add(
      APP,
      users.flatMap(({ uid, events }) => events.map((event) => ({ uid, ...event }))),
    );
    // In another application every user did everything, by the same ids.
    await add(
      OTHER_APP,
      users.map(({ uid }) => ({ uid, eventId: VIEWED, at: START, attrs: { price: 9 } })),
    );
    await database.db.affected(
      'INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2060), (0, $2, 1, 2060)',
      [APP, OTHER_APP],
    );
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
    expect((await room.get(IndexReaderService).find(APP)) !== undefined).toBe(isIndexed);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it(
    'Targets with events match the users that plain code finds, in every count of a question',
    { timeout: 120_000 },
    async () => {
      const asked = fc
        .tuple(leaf, leaf, plain, plain)
        .map(([did, other, some, more]): ResolvedTarget[] => [
          did,
          { ...did, did: !did.did },
          { type: 'and', of: [did, some] },
          { type: 'and', of: [did, other, more] },
          { type: 'or', of: [did, { type: 'not', of: [other, some] }] },
          { type: 'not', of: [did] },
        ]);
      for (const targets of fc.sample(asked, { seed: 29, numRuns: sampleSize(10) })) {
        const counted = await question.asOneQuestion(async () => {
          const counts: number[] = [];
          for (const target of targets) {
            counts.push(await count(target));
          }
          return counts;
        });
        expect(counted, JSON.stringify(targets)).toEqual(targets.map(meant));
      }
    },
  );

  it('The users of an event condition are read once per question, and only of its application', async () => {
    const bought: EventLeaf = {
      type: 'event',
      eventId: BOUGHT,
      did: true,
      atLeast: 1,
      since: START + 100 * HOUR,
      until: null,
      where: [],
    };
    const buyer = users[0]?.uid ?? 0;
    await question.asOneQuestion(async () => {
      expect(await count(bought)).toBe(0);
      await add(APP, [{ uid: buyer, eventId: BOUGHT, at: START + 101 * HOUR, attrs: {} }]);
      expect([await count(bought), await count({ ...bought, did: false })]).toEqual([0, USERS]);
      expect((await room.get(CountEngineService).count(OTHER_APP, bought)).counts).toBe(0);
    });
    expect(await count(bought)).toBe(1);
    expect(
      await question.asOneQuestion(async () => [await count(bought), await count({ ...bought, did: false })]),
    ).toEqual([1, USERS - 1]);
  });

  it('All counts of a question refer to the same moment', async () => {
    const clock = room.get(ClockService);
    await question.asOneQuestion(async () => {
      const { now } = question;
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(question.now).toEqual(now);
      expect(clock.now().getTime()).toBeGreaterThan(now.getTime());
    });
  });
});
