import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { insertUsers, randomUsers } from '../../../test/support/rooms/random-audience.js';
import { AudienceRepository } from './audience.repository.js';
import { ALL_BUCKETS } from './ranges.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { matches, type Person, type ResolvedTarget } from '../targets/target.js';
import type { DayRange } from '../targets/conditions/days.js';
import type { EventLeaf, PersonEvent, ResolvedWhere, SeenTimeLeaf } from '../targets/behaviour.types.js';

const APP = 7;
const OTHER_APP = 8;
const USERS = 400;
const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T22:00:00Z');

/** A code that a path has to escape. */
const ODD = 'y"\\ $.ç';
/** 2026-11-29 in Istanbul. */
const MIDNIGHT = Date.parse('2026-11-29T00:00:00+03:00');
const value = fc.constantFrom<unknown>('a', 'b', '1', 1, 2, 2.5, 0, -1, true, false, [1, 2], ['a'], [], MIDNIGHT, [
  1,
  MIDNIGHT - 1,
]);

const event: fc.Arbitrary<PersonEvent> = fc.record({
  eventId: fc.constantFrom(21, 26),
  at: fc.integer({ min: 0, max: 96 }).map((hours) => START + hours * HOUR),
  attrs: fc.dictionary(fc.constantFrom('x', ODD), value),
});
const bound = fc.option(fc.integer({ min: -2, max: 98 }).map((hours) => START + hours * HOUR));
const where: fc.Arbitrary<ResolvedWhere> = fc.oneof(
  fc.record({ code: fc.constant('x'), exists: fc.boolean() }),
  fc.record({
    code: fc.constantFrom('x', ODD),
    array: fc.constant(true),
    is: fc.array(fc.constantFrom('a', '1', 1, 2, 2.5, true), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    code: fc.constantFrom('x', ODD),
    days: fc.constantFrom<DayRange[]>(
      [],
      [{ from: null, to: 0 }],
      [{ from: 20_786, to: 20_786 }],
      [{ from: 0, to: 20_785 }],
    ),
  }),
  fc.record({
    code: fc.constantFrom('x', ODD),
    least: fc.option(fc.constantFrom(-1, 0, 1e-7, 1.5, 2)),
    most: fc.option(fc.constantFrom(0, 1, 2, 2.5, 1e21)),
  }),
);
const did: fc.Arbitrary<EventLeaf> = fc.record({
  type: fc.constant('event'),
  eventId: fc.constantFrom(21, 26, 99),
  did: fc.boolean(),
  atLeast: fc.integer({ min: 1, max: 3 }),
  since: bound,
  until: bound,
  where: fc.array(where, { maxLength: 2 }),
});
const seen: fc.Arbitrary<SeenTimeLeaf> = fc
  .record({
    type: fc.constant('seen' as const),
    which: fc.constantFrom('first' as const, 'last' as const),
    inside: fc.boolean(),
    since: bound,
    until: bound,
  })
  .filter(({ since, until }) => since !== null || until !== null);
const target = fc.oneof<fc.Arbitrary<ResolvedTarget>[]>(
  did,
  seen,
  fc.record({
    type: fc.constantFrom('and' as const, 'or' as const),
    of: fc.array(
      fc.oneof<fc.Arbitrary<ResolvedTarget>[]>(did, seen, fc.constant({ type: 'tag', mode: 'any', tagIds: [1] })),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  }),
);

describe('BehaviourRepository', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  const behaviours = fc.sample(fc.array(event, { maxLength: 6 }), { seed: 5, numRuns: USERS });
  const hours = fc.sample(fc.tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 0, max: 96 })), {
    seed: 6,
    numRuns: USERS,
  });
  const users = randomUsers(APP, USERS, 12).map((user, index) => {
    const [first = 0, last = 0] = hours[index] ?? [];
    return {
      ...user,
      events: behaviours[index] ?? [],
      seen: { first: START + first * HOUR, last: user.installations.length > 0 ? START + last * HOUR : null },
    } satisfies Person;
  });

  beforeAll(async () => {
    database = await freshDatabase({ pool: 1 });
    room = await openAudienceRoom(database);
    for (const app of [APP, OTHER_APP]) {
      await insertUsers(database.db, app, users);
      // Users of the other application have all events, with the same ids.
      const rows = users.flatMap(({ uid, events }) =>
        (app === APP ? events : [{ eventId: 21, at: START, attrs: { x: 1 } }]).map((event) => ({ uid, ...event })),
      );
      await database.db.affected(
        `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
         SELECT (to_timestamp(e.at / 1000) AT TIME ZONE 'UTC')::date, to_timestamp(e.at / 1000), e.uid, $1, e."eventId",
                e.uid % 1024, e.attrs
         FROM jsonb_to_recordset($2::jsonb) AS e (uid bigint, at bigint, "eventId" integer, attrs jsonb)`,
        [app, JSON.stringify(rows)],
      );
    }
    const times = JSON.stringify(users.map(({ uid, seen: { first, last } }) => ({ uid, first, last })));
    await database.db.affected(
      `UPDATE users.app_user AS u SET created_at = to_timestamp(t.first / 1000)
       FROM jsonb_to_recordset($2::jsonb) AS t (uid bigint, first bigint) WHERE u.app_id = $1 AND u.uid = t.uid`,
      [APP, times],
    );
    await database.db.affected(
      `UPDATE users.installation AS i SET last_active_at = to_timestamp(t.last / 1000)
       FROM jsonb_to_recordset($2::jsonb) AS t (uid bigint, last bigint) WHERE i.app_id = $1 AND i.uid = t.uid`,
      [APP, times],
    );
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it('BehaviourRepository finds the same users as plain code', async () => {
    const [audiences, members] = [room.get(AudienceRepository), room.get(LeafMembersService)];
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(target, async (resolved) => {
        const groups = await audiences.findMembers(
          APP,
          resolved,
          ALL_BUCKETS,
          await members.readMembers(APP, resolved, ALL_BUCKETS),
        );
        const everyone = groups.find(({ platform }) => platform === 0)?.uids ?? [];
        const meant = users.filter((user) => matches(resolved, user)).map(({ uid }) => uid);
        expect(everyone.toSorted((a, b) => a - b)).toEqual(meant.toSorted((a, b) => a - b));
        sizes.add(meant.length);
      }),
      { seed: 31, numRuns: 300 },
    );
    // The targets match some users only.
    expect(sizes.size).toBeGreaterThan(50);
  });
});
