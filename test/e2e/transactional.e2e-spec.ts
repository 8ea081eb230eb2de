import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KillableQueue, queueInPostgres, queueInRedis } from '../support/queue/killable-queue.js';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';
import { childOf, startStack, type Stack } from '../support/processes/stack.js';
import { backends } from '../support/processes/backends.js';

const USERS = 200;
/** Leases and offers that end soon: what is lost is found within seconds. */
const SOON = { LEASE_MS: '3000', SWEEP_MS: '500', REOFFER_MS: '3000' };
const FOUND = { timeout: 30_000 };

describe.each(backends())('Transactional sends by every process, queue on $name', ({ name }) => {
  let database: EmptyDatabase;
  let queue: KillableQueue;
  let stack: Stack;
  let key: number;

  beforeAll(async () => {
    database = await emptyDatabase();
    queue = name === 'redis' ? await queueInRedis() : queueInPostgres((work) => work(stack.db));
    stack = await startStack({ databaseUrl: database.url, env: { ...SOON, ...queue.env } });
    for (const platform of ['IOS', 'EMAIL'] as const) {
      await stack.rest.register(await reachableUsers(stack.simulators, platform, USERS));
    }
  });
  beforeEach(async () => {
    await stack.simulators.faults(1, []);
    await stack.simulators.clear();
    const message = { title: 'Code', text: 'Your code', subject: 'Code', platforms: ['IOS', 'EMAIL'] };
    key = (await stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', { message })).body
      .notificationKey;
  });
  afterAll(async () => {
    await stack.stop();
    await queue.stop();
    await database.close();
  });

  async function send(...groups: string[][]): Promise<void> {
    const entries = groups.map((extId) => ({ notificationKey: String(key), target: { extId } }));
    expect((await stack.rest.post('sendNotification', entries)).status).toBe(200);
  }

  /** A queue that dies and comes back without anything that it knew. */
  async function emptyQueue(): Promise<void> {
    await queue.kill();
    await queue.startAgain();
    expect(Object.values(await queue.counts()).reduce((sum, n) => sum + n, 0)).toBe(0);
  }

  /** How many ended well, once nothing of what was sent is open. */
  async function succeeded(): Promise<number | undefined> {
    const row = await stack.db.row<{ open: number; n: number }>(
      `SELECT (count(*) FILTER (WHERE d.state < 3))::integer AS open,
              coalesce(sum((SELECT count(*) FROM delivery.push_result r
                             WHERE r.dispatch_id = d.dispatch_id AND r.status = 1)), 0)::integer AS n
         FROM delivery.dispatch d WHERE d.notification_key = $1`,
      [key],
    );
    return row && row.open === 0 ? row.n : undefined;
  }

  async function expectOneEach(provider: string, count: number): Promise<void> {
    expect((await stack.simulators.counts())[provider]).toEqual({ accepted: count, rejected: 0, distinct: count });
  }

  const entry = (count: number, platform: string): string[][] =>
    Array.from({ length: count }, (_, n) => [`${platform}-${n + 1}`]);

  it('Transactional sends reach one user, a small group, and a hundred users who are requested together', async () => {
    await send(['ios-150'], ['ios-160', 'email-160', 'email-161', 'nobody'], ...entry(100, 'ios'));
    await expect.poll(succeeded, FOUND).toBe(104);
    await expectOneEach('apns', 102);
    await expectOneEach('smtp', 2);
  });

  it('Transactional sends that no worker has begun are found when the queue has lost their jobs', async () => {
    await childOf(stack, 'worker').end('SIGTERM');
    await send(...entry(20, 'ios'), ['email-1', 'email-2']);
    await emptyQueue();
    await stack.replace(childOf(stack, 'worker'));
    await expect.poll(succeeded, FOUND).toBe(22);
    await expectOneEach('apns', 20);
    await expectOneEach('smtp', 2);
  });

  it('Transactional sends that are under way while the queue loses everything end once', async () => {
    await stack.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 2000 }]);
    await send(...entry(10, 'ios'));
    await expect.poll(inFlight, FOUND).toBe(10);
    await emptyQueue();
    await expect.poll(succeeded, FOUND).toBe(10);
    await expectOneEach('apns', 10);
  });

  it('Sends of a worker that dies with the queue are taken over, and what went twice is listed', async () => {
    await stack.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 2000 }]);
    await send(...entry(10, 'ios'));
    await expect.poll(inFlight, FOUND).toBe(10);
    const worker = childOf(stack, 'worker');
    await worker.end('SIGKILL');
    await emptyQueue();
    await stack.replace(worker);
    await expect.poll(succeeded, FOUND).toBe(10);
    const doubted = await stack.db.rows(
      'SELECT DISTINCT i.recipient_id FROM delivery.in_doubt i JOIN delivery.dispatch d USING (dispatch_id) WHERE d.notification_key = $1',
      [key],
    );
    expect(doubted).toHaveLength(10);
    expect((await stack.simulators.counts())['apns']?.distinct).toBe(10);
  });

  /** Recipients of intents that are open. */
  async function inFlight(): Promise<number> {
    const row = await stack.db.row<{ n: number }>(
      `SELECT count(*)::integer AS n FROM delivery.chunk c JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1 AND c.state = 0 AND c.intent IS NOT NULL`,
      [key],
    );
    return row?.n ?? 0;
  }
});
