import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeliveryCountersService, OpenWorkMetricsService } from '#libs/delivery';
import { registerMetrics } from '#platform/health';
import { startSending, type Sending } from '../../test/support/contract/sending.js';
import { reachableUsers } from '../../test/support/rooms/reachable-users.js';

const USERS = 40;

let sending: Sending;
let registry: Registry;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', USERS));
  registry = new Registry();
  registerMetrics(registry, sending.gateway.app.get(DeliveryCountersService).metrics());
});
afterAll(() => sending.close());

/** Values by series, without those that are 0. */
async function scrape(): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const entries = lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== 0));
}

/** Figures of open work, read again. */
async function openWork(): Promise<string> {
  const fresh = new Registry();
  registerMetrics(fresh, sending.gateway.app.get(OpenWorkMetricsService).metrics());
  return fresh.metrics();
}

it('The metrics count the messages of a campaign by channel and outcome, each recipient once', async () => {
  await sending.simulators.faults(1, [
    { provider: 'apns', share: 0.25, status: 410, reason: 'Unregistered' },
    { provider: 'apns', share: 0.25, status: 503, reason: 'ServiceUnavailable' },
  ]);
  const key = await sending.bulk({
    message: { title: 'Sale', text: 'All shoes', platforms: ['IOS'] },
    target: { sendToAll: true },
  });
  await sending.launchDue();
  for (const chunk of await sending.openChunks()) {
    await sending.chunks.sendChunk(chunk);
  }
  const { SUCCESS: sent = 0, 'FAILED INVALID_TOKEN': dead = 0 } = await sending.ends(key);
  const retried = USERS - sent - dead;
  expect([sent, dead, retried].every((count) => count > 0)).toBe(true);
  const counts = await scrape();
  expect(counts).toMatchObject({
    'herald_messages_total{channel="apns",outcome="sent"}': sent,
    'herald_messages_total{channel="apns",outcome="failed"}': dead,
    'herald_retries_total{channel="apns"}': retried,
    'herald_provider_answers_total{channel="apns",kind="sent"}': sent,
    'herald_provider_answers_total{channel="apns",kind="dead"}': dead,
    'herald_provider_answers_total{channel="apns",kind="unavailable"}': retried,
    'herald_provider_batch_seconds_count{channel="apns"}': 1,
    'herald_settle_seconds_count{lane="bulk",channel="apns"}': sent + dead,
  });
  expect(Object.keys(counts).filter((series) => /channel="(fcm|sms|smtp|webpush)"/.test(series))).toEqual([]);
  const work = await openWork();
  expect(work).toContain(`herald_retries_waiting ${retried}\n`);
  expect(work).toContain('herald_queue_oldest_seconds{queue="bulk-apns"} 0\n');
  await sending.simulators.faults(1, []);
});

it('The metrics show the age and number of open chunks, and recipients that a dead worker left in flight', async () => {
  const { db } = sending.gateway.fresh;
  await sending.bulk({
    message: { title: 'Sale', text: 'All boots', platforms: ['IOS'] },
    target: { sendToAll: true },
  });
  await db.affected("UPDATE delivery.dispatch SET due_at = now() - interval '90 seconds' WHERE state = 0");
  const age = (text: string, queue: string): number =>
    Number(new RegExp(`^herald_queue_oldest_seconds{queue="${queue}"} (\\S+)$`, 'm').exec(text)?.[1]);
  const before = await openWork();
  expect(age(before, 'bulk-launch')).toBeGreaterThanOrEqual(90);
  await sending.launchDue();
  const launched = await openWork();
  expect(age(launched, 'bulk-launch')).toBe(0);
  expect(launched).toMatch(/^herald_queue_chunks{queue="bulk-apns",state="ready"} [1-9]/m);
  const [chunk] = await sending.openChunks();
  // The rows of a worker that died right after its messages left.
  await db.affected(
    `UPDATE delivery.chunk SET intent = ids, intent_at = now(), lease_until = now() - interval '1 second'
      WHERE chunk_id = $1`,
    [chunk?.chunkId],
  );
  expect(await openWork()).toMatch(/^herald_in_doubt{channel="apns"} [1-9]/m);
});
