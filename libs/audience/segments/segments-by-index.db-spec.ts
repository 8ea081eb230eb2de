import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import {
  ANDROID,
  CHROME,
  insertUsers,
  IOS,
  randomTarget,
  randomUsers,
} from '../../../test/support/rooms/random-audience.js';
import { IndexEvaluatorService } from '../bitmap-index/query/index-evaluator.service.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexMaintenanceService } from '../bitmap-index/maintenance/index-maintenance.service.js';
import { SLICE_SIZE } from '../bitmap-index/model/terms.js';
import { matches, listMembershipLeaves, type ResolvedTarget } from '../targets/target.js';

const APP = 7;
const USERS = 1500;
const TARGETS = 200;

const users = randomUsers(APP, USERS, 13).map((user, i) => ({ ...user, uid: user.uid + (i % 2) * SLICE_SIZE }));
const DID: ResolvedTarget = { type: 'event', eventId: 21, did: true, atLeast: 1, since: null, until: null, where: [] };

describe('Segment members by the index', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: '1000', INDEX_WAIT_MS: '100' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2060)', [
      APP,
    ]);
    await database.db.affected(
      `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
       SELECT now()::date, now(), u.uid, u.app_id, 21, u.vb, '{}' FROM users.app_user AS u
       WHERE u.app_id = $1 AND u.uid % 3 = 0`,
      [APP],
    );
    await database.db.affected('ANALYZE');
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it(
    'Segment members by the index equal the plain evaluation for every platform, also with events',
    { timeout: 60_000 },
    async () => {
      const plain = randomTarget(APP, users).filter((candidate) => listMembershipLeaves(candidate).length === 0);
      const target = fc.oneof(
        plain,
        fc.record({ type: fc.constantFrom('and' as const, 'or' as const), of: fc.tuple(plain, fc.constant(DID)) }),
        plain.map((plainTarget): ResolvedTarget => ({ type: 'and', of: [plainTarget, { ...DID, did: false }] })),
      );
      let answered = 0;
      for (const [at, resolved] of fc.sample(target, { seed: 41, numRuns: TARGETS }).entries()) {
        const index = await room.get(IndexReaderService).find(APP);
        const members = new Map<number, number[]>();
        const take = (platform: number, _slice: number, uids: Uint32Array): void => {
          members.set(platform, [...(members.get(platform) ?? []), ...uids]);
        };
        if (!index || !(await room.get(IndexEvaluatorService).findMembers(APP, index, resolved, take))) {
          continue;
        }
        answered += 1;
        const meant = users.filter((user) => {
          const events = user.uid % 3 === 0 ? [{ eventId: 21, at: 0, attrs: {} }] : [];
          return matches(resolved, { ...user, events });
        });
        for (const platform of [0, IOS, ANDROID, CHROME]) {
          const expected = meant
            .filter(
              ({ installations }) =>
                platform === 0 || installations.some((installation) => installation.platform === platform),
            )
            .map(({ uid }) => uid);
          const uids = members.get(platform) ?? [];
          expect(new Set(uids), `seed 41, target ${at}: ${JSON.stringify(resolved)}`).toEqual(new Set(expected));
          expect(uids.length).toBe(expected.length);
        }
      }
      expect(answered).toBeGreaterThan(TARGETS / 3);
    },
  );
});
