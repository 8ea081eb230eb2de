import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BITMAP_MODULE, IndexMetricsService, IndexMaintenanceService } from '#libs/audience';
import { registerMetrics } from '#platform/health';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { openAudienceRoom, type AudienceRoom } from '../../test/support/rooms/audience-room.js';

let database: FreshDatabase;
let room: AudienceRoom;
let appId: number;
beforeAll(async () => {
  database = await freshDatabase();
  room = await openAudienceRoom(database, { INDEX_LEAST_USERS: '1', INDEX_CACHE_MB: '16' });
  appId = (await room.applying.apply({ app: 'shop' }, { dryRun: false })).app.id;
});
afterAll(async () => {
  await room.close();
  await database.close();
});

/** Values by series, read again. */
async function scrape(): Promise<Record<string, number>> {
  const registry = new Registry();
  const readings = room.get(IndexMetricsService);
  registerMetrics(registry, [...readings.indexMetrics(), ...readings.processMetrics()]);
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([series = '', value]) => [series, Number(value)]),
  );
}

const write = (extId: string) => room.registration.registerUsers(appId, [{ extId, profile: {} }]);

it('The index metrics report the state of the indexes and the caches of the process', async () => {
  const metric = (name: string): string => `herald_audience_index_${name}{app="shop"}`;
  expect(await scrape()).not.toHaveProperty([metric('lag_seconds')]);

  await write('u1');
  await room.counts.countUsers(appId);
  await room.get(IndexMaintenanceService).buildIndexes();
  await room.get(IndexMaintenanceService).followFeed(appId);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const current = await scrape();
  expect(current).toMatchObject({
    [metric('lag_seconds')]: 0,
    [metric('groups_behind')]: 0,
    [metric('deltas')]: 0,
    [metric('delta_bytes')]: 0,
    herald_audience_cache_most_bytes: 16 * 1024 * 1024,
    [`herald_audience_engine{module="${BITMAP_MODULE}"}`]: 1,
    'herald_audience_counts_total{engine="index"}': 0,
    'herald_audience_counts_total{engine="rows"}': 1,
  });
  expect(current).not.toHaveProperty([metric('check_age_seconds')]);

  await write('u2');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const behind = await scrape();
  expect(behind).toMatchObject({ [metric('groups_behind')]: 1 });
  expect(behind[metric('lag_seconds')]).toBeGreaterThan(1);

  await room.get(IndexMaintenanceService).followFeed(appId);
  await database.db.affected("UPDATE audience.index_generation SET checked_at = now() - interval '2 days'");
  await room.get(IndexMaintenanceService).verifyIndexes();
  await room.counts.countUsers(appId);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const checked = await scrape();
  expect(checked).toMatchObject({
    [metric('lag_seconds')]: 0,
    [metric('deltas')]: 1,
    [metric('check_differing_users')]: 0,
    'herald_audience_counts_total{engine="index"}': 1,
    herald_audience_answers_kept: 1,
  });
  expect(checked[metric('delta_bytes')]).toBeGreaterThan(0);
  expect(checked[metric('check_age_seconds')]).toBeGreaterThan(0);
  expect(checked['herald_audience_cache_bytes']).toBeGreaterThan(0);
});
