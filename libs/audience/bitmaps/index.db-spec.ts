import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database.js';
import { insertUsers, randomTarget, randomUsers } from '../../../test/support/random-audience.js';
import { MemberCollector } from '../segments/member-slices.js';
import { SliceRepository } from '../segments/slice.repository.js';
import { matches } from '../target.js';
import { IndexEvaluator } from './index-evaluator.service.js';
import { IndexReader } from './index-reader.service.js';
import { IndexUpkeep } from './index-upkeep.service.js';
import { SLICE } from './terms.js';

const APP = 7;
const USERS = 2000;
const TARGETS = 400;

/** The same users as elsewhere, on three slices. */
const users = randomUsers(APP, USERS, 11).map((user, i) => ({ ...user, uid: user.uid + (i % 3) * SLICE }));
const target = randomTarget(APP, users);

describe('the bitmap index', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: '1000' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2060)', [
      APP,
    ]);
    await database.db.affected('ANALYZE');
    const slices = room.get(SliceRepository);
    for (const segmentId of [1, 2, 3, 4, 5]) {
      const collector = new MemberCollector();
      collector.add(
        0,
        users.filter(({ segmentIds }) => segmentIds.includes(segmentId)).map(({ uid }) => uid),
      );
      await database.db.tx((tx) => slices.replace(tx, APP, segmentId, 1, collector.slices()));
      collector.dispose();
    }
    await room.get(IndexUpkeep).build();
    await room.get(IndexUpkeep).follow();
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it(`counts as the plain evaluation does, by ${TARGETS} targets`, { timeout: 60_000 }, async () => {
    const [reader, evaluator] = [room.get(IndexReader), room.get(IndexEvaluator)];
    const found: (number | undefined)[] = [];
    for (const [at, wanted] of fc.sample(target, { seed: 21, numRuns: TARGETS }).entries()) {
      const index = await reader.find(APP);
      const count = index && (await evaluator.count(APP, index, wanted));
      const expected = users.filter((user) => matches(wanted, user)).length;
      found.push(count);
      expect(count ?? expected, `seed 21, target ${at}: ${JSON.stringify(wanted)}`).toBe(expected);
    }
    // What the index leaves to SQL are targets that have nothing to do with it.
    expect(found.filter((count) => count !== undefined && count > 0 && count < USERS).length).toBeGreaterThan(
      TARGETS / 3,
    );
  });
});
