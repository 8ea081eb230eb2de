import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { SimulatedDays } from '../../support/retention/simulated-days.js';
import { SimulatedUpkeep } from '../../support/retention/simulated-upkeep.js';

const DAY_MS = 24 * 3_600_000;
const DAYS = 9;
const SENDS_PER_DAY = 120;
const TABLES = ['dispatch', 'chunk', 'push_result', 'in_doubt', 'click_stat', 'click'].map(
  (table) => `delivery.${table}`,
);

let sending: Sending;
let upkeep: SimulatedUpkeep;
beforeAll(async () => {
  sending = await startSending();
  const { app, fresh } = sending.gateway;
  await app.get(ApplyService).apply({ app: 'shop', settings: { retention: { results: '2d' } } }, { dryRun: false });
  upkeep = await SimulatedUpkeep.open(fresh.url, 'x'.repeat(32));
});
afterAll(async () => {
  await upkeep.close();
  await sending.close();
});

/** One send of each kind, the real way. */
async function sendPatterns(): Promise<void> {
  await sending.post('registerUsers', [
    { extId: 'ada', platform: 'IOS', deviceToken: 'a'.repeat(64), email: 'ada@example.com', msisdn: '+905321234567' },
  ]);
  for (const message of [
    { title: 'Code', message: 'Your code is 123 456', platforms: ['IOS'] },
    { title: 'Receipt', message: '<p>Thank you</p>', platforms: ['EMAIL'] },
  ]) {
    const { notificationKey } = await sending.post<{ notificationKey: number }>(
      'createNotificationDefinition',
      message,
    );
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: ['ada'] } });
  }
  const direct = { title: 'T', message: 'Hello', platforms: ['SMS'], target: { msisdn: '+905321234567' } };
  await sending.post('sendEmailAndSms', direct);
  await sending.drain();
}

async function countRows(): Promise<number> {
  const counts = await Promise.all(
    [...TABLES, 'notifications.definition'].map(
      async (table) => (await upkeep.db.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))?.rows ?? 0,
    ),
  );
  return counts.reduce((sum, rows) => sum + rows, 0);
}

it(
  'Retention keeps as many rows after nine days as after four, and the statistics of the first day',
  { timeout: 180_000 },
  async () => {
    const { appId, fresh } = sending.gateway;
    await sendPatterns();
    const simulated = await SimulatedDays.open(fresh.db, appId);
    const first = new Date(Math.floor(Date.now() / DAY_MS - DAYS - 1) * DAY_MS);
    const startOf = (day: number): Date => new Date(first.getTime() + day * DAY_MS);
    const rows: number[] = [];
    let keys: number[] = [];
    let expected: object[] = [];
    for (let day = 0; day < DAYS; day++) {
      await upkeep.prepare(startOf(day));
      const { definitions, own } = await simulated.storeDay(startOf(day), SENDS_PER_DAY);
      if (day === 0) {
        keys = [...definitions, ...own];
        expected = await upkeep.readStatistics(appId, keys);
      }
      await upkeep.expire(startOf(day + 1));
      rows.push(await countRows());
    }
    expect(keys).toHaveLength(2 + SENDS_PER_DAY / 3);
    // Definitions of the operator stay: two for each day here.
    expect(rows.at(-1)).toBeLessThanOrEqual((rows[3] ?? 0) * 1.2);
    expect(rows[3]).toBeGreaterThan(3 * SENDS_PER_DAY);
    expect(await upkeep.readStatistics(appId, keys)).toEqual(expected);
    const older = await simulated.countOlder(startOf(DAYS), 3);
    expect(older).toEqual(Object.fromEntries(Object.keys(older).map((table) => [table, 0])));
    const days = await upkeep.db.row<{ days: number }>('SELECT count(DISTINCT day) AS days FROM delivery.push_result');
    expect(days?.days).toBeLessThanOrEqual(4);
  },
);
