import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { OpenWorkMetricsService } from '#libs/delivery';
import { AccountStateService } from '#libs/delivery/accounts';
import { registerMetrics } from '#platform/health';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const BODY = { message: { title: 'Sale', text: 'All shoes', platforms: ['IOS'] }, target: { sendToAll: true } };
const OUTAGE = { provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' };

interface ScaledObject {
  kind: string;
  spec: { triggers: { metadata: { query: string } }[] };
}

let sending: Sending;
let query: string;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 400));
  const manifest = await readFile('k8s/components/scale-by-postgres/scaling.yaml', 'utf8');
  const objects = parseAllDocuments(manifest).map((document) => document.toJS() as ScaledObject);
  query = objects.find(({ kind }) => kind === 'ScaledObject')?.spec.triggers[0]?.metadata.query ?? '';
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

/** The count of the autoscaler. The figure of the scheduler must be the same. */
async function demand(): Promise<number> {
  const registry = new Registry();
  registerMetrics(registry, sending.gateway.app.get(OpenWorkMetricsService).metrics());
  const figure = /^herald_worker_demand (\d+)$/m.exec(await registry.metrics())?.[1];
  const counted = Number(Object.values((await sending.gateway.fresh.db.row<Record<string, unknown>>(query)) ?? {})[0]);
  expect(Number(figure)).toBe(counted);
  return counted;
}

/** Chunks of a channel by their state, as a scheduler reports them. */
async function chunks(state: string): Promise<number> {
  const registry = new Registry();
  registerMetrics(registry, sending.gateway.app.get(OpenWorkMetricsService).metrics());
  const line = new RegExp(`^herald_queue_chunks{queue="bulk-apns",state="${state}"} (\\d+)$`, 'm');
  return Number(line.exec(await registry.metrics())?.[1] ?? 0);
}

/** Offers every open chunk to a worker once. */
async function tryAll(): Promise<number> {
  const open = await sending.openChunks();
  for (const key of open) {
    await sending.chunks.sendChunk(key);
  }
  return open.length;
}

const letOffersAge = () =>
  sending.gateway.fresh.db.affected(
    `UPDATE delivery.chunk SET offered_at = now() - interval '31 seconds' WHERE state = 0`,
  );

async function end(key: number): Promise<void> {
  await sending.post('stopNotification', [{ messageId: key }]);
  await sending.drain();
  expect(await demand()).toBe(0);
}

describe('Demand for workers', () => {
  it('The demand counts what can be sent, and no packages that wait', async () => {
    const key = await sending.bulk({ ...BODY, speed: { intervalMins: 5, packageSize: 120 } });
    await sending.launchDue();
    expect(await demand()).toBe(0);
    await sending.recovery.enqueueOpenWork();
    const open = (await sending.openChunks()).length;
    expect(open).toBeGreaterThan(0);
    // A chunk that a package has cut counts half a minute later: it looks like one that was given back.
    await letOffersAge();
    expect(await demand()).toBe(open);
    await sending.post('pauseNotification', [{ messageId: key }]);
    expect(await demand()).toBe(0);
    await end(key);
  });

  it('The demand counts a launch that is due, and none before its time', async () => {
    const key = await sending.bulk({ ...BODY, schedule: { startTime: '2999-01-01T00:00:00' } });
    expect(await demand()).toBe(0);
    await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET due_at = now() WHERE state = 0');
    expect(await demand()).toBe(1);
    await end(key);
  });

  it('The demand counts no chunk of an account that rests, and counts its retries that are due', async () => {
    const { db } = sending.gateway.fresh;
    await sending.simulators.faults(1, [OUTAGE]);
    await sending.bulk(BODY);
    await sending.launchDue();
    await tryAll();
    // The breaker opened with the first chunk; what is open since waits for it.
    const waiting = (await sending.openChunks()).length;
    expect(await demand()).toBe(0);
    await db.affected('UPDATE delivery.retry SET due_at = now()');
    expect(await demand()).toBe(1);
    const second = await sending.bulk(BODY);
    await sending.recovery.enqueueOpenWork();
    await sending.launchDue();
    expect(await demand()).toBe((await sending.openChunks()).length - waiting);
    const attempts = await tryAll();
    expect(attempts).toBeGreaterThan(1);
    expect(await sending.openChunks()).toHaveLength(attempts);
    expect(await demand()).toBe(0);
    expect([await chunks('ready'), await chunks('resting')]).toEqual([0, attempts]);
    // The rest is over, and no one has offered the chunks again.
    await letOffersAge();
    expect(await demand()).toBe(attempts);
    await sending.simulators.faults(1, []);
    await db.affected('DELETE FROM delivery.account_rest');
    sending.gateway.app.get(AccountStateService).clearCache();
    await end(second);
  });

  it('The demand counts a chunk that a worker holds, also after the worker has died', async () => {
    const { db } = sending.gateway.fresh;
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    const open = (await sending.openChunks()).length;
    for (const lease of ['1 hour', '-1 second']) {
      await db.affected(
        'UPDATE delivery.chunk SET epoch = epoch + 1, lease_until = now() + $1::interval WHERE state = 0',
        [lease],
      );
      expect(await demand()).toBe(open);
    }
    await end(key);
  });
});
