import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';
import { startStack, type Stack } from '../support/processes/stack.js';
import { backends } from '../support/processes/backends.js';

const USERS = 3000;
const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS'] };
const TARGET = { sendToAll: true };

describe.each(backends())('Campaign control, queue on $name', (backend) => {
  let database: EmptyDatabase;
  let stack: Stack;

  beforeAll(async () => {
    database = await emptyDatabase();
    stack = await startStack({ databaseUrl: database.url, workers: 2, env: await backend.env() });
    await stack.rest.register(await reachableUsers(stack.simulators, 'IOS', USERS));
  });

  afterAll(async () => {
    await stack.stop();
    await backend.close();
    await database.close();
  });

  const accepted = async () => (await stack.simulators.counts())['apns']?.accepted ?? 0;
  const steer = async (operation: string, key: number) =>
    (await stack.rest.post(operation, [{ messageId: key }])).status;
  const inFlight = async () =>
    (
      await stack.db.row<{ n: number }>(
        'SELECT count(*) AS n FROM delivery.chunk WHERE intent IS NOT NULL AND state = 0',
      )
    )?.n;
  const ends = async (key: number) =>
    stack.db.rows<{ status: number; reason: string | null; n: number }>(
      `SELECT r.status, r.reason, count(*) AS n FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1 GROUP BY r.status, r.reason ORDER BY r.status`,
      [key],
    );

  it('Pause, resume and stop of a campaign are exact while two workers send', async () => {
    await stack.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 300 }]);
    const key = await stack.rest.sendBulk(MESSAGE, TARGET);
    await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await steer('pauseNotification', key)).toBe(200);
    await expect.poll(inFlight, { timeout: 30_000 }).toBe(0);
    const paused = await accepted();
    expect(paused).toBeLessThan(USERS);
    // Long enough for several runs of recovery, each of which would enqueue chunks that are not held.
    await new Promise((done) => setTimeout(done, 3000));
    expect(await accepted()).toBe(paused);
    expect(await steer('resumeNotification', key)).toBe(200);
    await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(paused);
    expect(await steer('stopNotification', key)).toBe(200);
    const state = async () =>
      (await stack.db.row<{ state: number }>('SELECT state FROM delivery.dispatch WHERE notification_key = $1', [key]))
        ?.state;
    await expect.poll(state, { timeout: 60_000 }).toBe(4);
    const sent = await accepted();
    expect(sent).toBeLessThan(USERS);
    expect(await ends(key)).toEqual([
      { status: 1, reason: null, n: sent },
      { status: 3, reason: 'STOPPED', n: USERS - sent },
    ]);
    expect(await stack.simulators.duplicates()).toEqual([]);
    expect(await stack.rest.stats(key)).toMatchObject({ status: 'FINISHED', stats: [{ platform: 'IOS', sent }] });
  });

  it('A campaign with a speed sends one package, and the webhook gets its results', async () => {
    await stack.simulators.faults(1, []);
    await stack.simulators.clear();
    const key = await stack.rest.sendBulk(
      {
        ...MESSAGE,
        speed: { intervalMins: 60, packageSize: 700 },
        hook: { name: 'crm', params: { campaign: 'spring' } },
      },
      TARGET,
    );
    await expect.poll(accepted, { timeout: 30_000 }).toBe(700);
    const reported = async () => {
      const answer = await fetch(`${stack.simulators.base}/hook-calls`);
      const { calls } = (await answer.json()) as { calls: { body: string }[] };
      return calls.flatMap(({ body }) => (JSON.parse(body) as { data: { results: { extId: string }[] } }).data.results);
    };
    await expect.poll(async () => (await reported()).length, { timeout: 30_000 }).toBe(700);
    expect(new Set((await reported()).map(({ extId }) => extId)).size).toBe(700);
    expect((await stack.rest.stats(key)).status).toBe('SENDING');
    expect(await accepted()).toBe(700);
    expect((await stack.rest.post('changeSpeed', [{ messageId: key }])).status).toBe(200);
    await stack.rest.finished(key, 60_000);
    expect(await accepted()).toBe(USERS);
    expect(await stack.simulators.duplicates()).toEqual([]);
  });
});
