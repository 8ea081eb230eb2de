import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../../../test/support/rooms/audience-room.js';
import { Dice } from '../../../../test/support/rooms/dice.js';
import { insertUsers, randomUsers } from '../../../../test/support/rooms/random-audience.js';
import { IndexReaderService } from '../cache/index-reader.service.js';
import { SLICE_SIZE } from '../model/terms.js';
import { IndexEvaluatorService } from '../query/index-evaluator.service.js';
import { IndexBuilderService } from './index-builder.service.js';
import { IndexFollowerService } from './index-follower.service.js';
import { IndexMaintenanceService } from './index-maintenance.service.js';
import { IndexVerifierService } from './index-verifier.service.js';

const APP = 9;
const TAG = 77;
const USERS = 240;
const GROUPS = [0, 1] as const;
/** Users in two groups of one slice each. */
const users = randomUsers(APP, USERS, 5).map((user, i) => ({
  ...user,
  tagIds: [],
  uid: user.uid + (i % 2) * SLICE_SIZE,
}));

/** A process as the database sees it: connections of its own, and services over them. */
interface Process {
  db: Database;
  room: AudienceRoom;
  follow: (group: number) => Promise<void>;
}

describe('Handover of a group of slices between processes', () => {
  let database: FreshDatabase;
  let reader: AudienceRoom;
  let processes: Process[];

  async function start(): Promise<Process> {
    // With one connection it is known which backend the process has.
    const db = await openDatabase(database.url, 1, createLogger('test', 'silent'));
    const room = await openAudienceRoom({ url: database.url, db });
    const follower = room.get(IndexFollowerService);
    return { db, room, follow: (group) => follower.follow({ appId: APP, generation: 1, group }, 5) };
  }

  beforeAll(async () => {
    database = await freshDatabase();
    reader = await openAudienceRoom(database, { INDEX_MOST_LAG_MS: '60000' });
    await insertUsers(database.db, APP, users);
    await database.db.affected('INSERT INTO users.uid_block (vb, app_id, series, next_n) VALUES (0, $1, 1, 2000)', [
      APP,
    ]);
    await reader.get(IndexBuilderService).begin(APP, 1);
    while (await reader.get(IndexBuilderService).buildNext(APP)) {
      // Each iteration is one group.
    }
    await reader.get(IndexMaintenanceService).followFeed(APP);
    processes = [await start(), await start()];
  });
  afterAll(async () => {
    for (const { db, room } of processes) {
      await room.close();
      await db.close();
    }
    await reader.close();
    await database.close();
  });

  /** Tags a user of each group in one transaction. @returns when it was committed */
  async function tagTwo(turn: number): Promise<Date> {
    const uids = users.slice(2 * turn, 2 * turn + 2).map(({ uid }) => uid);
    await database.db.tx(async (tx) => {
      await tx.affected(
        `UPDATE users.app_user SET tags = ARRAY[$3::integer] WHERE app_id = $1 AND uid = ANY ($2::bigint[])`,
        [APP, uids, TAG],
      );
      await new OutboxRepository().add(tx, { appId: APP, kind: 'tag', uids, keys: [TAG] });
    });
    return (await database.db.row<{ now: Date }>('SELECT clock_timestamp() AS now'))?.now ?? new Date(0);
  }

  /** Reads in the process of its own. @returns the answer, and its time */
  async function count(): Promise<{ users: number; asOf: Date }> {
    const index = await reader.get(IndexReaderService).find(APP);
    if (!index) {
      throw new Error('The index does not serve');
    }
    const { asOf } = index;
    const target = { type: 'tag' as const, mode: 'any' as const, tagIds: [TAG] };
    return { users: (await reader.get(IndexEvaluatorService).count(APP, index, target)) ?? -1, asOf };
  }

  /** Ends the connection of a process as `kill -9` of it does: what it had not committed is gone. */
  async function kill({ db }: Process, work: Promise<void>, afterMs: number, pid: number): Promise<void> {
    const ended = work.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await database.db.row('SELECT pg_terminate_backend($1::integer)', [pid]);
    await ended;
    await db.ping().catch(() => undefined);
  }

  it('A group of slices loses no change and counts none twice while processes are killed during writes', async () => {
    const dice = new Dice(11);
    const commits: Date[] = [];
    const state = { isWriting: true };
    let counted = 0;
    const writing = (async () => {
      for (let turn = 0; turn < USERS / 2; turn++) {
        commits.push(await tagTwo(turn));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      state.isWriting = false;
    })();
    const reading = (async () => {
      while (state.isWriting) {
        const { users: actual, asOf } = await count();
        // Each commit adds a user to either group; what was committed before the answer's time is in it. A commit of the
        // same millisecond may be later: both times are cut to milliseconds.
        expect(actual).toBeGreaterThanOrEqual(2 * commits.filter((at) => at < asOf).length);
        expect(actual).toBeLessThanOrEqual(2 * (commits.length + 1));
        counted += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    let kills = 0;
    while (state.isWriting) {
      // The owners change places; one of them dies at any moment of its transactions.
      const [dying, other] = dice.isOneIn(2) ? processes : processes.toReversed();
      if (!dying || !other) {
        throw new Error('Two processes are needed');
      }
      const pid = (await dying.db.row<{ pid: number }>('SELECT pg_backend_pid() AS pid'))?.pid ?? 0;
      const [first, second] = dice.isOneIn(2) ? GROUPS : GROUPS.toReversed();
      await Promise.all([kill(dying, dying.follow(first ?? 0), dice.below(12), pid), other.follow(second ?? 1)]);
      kills += 1;
      await other.follow(first ?? 0);
    }
    await Promise.all([writing, reading]);
    for (const group of GROUPS) {
      await processes[1]?.follow(group);
    }
    const index = await reader.get(IndexReaderService).findCurrent(APP);
    expect(index).toBeDefined();
    expect((await count()).users).toBe(USERS);
    expect(await reader.get(IndexVerifierService).verify({ appId: APP, generation: 1 })).toEqual([]);
    expect(kills).toBeGreaterThan(3);
    expect(counted).toBeGreaterThan(10);
  }, 120_000);
});
