import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningProcess } from '#platform/app';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { startScheduler } from '../../../apps/scheduler/start.js';
import { startWorker } from '../../../apps/worker/start.js';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { freshDatabase, type FreshDatabase } from '../../support/database/database.js';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../support/database/pgbouncer.js';
import { type Reach, reachableUsers } from '../../support/rooms/reachable-users.js';

/** Fewer servers than any process may have connections. */
const SERVERS = 4;
const USERS: Partial<Record<Reach, number>> = { IOS: 600, EMAIL: 150, SMS: 50 };
const EVERYBODY = 800;
const SOON = { timeout: 60_000, interval: 100 };

describe.skipIf(!hasPgBouncer())('Gateway, workers and scheduler behind PgBouncer in transaction mode', () => {
  let fresh: FreshDatabase;
  let pooler: PgBouncer;
  let sending: Sending;
  const processes: RunningProcess[] = [];

  beforeAll(async () => {
    fresh = await freshDatabase();
    pooler = await startPgBouncer(fresh.url, { poolSize: SERVERS });
    const urls = { DATABASE_URL: pooler.url, DATABASE_SESSION_URL: fresh.url };
    sending = await startSending(urls);
    const { port } = new URL(sending.simulators.base);
    const config = loadConfig({ ...urls, MASTER_KEY: 'x'.repeat(32), SIMULATOR_PORT: port });
    const logger = createLogger('test', 'silent');
    processes.push(await startWorker(config, logger), await startWorker(config, logger));
    processes.push(await startScheduler(config, logger));
  });
  afterAll(async () => {
    await Promise.all(processes.map((running) => running.stop()));
    await sending.close();
    await pooler.stop();
    await fresh.close();
  });

  const count = async (platform: string): Promise<number> =>
    (await sending.post<{ count: number }>('targeting/count', { target: { profile: { platform } } })).count;
  const accepted = async (): Promise<number> =>
    Object.values(await sending.simulators.counts()).reduce((sum, { accepted: n }) => sum + n, 0);

  it('Users are registered at the same time and counted behind PgBouncer', async () => {
    await Promise.all(
      Object.entries(USERS).map(async ([platform, n]) => {
        const users = await reachableUsers(sending.simulators, platform as Reach, n);
        for (let from = 0; from < users.length; from += 100) {
          await sending.post('registerUsers', users.slice(from, from + 100));
        }
      }),
    );
    expect(await Promise.all(Array.from({ length: 20 }, () => count('IOS')))).toEqual(Array(20).fill(USERS.IOS));
  });

  it('A campaign behind PgBouncer reaches every recipient once, woken by the queue', async () => {
    const key = await sending.bulk({
      message: { title: 'Hello', text: 'Hello', subject: 'Hello', platforms: ['IOS', 'EMAIL', 'SMS'] },
      target: { sendToAll: true },
    });
    await expect.poll(() => sending.dispatch(key), SOON).toMatchObject({ state: 3 });
    expect(await sending.dispatch(key)).toEqual({ planned: EVERYBODY, state: 3, settled: EVERYBODY });
    expect(await sending.ends(key)).toEqual({ SUCCESS: EVERYBODY });
    expect(await accepted()).toBe(EVERYBODY);
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('Workers behind PgBouncer process transactional sends soon after the request', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      message: { title: 'Code', text: 'Your code', platforms: ['IOS'] },
    });
    const entries = Array.from({ length: 40 }, (_, n) => ({
      notificationKey: String(notificationKey),
      target: { extId: `ios-${n}` },
    }));
    await Promise.all(entries.map((entry) => sending.post('sendNotification', entry)));
    await expect.poll(() => sending.ends(notificationKey), SOON).toEqual({ SUCCESS: entries.length });
    expect(await accepted()).toBe(EVERYBODY + entries.length);
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('A dead pooler is an outage: requests are refused with 503, and work again after its restart', async () => {
    const user = { extId: 'late', platform: 'IOS', deviceToken: 'f'.repeat(64) };
    const register = async (): Promise<number> =>
      (await sending.gateway.call('/rest/3.0/registerUsers', { body: [user] })).status;
    await pooler.kill();
    expect(await register()).toBe(503);
    await pooler.startAgain();
    await expect.poll(register, SOON).toBe(200);
    expect(await count('IOS')).toBe((USERS.IOS ?? 0) + 1);
  });
});
