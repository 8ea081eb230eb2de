import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutboxRepository } from '#platform/outbox';
import { holdTable } from '../../../../test/support/database/held-tables.js';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { insertUsers, randomUsers } from '../../../../test/support/rooms/random-audience.js';
import { IndexBuilderService } from '../maintenance/index-builder.service.js';
import { IndexFollowerService } from '../maintenance/index-follower.service.js';
import { IndexMaintenanceService } from '../maintenance/index-maintenance.service.js';
import { createBitmap } from '../model/bitmap.js';
import { writeDelta } from '../model/delta-content.js';
import { ASPECTS, SLICE_SIZE, sliceOf, TERMS } from '../model/terms.js';
import { IndexEvaluatorService } from '../query/index-evaluator.service.js';
import { DeltaRepository } from '../store/delta.repository.js';
import { GenerationRepository, type ServingGeneration } from '../store/generation.repository.js';
import { GroupRepository } from '../store/group.repository.js';
import { TermRepository } from '../store/term.repository.js';
import type { ResolvedTarget } from '../../targets/target.js';
import { IndexReaderService } from './index-reader.service.js';
import { OpenIndex } from './open-index.js';

const APP = 9;
const TAG = 77;
const TAGGED: ResolvedTarget = { type: 'tag', mode: 'any', tagIds: [TAG] };
/** Users in two groups of one slice each. */
const users = randomUsers(APP, 60, 5).map((user, i) => ({
  ...user,
  tagIds: [],
  uid: user.uid + (i % 2) * SLICE_SIZE,
}));
const ofGroup = (group: number): number[] => users.map(({ uid }) => uid).filter((uid) => sliceOf(uid) === group);

