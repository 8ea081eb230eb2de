import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SendRetentionService } from '#libs/delivery';
import { NotificationRetentionService } from '#libs/notifications/approvals';
import { EngagementService } from '#libs/reporting';
import { ApplyService } from '#libs/tenancy';
import { ensurePartitions } from '#platform/partitions';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { Dice } from '../../support/rooms/dice.js';
import { storeRandomSends } from '../../support/retention/random-sends.js';

const DAY_MS = 24 * 3_600_000;
const TABLES = ['dispatch', 'chunk', 'in_doubt', 'click_stat', 'sample', 'token_strike', 'counted_send'];
const KEYS = 60;

let gateway: TestGateway;
let retention: SendRetentionService;
/** Midnight eight days ago: five days from then on are past the retention of two days. */
const from = new Date(Math.floor(Date.now() / DAY_MS - 8) * DAY_MS);
beforeAll(async () => {
  gateway = await startGateway(undefined, {}, undefined, false);
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { retention: { results: '2d' } } }, { dryRun: false });
  await ensurePartitions(gateway.fresh.db, from);
  retention = gateway.app.get(SendRetentionService);
});
afterAll(() => gateway.close());

const get = async (path: string) => (await gateway.call(`/rest/3.0/${path}`, { method: 'GET' })).json;

/** Reports of some keys, and of periods of whole days. */
async function figures(keys: readonly number[]) {
  const periods = [0, 2, 4, 6].map((day) => [from.getTime() + day * DAY_MS, from.getTime() + (day + 2) * DAY_MS]);
  return {
    byKey: await Promise.all(keys.map(async (key) => get(`getPushStats?notificationKey=${key}`))),
    engagement: await Promise.all(
      keys.map(async (key) => gateway.app.get(EngagementService).getEngagement(gateway.appId, key)),
    ),
    byPeriod: await Promise.all(periods.map(async ([start, end]) => get(`getPushStats?start=${start}&end=${end}`))),
    campaigns: await get('getCampaigns?max=100'),
  };
}

async function rowsLeft(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const row = await gateway.fresh.db.row<{ rows: number }>(`SELECT count(*) AS rows FROM delivery.${table}`);
    counts[table] = row?.rows ?? -1;
  }
  return counts;
}
const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]));

async function storeKeys(seed: number): Promise<number[]> {
  const dice = new Dice(seed);
  const keys: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    keys.push(await storeRandomSends(gateway.fresh.db, { appId: gateway.appId, dice, from, days: 5 }));
  }
  return keys;
}

describe('Sends past the retention of their results', () => {
  it.each([1, 2, 3])(
    'Expired sends are deleted, and every report shows the same as before (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const keys = await storeKeys(seed);
      const before = await figures(keys);
      expect(before.byKey).toHaveLength(KEYS);
      await retention.deleteExpired();
      expect(await rowsLeft()).toEqual(NOTHING);
      expect(await figures(keys)).toEqual(before);
      await gateway.app.get(NotificationRetentionService).deleteExpired();
      const direct = await gateway.fresh.db.rows(
        `SELECT FROM notifications.definition WHERE kind = 'direct' AND app_id = $1`,
        [gateway.appId],
      );
      expect(direct).toEqual([]);
      expect(await figures(keys)).toEqual(before);
    },
  );

  it(
    'Expired sends are counted once, even by several schedulers that are interrupted',
    { timeout: 120_000 },
    async () => {
      const { db } = gateway.fresh;
      const keys = await storeKeys(4);
      const before = await figures(keys);
      // The server dies for this transaction at any statement.
      await db.affected(`CREATE FUNCTION cut_connection() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
      const steps = ['dispatch', 'chunk', 'click_stat', 'send_total', 'send_count', 'past_send'];
      for (const table of steps) {
        await db.affected(`CREATE TRIGGER cut AFTER INSERT OR DELETE ON delivery.${table} FOR EACH STATEMENT
        EXECUTE FUNCTION cut_connection()`);
        await expect(retention.deleteExpired()).rejects.toThrow();
        await db.affected(`DROP TRIGGER cut ON delivery.${table}`);
        expect(await figures(keys)).toEqual(before);
      }
      await Promise.all([1, 2, 3].map(async () => retention.deleteExpired()));
      await retention.deleteExpired();
      expect(await rowsLeft()).toEqual(NOTHING);
      expect(await figures(keys)).toEqual(before);
    },
  );
});
