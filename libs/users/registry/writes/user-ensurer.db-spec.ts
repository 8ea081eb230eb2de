import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { openEventsRoom, type EventsRoom } from '../../../../test/support/rooms/events-room.js';

let fresh: FreshDatabase;
let room: EventsRoom;
let appId: number;
let apps = 0;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 20 });
  room = await openEventsRoom(fresh);
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `shop-${(apps += 1)}` }, { dryRun: false })).app.id;
});

const ensureUids = (...extIds: string[]): Promise<Map<string, number>> =>
  room.ensurer.withUsers(appId, extIds, async (_tx, uids) => new Map(uids));

async function countUsersAndChanges(): Promise<{ users: number; changes: number }> {
  const row = await fresh.db.row<{ users: number; changes: number }>(
    `SELECT (SELECT count(*) FROM users.app_user AS u WHERE u.app_id = $1) AS users,
            (SELECT count(*) FROM platform.outbox AS o WHERE o.app_id = $1 AND o.kind = 'user') AS changes`,
    [appId],
  );
  return row ?? { users: 0, changes: 0 };
}

describe('withUsers', () => {
  it('withUsers creates missing users and gives each one uid', async () => {
    const first = await ensureUids('a', 'b', 'a');
    const second = await ensureUids('b', 'c');
    expect([...first.keys()].toSorted()).toEqual(['a', 'b']);
    expect(second.get('b')).toBe(first.get('b'));
    await ensureUids('a', 'b', 'c');
    expect(await countUsersAndChanges()).toEqual({ users: 3, changes: 2 });
  });

  it('withUsers creates no users when the write fails', async () => {
    const failing = room.ensurer.withUsers(appId, ['a'], () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await countUsersAndChanges()).toEqual({ users: 0, changes: 0 });
  });

  it('withUsers gives each user one uid in concurrent writes', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => ensureUids('a', 'b', 'c')));
    expect(new Set(all.map((uids) => JSON.stringify([...uids].toSorted())))).toHaveProperty('size', 1);
    expect(await countUsersAndChanges()).toMatchObject({ users: 3 });
  });

  it.each([
    [[], 2020],
    [[''], 2020],
    [['a\0'], 2004],
    [Array.from({ length: 1001 }, (_, n) => `u${n}`), 2004],
  ])('withUsers refuses invalid extIds (case %#)', async (extIds, code) => {
    await expect(ensureUids(...extIds)).rejects.toMatchObject({ code });
  });
});