describe('OpenIndex', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase({ pool: 20 });
    room = await openAudienceRoom(database, { INDEX_WAIT_MS: '20000', INDEX_MOST_LAG_MS: '60000' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2000)', [
      APP,
    ]);
    await room.get(IndexBuilderService).begin(APP, 1);
    while (await room.get(IndexBuilderService).buildNext(APP)) {
      // Each iteration is one group.
    }
    await room.get(IndexMaintenanceService).followFeed(APP);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });
  beforeEach(async () =>
    tag(
      users.map(({ uid }) => uid),
      '{}',
    ),
  );

  /** Gives users these tags, and follows. */
  async function tag(uids: readonly number[], tags = `{${TAG}}`): Promise<void> {
    await database.db.tx(async (tx) => {
      await tx.affected(
        'UPDATE users.app_user SET tags = $3::integer[] WHERE app_id = $1 AND uid = ANY ($2::bigint[])',
        [APP, uids, tags],
      );
      await new OutboxRepository().add(tx, { appId: APP, kind: 'tag', uids: [...uids], keys: [TAG] });
    });
    for (const group of [0, 1]) {
      await room.get(IndexFollowerService).follow({ appId: APP, generation: 1, group });
    }
  }

  function open(state: ServingGeneration): OpenIndex {
    return new OpenIndex(state, room.get(IndexReaderService).cache, {
      db: database.db,
      generations: room.get(GenerationRepository),
      terms: room.get(TermRepository),
      deltas: room.get(DeltaRepository),
    });
  }

  async function readState(): Promise<ServingGeneration> {
    const state = await room.get(GenerationRepository).findServing(database.db, APP);
    expect(state).toBeDefined();
    return state as ServingGeneration;
  }

  it.each([
    { name: 'the first group', groups: [0] },
    { name: 'the second group', groups: [1] },
    { name: 'both groups', groups: [0, 1] },
  ])('OpenIndex joins a refresh and then looks again for what it lacks of $name', async ({ groups }) => {
    const [deltas, groupRows] = [room.get(DeltaRepository), room.get(GroupRepository)];
    const earlier = await readState();
    const index = open(earlier);
    // The refresh has its snapshot, and waits for the deltas, until after the commit of a writer.
    const writer = await holdTable(database.db, 'audience.index_delta', async (tx) => {
      for (const group of groups) {
        const key = { appId: APP, generation: 1, group };
        const locked = await groupRows.lock(tx, key);
        expect(locked).toBeDefined();
        const { seq, position, unindexed } = locked ?? { seq: 0, position: '', unindexed: [] };
        const [uid = 0] = ofGroup(group);
        const term = { aspect: ASPECTS.tag(TAG), term: TERMS.has, members: createBitmap([uid]) };
        const content = writeDelta(new Map([[term.aspect, [uid]]]), [term]);
        await deltas.insertDeltas(tx, key, seq + 1, [{ slice: group, content }]);
        await groupRows.advance(tx, key, { seq: seq + 1, position, isCurrent: true, unindexed });
      }
    });
    const holding = holdTable(database.db, 'audience.index_delta');
    await writer.awaitWaiting(1);
    const first = index.advanceTo(earlier);
    await writer.awaitWaiting(2);
    await writer.release();
    const holder = await holding;
    const asked = await readState();
    expect(asked.groups.map(({ seq }) => seq)).not.toEqual(earlier.groups.map(({ seq }) => seq));
    const second = index.advanceTo(asked).then(() => index.version);
    await holder.release();
    await first;
    expect(await second).toBe(`1/${asked.groups.map(({ seq }) => seq).join()}`);
    expect(await room.get(IndexEvaluatorService).count(APP, index, TAGGED)).toBe(groups.length);
    index.dispose();
  });

  it(
    'OpenIndex has every earlier commit for each of many launches among many writes',
    { timeout: 60_000 },
    async () => {
      const [reader, evaluator] = [room.get(IndexReaderService), room.get(IndexEvaluatorService)];
      let tagged = 0;
      const short: string[] = [];
      const launches: Promise<void>[] = [];
      for (const { uid } of users) {
        await tag([uid]);
        tagged += 1;
        const [least, at] = [tagged, uid];
        launches.push(
          reader.findCurrent(APP).then(async (index) => {
            const found = index && (await evaluator.count(APP, index, TAGGED));
            if (found === undefined || found < least) {
              short.push(`user ${at}: ${found} of ${least}`);
            }
          }),
        );
      }
      await Promise.all(launches);
      expect(short).toEqual([]);
    },
  );

  it('OpenIndex refuses a state of a generation that is gone', async () => {
    const state = await readState();
    const index = open({ ...state, generation: 99 });
    expect(await index.advanceTo({ ...state, generation: 99 })).toBe(false);
    index.dispose();
  });

  it('OpenIndex is refreshed twice for many launches that wait for a generation that is gone', async () => {
    const state = { ...(await readState()), generation: 99 };
    const index = open(state);
    const reading = vi.spyOn(room.get(GenerationRepository), 'findOne');
    expect(await Promise.all(Array.from({ length: 10 }, async () => index.advanceTo(state)))).toEqual(
      Array(10).fill(false),
    );
    expect(reading.mock.calls).toHaveLength(2);
    reading.mockRestore();
    index.dispose();
  });

  it('OpenIndex is not refreshed again after its generation was replaced', async () => {
    const state = await readState();
    const index = open(state);
    const reading = vi.spyOn(room.get(GenerationRepository), 'findOne');
    const table = await holdTable(database.db, 'audience.index_delta');
    const launches = [index.advanceTo(state), index.advanceTo(state), index.advanceTo(state)];
    await table.awaitWaiting(1);
    index.dispose();
    await table.release();
    expect(await Promise.all(launches)).toEqual([false, false, false]);
    expect(reading.mock.calls).toHaveLength(1);
    reading.mockRestore();
  });

  it.each([
    { name: 'before its first slice', from: 0 },
    { name: 'after its first slice', from: 1 },
  ])('An evaluation of an index that is disposed of $name leaves the answer to the rows', async ({ from }) => {
    const evaluator = room.get(IndexEvaluatorService);
    await tag([...ofGroup(0).slice(0, 2), ...ofGroup(1).slice(0, 3)]);
    const index = open(await readState());
    await index.advanceTo(await readState());
    if (from > 0) {
      await index.loadTerms(0, [{ aspect: ASPECTS.tag(TAG), term: TERMS.has }]);
    }
    const table = await holdTable(database.db, 'audience.index_term');
    const counting = evaluator.count(APP, index, TAGGED);
    await table.awaitWaiting(1);
    index.dispose();
    await table.release();
    expect(await counting).toBeUndefined();
  });

  it('A read of the index that a new generation overtakes gets the new generation', async () => {
    const [reader, builder] = [room.get(IndexReaderService), room.get(IndexBuilderService)];
    await reader.findCurrent(APP);
    await tag(ofGroup(0).slice(0, 1));
    await builder.begin(APP, 1);
    while (await builder.buildNext(APP)) {
      // Each iteration is one group.
    }
    for (const group of [0, 1]) {
      await room.get(IndexFollowerService).follow({ appId: APP, generation: 2, group });
    }
    const table = await holdTable(database.db, 'audience.index_delta');
    const earlier = reader.find(APP);
    await table.awaitWaiting(1);
    await room.get(GenerationRepository).promote({ appId: APP, generation: 2 });
    const later = reader.findCurrent(APP);
    await table.awaitWaiting(2);
    await table.release();
    const found = [await earlier, await later, await reader.find(APP)];
    expect(found.map((index) => index?.generation)).toEqual([2, 2, 2]);
  });
});
