import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutboxRepository } from '#platform/outbox';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { insertUsers, randomUsers } from '../../../../test/support/rooms/random-audience.js';
import { GenerationRepository } from '../store/generation.repository.js';
import { GroupRepository } from '../store/group.repository.js';
import { IndexBuilderService } from './index-builder.service.js';
import { IndexVerifierService } from './index-verifier.service.js';
import { IndexEvaluatorService } from '../query/index-evaluator.service.js';
import { IndexFollowerService } from './index-follower.service.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import { IndexMaintenanceService } from './index-maintenance.service.js';
import { SLICE_SIZE } from '../model/terms.js';

const APP = 9;
/** Users in two groups of one slice each. */
const users = randomUsers(APP, 200, 5).map((user, i) => ({
  ...user,
  tagIds: [],
  uid: user.uid + (i % 2) * SLICE_SIZE,
}));
const [first, second] = [users[0]?.uid ?? 0, users[1]?.uid ?? 0];

describe('Index with several groups', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;

  const group = (number: number) => ({ appId: APP, generation: 1, group: number });
  const follow = (number: number) => room.get(IndexFollowerService).follow(group(number));

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_WAIT_MS: '100', INDEX_MOST_LAG_MS: '60000' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2000)', [
      APP,
    ]);
    await room.get(IndexBuilderService).begin(APP, 1);
    await room.get(IndexBuilderService).buildNext(APP);
    await room.get(IndexMaintenanceService).followFeed(APP);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  /** Gives users exactly this tag, or none, in one transaction. */
  async function tag(having: readonly number[], lacking: readonly number[] = []): Promise<Date> {
    await database.db.tx(async (tx) => {
      for (const [uids, tags] of [
        [having, '{77}'],
        [lacking, '{}'],
      ] as const) {
        await tx.affected(
          'UPDATE users.app_user SET tags = $3::integer[] WHERE app_id = $1 AND uid = ANY ($2::bigint[])',
          [APP, uids, tags],
        );
      }
      await new OutboxRepository().add(tx, { appId: APP, kind: 'tag', uids: [...having, ...lacking], keys: [77] });
    });
    return (await database.db.row<{ now: Date }>('SELECT now() AS now'))?.now ?? new Date(0);
  }

  /** Counts with an empty cache. */
  async function tagged(): Promise<{ count: number | undefined; asOf: Date | undefined }> {
    const reader = room.get(IndexReaderService);
    reader.onModuleDestroy();
    await new Promise((resolve) => setTimeout(resolve, 600));
    const index = await reader.find(APP);
    const count =
      index && (await room.get(IndexEvaluatorService).count(APP, index, { type: 'tag', mode: 'any', tagIds: [77] }));
    return { count, asOf: index?.asOf };
  }

  it('An index serves when all its groups are built and current', async () => {
    expect(await room.get(GenerationRepository).findServing(database.db, APP)).toBeUndefined();
    await room.get(IndexBuilderService).buildNext(APP);
    await room.get(IndexMaintenanceService).followFeed(APP);
    expect(await room.get(GenerationRepository).findServing(database.db, APP)).toMatchObject({
      isBehind: false,
      groups: [{ seq: 0 }, { seq: 0 }],
    });
  });

  it('An index answers as of its oldest group, and a send waits for that group', async () => {
    const written = await tag([first, second]);
    await follow(1);
    const ahead = await tagged();
    expect(ahead.count).toBe(1);
    expect(ahead.asOf?.getTime()).toBeLessThan(written.getTime());
    expect(await room.get(IndexReaderService).findCurrent(APP)).toBeUndefined();
    await follow(0);
    const both = await tagged();
    expect(both.count).toBe(2);
    expect(both.asOf?.getTime()).toBeGreaterThanOrEqual(written.getTime());
    expect(await room.get(IndexReaderService).findCurrent(APP)).toBeDefined();
  });

  it('An index applies a change to the users of both groups', async () => {
    await tag([first], [second]);
    await follow(0);
    await tag([second], [first]);
    await follow(1);
    await follow(0);
    expect((await tagged()).count).toBe(1);
    expect(await room.get(IndexVerifierService).verify(group(0))).toEqual([]);
  });

  it('Two processes can follow different groups of an index at the same time', async () => {
    await tag([first, second]);
    await database.db.tx(async (tx) => {
      expect(await room.get(GroupRepository).lock(tx, group(0))).toMatchObject({ group: 0 });
      await database.db.outsideTransaction(async () => {
        await follow(0);
        await follow(1);
      });
    });
    const behind = await room.get(GroupRepository).findBehind(APP);
    expect(behind.map((row) => row.group)).toEqual([0]);
    await follow(0);
  });

  it('An index creates a group for the first user beyond its last group and loses no user', async () => {
    const beyond = randomUsers(APP, 2, 6).map((user, i) => ({
      ...user,
      installations: [],
      extId: `new-${i}`,
      uid: user.uid + (2 + 2 * i) * SLICE_SIZE,
    }));
    await insertUsers(database.db, APP, beyond);
    const written = await tag([first, second, ...beyond.map(({ uid }) => uid)]);
    await database.db.tx((tx) =>
      new OutboxRepository().add(tx, { appId: APP, kind: 'user', uids: beyond.map(({ uid }) => uid), keys: [] }),
    );
    await follow(0);
    await follow(1);
    const behind = await room.get(GroupRepository).findBehind(APP);
    expect(behind.map((row) => row.group)).toEqual([2, 3, 4]);
    const founded = await tagged();
    expect(founded.count).toBe(2);
    expect(founded.asOf?.getTime()).toBeLessThan(written.getTime());
    await room.get(IndexMaintenanceService).followFeed(APP);
    expect((await tagged()).count).toBe(4);
    await database.db.affected('UPDATE users.uid_block SET next_n = 6000 WHERE app_id = $1', [APP]);
    expect(await room.get(IndexVerifierService).verify(group(0))).toEqual([]);
  });
});
