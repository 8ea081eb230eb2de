import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { insertUsers, randomUsers } from '../../../../test/support/rooms/random-audience.js';
import { matches, type ResolvedTarget } from '../../targets/target.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import { IndexEvaluatorService } from '../query/index-evaluator.service.js';
import { IndexMaintenanceService } from './index-maintenance.service.js';
import { IndexVerifierService } from './index-verifier.service.js';

const APP = 7;
const users = randomUsers(APP, 1500, 12);
const NEAR: ResolvedTarget = { type: 'location', latitude: 41, longitude: 29, radius: 10 };
const NEAR_WITHOUT_TAG: ResolvedTarget = { type: 'and', of: [NEAR, { type: 'tag', mode: 'none', tagIds: [1] }] };
const expected = (target: ResolvedTarget): number => users.filter((user) => matches(target, user)).length;

/** Changes a group as the release before does: it knows nothing of places, or has them on another grid. */
const OLD_WRITES = {
  'a change': 'UPDATE audience.index_group AS g SET seq = g.seq + 1 WHERE g.app_id = $1',
  'a built slice': 'UPDATE audience.index_group AS g SET next_slice = g.next_slice + 1 WHERE g.app_id = $1',
};

describe('Index written by a release without places', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: '1000' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2060)', [
      APP,
    ]);
    await keep();
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  async function keep(): Promise<void> {
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
  }

  async function count(target: ResolvedTarget): Promise<number | undefined> {
    const index = await room.get(IndexReaderService).findCurrent(APP);
    expect(index).toBeDefined();
    return index && room.get(IndexEvaluatorService).count(APP, index, target);
  }

  it.each(Object.entries(OLD_WRITES))(
    'An index answers places from the rows after %s of an older release until it is built again',
    async (_, write) => {
      expect(expected(NEAR)).toBeGreaterThan(10);
      expect(await count(NEAR)).toBe(expected(NEAR));
      await database.db.affected(write, [APP]);
      expect(await count(NEAR)).toBeUndefined();
      expect(await count(NEAR_WITHOUT_TAG)).toBe(expected(NEAR_WITHOUT_TAG));
      const written = await serving();
      expect(await room.get(IndexVerifierService).verify({ appId: APP, generation: written })).toEqual([]);
      await keep();
      expect(await serving()).toBeGreaterThan(written);
      expect(await count(NEAR)).toBe(expected(NEAR));
    },
  );

  async function serving(): Promise<number> {
    const row = await database.db.row<{ generation: number }>(
      `SELECT max(g.generation) AS generation FROM audience.index_generation AS g
       WHERE g.app_id = $1 AND g.state = 'serving'`,
      [APP],
    );
    return row?.generation ?? 0;
  }
});
