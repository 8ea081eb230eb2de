import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutboxRepository } from '#platform/outbox';
import { holdTable } from '../../../test/support/database/held-tables.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { insertUsers, randomUsers } from '../../../test/support/rooms/random-audience.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexBuilderService } from '../bitmap-index/maintenance/index-builder.service.js';
import { IndexMaintenanceService } from '../bitmap-index/maintenance/index-maintenance.service.js';
import { ASPECTS, SLICE_SIZE, TERMS } from '../bitmap-index/model/terms.js';
import { CountEngineService } from './count-engine.service.js';
import type { ResolvedTarget } from '../targets/target.js';

const APP = 9;
const TAG = 77;
const TAGGED: ResolvedTarget = { type: 'tag', mode: 'any', tagIds: [TAG] };
/** Users in three slices. */
const users = randomUsers(APP, 90, 5).map((user, i) => ({ ...user, tagIds: [], uid: user.uid + (i % 3) * SLICE_SIZE }));
const userOf = (slice: number): number => users[slice]?.uid ?? 0;

describe('A count over several slices', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  beforeAll(async () => {
    database = await freshDatabase({ pool: 20 });
    room = await openAudienceRoom(database, { INDEX_WAIT_MS: '20000', INDEX_MOST_LAG_MS: '60000' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2000)', [
      APP,
    ]);
    await room.get(IndexBuilderService).begin(APP, 3);
    while (await room.get(IndexBuilderService).buildNext(APP)) {
      // Each iteration is one group.
    }
    await room.get(IndexMaintenanceService).followFeed(APP);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await room.close();
    await database.close();
  });
  beforeEach(async () => {
    // An answer takes as long as a test says.
    vi.useFakeTimers({ toFake: ['performance'] });
    await give(
      users.map(({ uid }) => uid),
      [],
    );
  });

  /** Takes the tag of some users and gives it to others, in one transaction, and follows. */
  async function give(lacking: readonly number[], having: readonly number[]): Promise<void> {
    await database.db.tx(async (tx) => {
      for (const [uids, tags] of [
        [lacking, '{}'],
        [having, `{${TAG}}`],
      ] as const) {
        await tx.affected(
          'UPDATE users.app_user SET tags = $3::integer[] WHERE app_id = $1 AND uid = ANY ($2::bigint[])',
          [APP, uids, tags],
        );
      }
      await new OutboxRepository().add(tx, { appId: APP, kind: 'tag', uids: [...lacking, ...having], keys: [TAG] });
    });
    await room.get(IndexMaintenanceService).followFeed(APP);
  }

  /** Reads the first slice into memory, so that an evaluation waits for the terms of the others alone. */
  async function readFirstSlice(): Promise<void> {
    const reader = room.get(IndexReaderService);
    reader.onModuleDestroy();
    const index = await reader.findCurrent(APP);
    await index?.loadTerms(0, [
      { aspect: ASPECTS.tag(TAG), term: TERMS.has },
      ...[1, 2, 3, 4, 5, 6].map((platform) => ({
        aspect: ASPECTS.device,
        term: TERMS.column('platform', String(platform)),
      })),
    ]);
  }

  /** Answers until now, by engine. */
  async function readAnswered(): Promise<number[]> {
    const [answered] = room.get(CountEngineService).metrics;
    return (await answered?.read())?.map(({ value }) => value) ?? [];
  }

  const QUESTIONS: Record<string, () => Promise<number>> = {
    'a count of a target': async () => (await room.get(CountEngineService).count(APP, TAGGED)).counts,
    'an even draw': async () => (await room.get(CountEngineService).draw(APP, TAGGED, 100)).counts.length,
  };

  it.each(
    Object.keys(QUESTIONS).flatMap((question) =>
      [
        { from: 0, to: 1 },
        { from: 0, to: 2 },
        { from: 1, to: 0 },
        { from: 2, to: 0 },
      ].map((move) => ({ question, ...move })),
    ),
  )(
    'An answer to $question has a user who moves from slice $from to $to exactly once',
    async ({ question, from, to }) => {
      const ask = QUESTIONS[question] ?? (async () => -1);
      await give([], [userOf(from)]);
      await readFirstSlice();
      const table = await holdTable(database.db, 'audience.index_term');
      const asking = ask();
      await table.awaitWaiting(1);
      await give([userOf(from)], [userOf(to)]);
      await room.get(IndexReaderService).findCurrent(APP);
      await table.release();
      expect(await asking).toBe(1);
      expect(await ask()).toBe(1);
    },
  );

  it('A long count is not repeated when the index changes, and its answer is not kept', async () => {
    const count = async () => (await room.get(CountEngineService).count(APP, TAGGED)).counts;
    await give([], [userOf(0)]);
    await readFirstSlice();
    const table = await holdTable(database.db, 'audience.index_term');
    const asking = count();
    await table.awaitWaiting(1);
    await give([userOf(0)], [userOf(1)]);
    await room.get(IndexReaderService).findCurrent(APP);
    vi.advanceTimersByTime(150);
    await table.release();
    // The user was counted in the first slice, and in the second one after it moved there.
    expect(await asking).toBe(2);
    expect(await count()).toBe(1);
  });

  it('A count whose index is replaced is answered by the new index', async () => {
    await give([], [userOf(1)]);
    await readFirstSlice();
    const target: ResolvedTarget = {
      type: 'or',
      of: [TAGGED, { type: 'segment', mode: 'any', segments: [{ segmentId: 1, version: 1 }] }],
    };
    const [byIndex = 0, byRows] = await readAnswered();
    const table = await holdTable(database.db, 'audience.segment_slice');
    const asking = room.get(CountEngineService).count(APP, target);
    await table.awaitWaiting(1);
    await room.get(IndexBuilderService).begin(APP, 3);
    while (await room.get(IndexBuilderService).buildNext(APP)) {
      // Each iteration is one group.
    }
    await room.get(IndexMaintenanceService).followFeed(APP);
    await room.get(IndexReaderService).findCurrent(APP);
    vi.advanceTimersByTime(150);
    await table.release();
    expect((await asking).counts).toBe(1);
    expect(await readAnswered()).toEqual([byIndex + 1, byRows]);
  });
});
