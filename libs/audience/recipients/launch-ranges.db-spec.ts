import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudienceRoom, type AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { IndexMaintenanceService } from '../bitmap-index/maintenance/index-maintenance.service.js';
import { ALL_BUCKETS } from '../sql-engine/ranges.js';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { UserSelectionService } from './user-selection.service.js';

const IOS = 1;
const REACH = { kind: 'push', platforms: [IOS] } as const;
/** Uid blocks of an application with three million users. */
const TAKEN = 3000;

describe('Ranges of a launch', () => {
  let database: FreshDatabase;
  let room: AudienceRoom;
  let appId: number;

  beforeAll(async () => {
    database = await freshDatabase();
    room = await openAudienceRoom(database, { INDEX_LEAST_USERS: '10', INDEX_WAIT_MS: '2000' });
    const attributes = [{ code: 'plan', dataType: 'STRING' }];
    appId = (await room.applying.apply({ app: 'ranges', attributes }, { dryRun: false })).app.id;
    await room.registration.registerUsers(
      appId,
      Array.from({ length: 300 }, (_, n) => ({
        extId: `u${n}`,
        platform: 'IOS',
        deviceToken: `token-${n}`,
        profile: { plan: n % 10 === 0 ? 'gold' : 'none' },
      })),
    );
    await database.db.affected('UPDATE users.uid_block SET next_n = next_n + $2 WHERE app_id = $1', [appId, TAKEN]);
  });
  afterAll(async () => {
    await room.close();
    await database.close();
  });

  const resolved = async (raw: object) => room.audience.resolve(appId, parseTarget(raw, 'bulk'));
  const rangesFor = async (raw: object) => {
    const groups = await room.audience.findRecipients(appId, await resolved(raw), { ...REACH, ...ALL_BUCKETS });
    return { ids: groups.flatMap(({ ids }) => ids), buckets: groups.map(({ vb }) => vb) };
  };
  let byRows: Awaited<ReturnType<typeof rangesFor>>;

  it('A launch without an index reads the ranges of all users', async () => {
    const everybody = await room.audience.listRanges(appId);
    expect(everybody.length).toBeGreaterThan(3);
    expect(await room.audience.listRangesFor(appId, await resolved({ profile: { plan: 'gold' } }))).toEqual(everybody);
  });

  it('A single range without an index finds all recipients in the order of buckets', async () => {
    byRows = await rangesFor({ profile: { plan: 'gold' } });
    expect(byRows.ids).toHaveLength(30);
    expect(byRows.buckets).toEqual(byRows.buckets.toSorted((a, b) => a - b));
  });

  it('A launch with an index has fewer ranges and the same recipients', async () => {
    await room.get(IndexMaintenanceService).buildIndexes();
    await room.get(IndexMaintenanceService).followFeed(appId);
    const gold = await resolved({ profile: { plan: 'gold' } });
    // The earlier state without an index stays valid for half a second.
    await expect.poll(() => room.audience.listRangesFor(appId, gold)).toEqual([ALL_BUCKETS]);
    expect(await rangesFor({ profile: { plan: 'gold' } })).toEqual(byRows);
    expect((await room.audience.listRangesFor(appId, await resolved({ sendToAll: true }))).length).toBeGreaterThan(3);
  });

  it('A reader that stopped after any user goes on with the next one, whatever the ranges are by then', async () => {
    const read = async (after: number | null): Promise<number[]> => {
      const parts: number[][] = [];
      const target = parseTarget({ profile: { plan: 'gold' } }, 'bulk');
      for await (const part of room.get(UserSelectionService).readAfter(appId, target, after)) {
        parts.push(part);
      }
      expect(parts.length).toBeGreaterThan(0);
      return parts.flat();
    };
    const all = await read(null);
    expect(all).toHaveLength(30);
    await database.db.affected('UPDATE users.uid_block SET next_n = next_n + $2 WHERE app_id = $1', [appId, TAKEN]);
    for (const index of [0, 7, 28, 29]) {
      expect(await read(all[index] ?? 0)).toEqual(all.slice(index + 1));
    }
  });
});
