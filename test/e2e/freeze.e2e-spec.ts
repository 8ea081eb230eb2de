import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '../support/database/database.js';
import { reachableUsers } from '../support/rooms/reachable-users.js';
import type { Child } from '../support/processes/children.js';
import { startStack, type Stack } from '../support/processes/stack.js';

/** Four times what a provider has in flight at a time, and no more than a sub-batch. */
const COUNT = 200;
const LATENCY_MS = 900;
/** A lease that is soon over; the shares are those of 10 seconds and providers that take 3. */
const SOON = { LEASE_MS: '3000', SWEEP_MS: '500', REOFFER_MS: '3000' };
const MESSAGE = {
  title: 'Code',
  text: 'Your code',
  iconUrl: 'https://example.com/icon.png',
  platforms: ['SMS', 'CHROME'],
};

let database: EmptyDatabase;
let stack: Stack;
beforeAll(async () => {
  database = await emptyDatabase();
  stack = await startStack({ databaseUrl: database.url, workers: 2, env: SOON });
  for (const platform of ['SMS', 'CHROME'] as const) {
    await stack.rest.register(await reachableUsers(stack.simulators, platform, COUNT));
  }
});
afterAll(async () => {
  // A frozen process does not end; one that has ended cannot wake.
  stack.children.filter(({ cpuMs }) => cpuMs() > 0).forEach(wake);
  await stack.stop();
  await database.close();
});

const freeze = ({ pid }: Child): boolean => process.kill(pid, 'SIGSTOP');
const wake = ({ pid }: Child): boolean => process.kill(pid, 'SIGCONT');

/** Waits until both chunks meet a condition. */
async function untilBoth(condition: string): Promise<void> {
  const sql = `SELECT count(*)::integer AS n FROM delivery.chunk WHERE app_id = $1 AND attempt = 0 AND ${condition}`;
  await expect
    .poll(() => stack.db.row<{ n: number }>(sql, [stack.appId]), { timeout: 60_000, interval: 20 })
    .toEqual({ n: 2 });
}

async function accepted(provider: string): Promise<number> {
  return (await stack.simulators.counts())[provider]?.accepted ?? 0;
}

/** Waits until the providers have answered all that they were given: what comes to them shows within the latency. */
async function untilAnswered(): Promise<void> {
  let before = -1;
  const isSame = async (): Promise<boolean> => {
    const now = (await accepted('sms')) + (await accepted('webpush'));
    const answer = now === before;
    before = now;
    return answer;
  };
  await expect.poll(isSame, { timeout: 60_000, interval: 2 * LATENCY_MS }).toBe(true);
}

it('A worker that was frozen for longer than its lease sends nothing of the rest when it wakes', async () => {
  const [first, second] = stack.children.filter(({ name }) => name === 'worker');
  if (!first || !second) {
    throw new Error('Two workers should run');
  }
  await stack.simulators.faults(
    1,
    ['sms', 'webpush'].map((provider) => ({ provider, share: 1, latencyMs: LATENCY_MS })),
  );
  freeze(second);
  const key = await stack.rest.sendBulk(MESSAGE);
  await untilBoth('intent IS NOT NULL');
  await expect
    .poll(async () => Math.min(await accepted('sms'), await accepted('webpush')), { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(0);
  freeze(first);
  await untilAnswered();
  const pushesBefore = await accepted('webpush');
  expect(await accepted('sms')).toBeLessThan(COUNT);
  expect(pushesBefore).toBeLessThan(COUNT);
  wake(second);
  // The second worker has taken over both chunks. Now the first one wakes, with the rest of its batches.
  await untilBoth('epoch = 2');
  wake(first);
  await stack.rest.finished(key, 60_000);
  expect(await first.end('SIGTERM')).toBe(0);
  const results = await stack.db.rows<{ channel: number; status: number; n: number }>(
    `SELECT r.channel, r.status, count(*)::integer AS n FROM delivery.push_result r WHERE r.app_id = $1
      GROUP BY r.channel, r.status ORDER BY r.channel`,
    [stack.appId],
  );
  expect(results).toEqual([3, 5].map((channel) => ({ channel, status: 1, n: COUNT })));
  const twice = await stack.simulators.duplicates();
  expect(twice.filter(({ provider }) => provider === 'sms')).toEqual([]);
  // Pushes are repeated: those that left before the first worker was frozen, and the one that it may have been about to
  // write. Its lease was asked for before the freeze (`stopped-process.spec.ts`); a thread writes one request at a time.
  expect(twice.length).toBeLessThanOrEqual(pushesBefore + 1);
});
