import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutboxRepository } from '#platform/outbox';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import {
  insertUsers,
  randomTarget,
  randomUsers,
  type RandomInstallation,
} from '../../../../test/support/rooms/random-audience.js';
import { MemberCollector } from '../../segment-store/member-slices.js';
import { SegmentSliceRepository } from '../../segment-store/segment-slice.repository.js';
import { AudienceRepository } from '../../sql-engine/audience.repository.js';
import { LeafMembersService } from '../../segment-store/leaf-members.service.js';
import { matches, type ResolvedTarget } from '../../targets/target.js';
import { IndexVerifierService } from './index-verifier.service.js';
import { GroupRepository } from '../store/group.repository.js';
import { IndexEvaluatorService } from '../query/index-evaluator.service.js';
import { IndexMergerService } from './index-merger.service.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import { IndexMaintenanceService } from './index-maintenance.service.js';
import { SLICE_SIZE } from '../model/terms.js';

const APP = 7;
const USERS = 2000;
const TARGETS = 400;

/** The users of the other specs, spread over three slices. */
const users = randomUsers(APP, USERS, 11).map((user, i) => ({ ...user, uid: user.uid + (i % 3) * SLICE_SIZE }));
const target = randomTarget(APP, users);

describe('Bitmap index', () => {
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
    const slices = room.get(SegmentSliceRepository);
    for (const segmentId of [1, 2, 3, 4, 5]) {
      const collector = new MemberCollector();
      collector.add(
        0,
        users.filter(({ segmentIds }) => segmentIds.includes(segmentId)).map(({ uid }) => uid),
      );
      await database.db.tx((tx) => slices.replaceVersion(tx, APP, segmentId, 1, collector.slices()));
      collector.dispose();
    }
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed();
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  it(`The bitmap index counts ${TARGETS} targets like the plain evaluation`, { timeout: 60_000 }, async () => {
    const [reader, evaluator] = [room.get(IndexReaderService), room.get(IndexEvaluatorService)];
    const counts: (number | undefined)[] = [];
    for (const [at, resolved] of fc.sample(target, { seed: 21, numRuns: TARGETS }).entries()) {
      const index = await reader.find(APP);
      const count = index && (await evaluator.count(APP, index, resolved));
      const expected = users.filter((user) => matches(resolved, user)).length;
      counts.push(count);
      expect(count ?? expected, `seed 21, target ${at}: ${JSON.stringify(resolved)}`).toBe(expected);
    }
    // The index leaves to SQL only targets without indexed leaves.
    expect(counts.filter((count) => count !== undefined && count > 0 && count < USERS).length).toBeGreaterThan(
      TARGETS / 3,
    );
  });

  it('The bitmap index counts the current members of a segment after an update in place and a deletion', async () => {
    const [reader, evaluator, slices] = [
      room.get(IndexReaderService),
      room.get(IndexEvaluatorService),
      room.get(SegmentSliceRepository),
    ];
    const [firstUid = 0, secondUid = 0] = users.filter(({ uid }) => uid < SLICE_SIZE).map(({ uid }) => uid);
    const gone = users.reduce((highest, { uid }) => Math.max(highest, uid % SLICE_SIZE), 0) + 1;
    const count = async (mode: 'any' | 'all' | 'none'): Promise<number | undefined> => {
      const index = await reader.find(APP);
      const segments = [{ segmentId: 99, version: 1 }];
      return index && evaluator.count(APP, index, { type: 'segment', mode, segments });
    };
    const collector = new MemberCollector();
    collector.add(0, [firstUid, secondUid, gone]);
    await database.db.tx((tx) => slices.replaceVersion(tx, APP, 99, 1, collector.slices()));
    expect([await count('any'), await count('any'), await count('none')]).toEqual([2, 2, USERS - 2]);
    collector.clear();
    collector.add(0, [firstUid]);
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

  it('The bitmap index finds the same recipients as the rows, bucket by bucket', { timeout: 60_000 }, async () => {
    const evaluator = room.get(IndexEvaluatorService);
    const [rows, members] = [room.get(AudienceRepository), room.get(LeafMembersService)];
    let byIndex = 0;
    for (const [at, resolved] of fc.sample(target, { seed: 22, numRuns: 150 }).entries()) {
      byIndex += (await evaluator.findUids(APP, resolved, push)) ? 1 : 0;
      const where = `seed 22, target ${at}: ${JSON.stringify(resolved)}`;
      const leafMembers = await members.readMembers(APP, resolved, push);
      expect(await room.audience.findRecipients(APP, resolved, push), where).toEqual(
        await rows.findInstallations(APP, resolved, push, leafMembers),
      );
      const mail = { ...push, kind: 'email' as const };
      expect(await room.audience.findRecipients(APP, resolved, mail), where).toEqual(
        await rows.findUsers(APP, resolved, mail, leafMembers),
      );
    }
    expect(byIndex).toBeGreaterThan(30);
  });

  it('The bitmap index answers a send only after it has all earlier commits', async () => {
    const resolved: ResolvedTarget = { type: 'tag', mode: 'any', tagIds: [77] };
    const { uid } = users.find(({ installations }) => installations.some(isReachable)) ?? { uid: 0 };
    await database.db.tx(async (tx) => {
      await tx.affected(
        'UPDATE users.app_user SET tags = tags || 77 WHERE vb = $1 % 1024 AND app_id = $2 AND uid = $1',
        [uid, APP],
      );
      await new OutboxRepository().add(tx, { appId: APP, kind: 'tag', uids: [uid], keys: [77] });
    });
    const everywhere = { ...push, vbTo: 1024 };
    expect(await room.get(IndexReaderService).findCurrent(APP)).toBeUndefined();
    const groups = await room.audience.findRecipients(APP, resolved, everywhere);
    expect(groups.length).toBeGreaterThan(0);
    await room.get(IndexMaintenanceService).followFeed(APP);
    expect(await room.get(IndexEvaluatorService).findUids(APP, resolved, everywhere)).toEqual([uid]);
    expect(await room.audience.findRecipients(APP, resolved, everywhere)).toEqual(groups);
  });

  it('The next merge of the bitmap index deletes values without users', async () => {
    const uid = users[0]?.uid ?? 0;
    const write = async (attrs: string): Promise<void> => {
      await database.db.tx(async (tx) => {
        await tx.affected(
          'UPDATE users.app_user SET attrs = $3::jsonb WHERE vb = $1 % 1024 AND app_id = $2 AND uid = $1',
          [uid, APP, attrs],
        );
        await new OutboxRepository().add(tx, { appId: APP, kind: 'attribute', uids: [uid], keys: [2000] });
      });
      await room.get(IndexMaintenanceService).followFeed(APP);
      for (const group of await room.get(GroupRepository).findComplete(APP)) {
        await room.get(IndexMergerService).merge(group, () => true);
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

  it('The bitmap index repairs and records its differences from the rows', async () => {
    const key = { appId: APP, generation: 1 };
    expect(await room.get(IndexVerifierService).verify(key)).toEqual([]);
    await database.db.affected(
      "DELETE FROM audience.index_term WHERE aspect = 'user' AND term = 'email' AND slice = 1",
    );
    const lost = users.filter(({ uid, email }) => Math.floor(uid / SLICE_SIZE) === 1 && email !== null);
    expect(await room.get(IndexVerifierService).verify(key)).toEqual(
      lost.map(({ uid }) => uid).toSorted((a, b) => a - b),
    );
    await room.get(IndexMaintenanceService).followFeed(APP);
    expect(await room.get(IndexVerifierService).verify(key)).toEqual([]);
    const notes = await database.db.rows('SELECT c.differing FROM audience.index_check AS c ORDER BY c.check_id');
    expect(notes).toEqual([{ differing: 0 }, { differing: lost.length }, { differing: 0 }]);
  });
});

function isReachable({ platform, token, retired, permitted }: RandomInstallation): boolean {
  return [1, 2, 4].includes(platform) && token !== null && !retired && permitted;
}
