import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const LEASE_MS = 3000;
/** A batch may leave for six leases. Twilio takes 50 of the 250 at a time, so the last would leave after 20 s. */
const LATENCY_MS = 5000;
const BATCH = 250;
const IN_FLIGHT = 50;
const LEAVING_MS = 6 * LEASE_MS;

let sending: Sending;
beforeAll(async () => {
  sending = await startSending({ LEASE_MS: String(LEASE_MS) });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'SMS', BATCH));
});
afterAll(() => sending.close());

it('A batch under way at a pause leaves for a bounded time, and the rest goes on when the campaign resumes', async () => {
  const { db } = sending.gateway.fresh;
  await sending.simulators.faults(1, [{ provider: 'sms', share: 1, latencyMs: LATENCY_MS }]);
  const key = await sending.bulk({
    message: { title: 'Hello', text: 'Hello', platforms: ['SMS'] },
    target: { sendToAll: true },
  });
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  const work = sending.chunks.sendChunk(chunk);
  const marked = 'SELECT 1 FROM delivery.chunk WHERE chunk_id = $1 AND intent IS NOT NULL';
  while (!(await db.row(marked, [chunk.chunkId]))) {
    await sleep(5);
  }
  await sending.post('pauseNotification', [{ messageId: key }]);
  await work;
  const leftAfterPause = (await sending.simulators.counts())['sms']?.accepted ?? 0;
  expect(leftAfterPause).toBeGreaterThan(0);
  expect(leftAfterPause).toBeLessThanOrEqual(IN_FLIGHT * Math.ceil(LEAVING_MS / LATENCY_MS));
  await sending.simulators.faults(1, []);
  await sending.post('resumeNotification', [{ messageId: key }]);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: BATCH });
  expect(await sending.simulators.duplicates()).toEqual([]);
  expect(await db.rows('SELECT 1 FROM delivery.in_doubt AS d WHERE d.dispatch_id = $1', [chunk.dispatchId])).toEqual(
    [],
  );
}, 120_000);
