import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutboxRepository } from '#platform/outbox';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import {
  insertUsers,
  randomTarget,
  randomUsers,
  type RandomInstallation,
} from '../../../test/support/rooms/random-audience.js';
import { MemberCollector } from '../segments/member-slices.js';
import { SliceRepository } from '../segments/slice.repository.js';
import { AudienceRepository } from '../audience.repository.js';
import { SegmentMembers } from '../segments/segment-members.js';
import { matches, type ResolvedTarget } from '../target.js';
import { IndexChecker } from './index-checker.service.js';
import { GroupRepository } from './group.repository.js';
import { IndexEvaluator } from './index-evaluator.service.js';
import { IndexMerger } from './index-merger.service.js';
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
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: '1000', INDEX_WAIT_MS: '100' });
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

  it('counts who is in a segment now, also when its members change in place, or one of them is gone', async () => {
    const [reader, evaluator, slices] = [room.get(IndexReader), room.get(IndexEvaluator), room.get(SliceRepository)];
    const [one = 0, other = 0] = users.filter(({ uid }) => uid < SLICE).map(({ uid }) => uid);
    const gone = users.reduce((most, { uid }) => Math.max(most, uid % SLICE), 0) + 1;
    const count = async (mode: 'any' | 'all' | 'none'): Promise<number | undefined> => {
      const index = await reader.find(APP);
      const segments = [{ segmentId: 99, version: 1 }];
      return index && evaluator.count(APP, index, { type: 'segment', mode, segments });
    };
    const collector = new MemberCollector();
    collector.add(0, [one, other, gone]);
    await database.db.tx((tx) => slices.replace(tx, APP, 99, 1, collector.slices()));
    expect([await count('any'), await count('any'), await count('none')]).toEqual([2, 2, USERS - 2]);
    collector.clear();
    collector.add(0, [one]);
    const [left] = collector.slices();
    await database.db.affected(
      `UPDATE audience.segment_slice SET members = $1, n = 1, revision = revision + 1
       WHERE app_id = $2 AND segment_id = 99 AND slice = $3`,
      [left?.members, APP, left?.slice],
    );
    expect([await count('any'), await count('all'), await count('none')]).toEqual([1, 1, USERS - 1]);
    collector.dispose();
  });

  const push = { kind: 'push' as const, platforms: [1, 2, 4], vbFrom: 0, vbTo: 700 };

  it('finds the recipients that the rows tell, bucket by bucket', { timeout: 60_000 }, async () => {
    const [reader, evaluator] = [room.get(IndexReader), room.get(IndexEvaluator)];
    const [rows, members] = [room.get(AudienceRepository), room.get(SegmentMembers)];
    let byIndex = 0;
    for (const [at, wanted] of fc.sample(target, { seed: 22, numRuns: 150 }).entries()) {
      const index = await reader.findCurrent(APP);
      byIndex += index && (await evaluator.find(index, wanted, push)) ? 1 : 0;
      const where = `seed 22, target ${at}: ${JSON.stringify(wanted)}`;
      const known = await members.read(APP, wanted, push);
      expect(await room.audience.recipients(APP, wanted, push), where).toEqual(
        await rows.findInstallations(APP, wanted, push, known),
      );
      const mail = { ...push, kind: 'email' as const };
      expect(await room.audience.recipients(APP, wanted, mail), where).toEqual(
        await rows.findUsers(APP, wanted, mail, known),
      );
    }
    expect(byIndex).toBeGreaterThan(30);
  });

  it('leaves a send to the rows while it lacks what was committed, and finds it afterwards', async () => {
    const wanted: ResolvedTarget = { type: 'tag', mode: 'any', tagIds: [77] };
    const { uid } = users.find(({ installations }) => installations.some(isReachable)) ?? { uid: 0 };
    await database.db.tx(async (tx) => {
      await tx.affected(
        'UPDATE users.app_user SET tags = tags || 77 WHERE vb = $1 % 1024 AND app_id = $2 AND uid = $1',
        [uid, APP],
      );
      await new OutboxRepository().add(tx, { appId: APP, kind: 'tag', uids: [uid], keys: [77] });
    });
    const everywhere = { ...push, vbTo: 1024 };
    expect(await room.get(IndexReader).findCurrent(APP)).toBeUndefined();
    const found = await room.audience.recipients(APP, wanted, everywhere);
    expect(found.length).toBeGreaterThan(0);
    await room.get(IndexUpkeep).follow(APP);
    const index = await room.get(IndexReader).findCurrent(APP);
    expect(index && (await room.get(IndexEvaluator).find(index, wanted, everywhere))).toEqual([uid]);
    expect(await room.audience.recipients(APP, wanted, everywhere)).toEqual(found);
  });

  it('forgets values that nobody has any more with the next merge', async () => {
    const uid = users[0]?.uid ?? 0;
    const write = async (attrs: string): Promise<void> => {
      await database.db.tx(async (tx) => {
        await tx.affected(
          'UPDATE users.app_user SET attrs = $3::jsonb WHERE vb = $1 % 1024 AND app_id = $2 AND uid = $1',
          [uid, APP, attrs],
        );
        await new OutboxRepository().add(tx, { appId: APP, kind: 'attribute', uids: [uid], keys: [2000] });
      });
      await room.get(IndexUpkeep).follow(APP);
      for (const of of await room.get(GroupRepository).findComplete(APP)) {
        await room.get(IndexMerger).merge(of, () => true);
      }
    };
    const traces = () =>
      database.db.row(
        `SELECT (SELECT count(*) FROM audience.index_term AS t WHERE t.term = '="Mustermann"') AS terms,
                (SELECT count(*) FROM audience.index_delta) AS deltas`,
      );
    const { attrs } = users[0] ?? {};
    await write(JSON.stringify({ ...attrs, 2000: 'Mustermann' }));
    expect(await traces()).toEqual({ terms: 1, deltas: 0 });
    await write(JSON.stringify(attrs));
    expect(await traces()).toEqual({ terms: 0, deltas: 0 });
  });

  it('repairs what differs from the rows, and notes it', async () => {
    const of = { appId: APP, generation: 1 };
    expect(await room.get(IndexChecker).check(of)).toEqual([]);
    await database.db.affected(
      "DELETE FROM audience.index_term WHERE aspect = 'user' AND term = 'email' AND slice = 1",
    );
    const lost = users.filter(({ uid, email }) => Math.floor(uid / SLICE) === 1 && email !== null);
    expect(await room.get(IndexChecker).check(of)).toEqual(lost.map(({ uid }) => uid).toSorted((a, b) => a - b));
    await room.get(IndexUpkeep).follow(APP);
    expect(await room.get(IndexChecker).check(of)).toEqual([]);
    const notes = await database.db.rows('SELECT c.differing FROM audience.index_check AS c ORDER BY c.check_id');
    expect(notes).toEqual([{ differing: 0 }, { differing: lost.length }, { differing: 0 }]);
  });
});

function isReachable({ platform, token, retired, permitted }: RandomInstallation): boolean {
  return [1, 2, 4].includes(platform) && token !== null && !retired && permitted;
}
