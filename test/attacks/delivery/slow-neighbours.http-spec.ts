import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channel, CHANNELS } from '#libs/channels/definitions';
import { chunkQueueName } from '#libs/delivery';
import { FairTurnService } from '#libs/delivery/control';
import { ApplyService } from '#libs/tenancy';
import type { SimulatedSubscription } from '../../support/processes/simulator-client.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

/** Jobs of one queue in a worker. */
const JOBS = 2;
const PHONE = 'f'.repeat(64);
const HELLO = { title: 'Hello', text: 'Hello', iconUrl: 'https://example.com/i.png' };
const SIMULATED = { simulator: true };
/** Senders give up on a device after 15 s; the other tenant must not wait for that. */
const WELL_BEFORE = { timeout: 14_000, interval: 50 };

interface ChunkRef {
  vb: number;
  appId: number;
  dispatchId: number;
  chunkId: number;
}

let sending: Sending;
let slow: SecondApplication;
const jobs: Promise<void>[] = [];

beforeAll(async () => {
  sending = await startSending({ CHUNK_CONCURRENCY: String(JOBS) });
  const { app } = sending.gateway;
  slow = await secondApplication(sending.gateway, 'slow');
  await app
    .get(ApplyService)
    .apply({ app: 'slow', channels: { apns: SIMULATED, webpush: SIMULATED } }, { dryRun: false });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 20, 1));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'CHROME', 20, 1));
  const browsers = await sending.simulators.subscriptions(260);
  await postSlow('registerUsers', [
    { extId: 'phone', platform: 'IOS', deviceToken: PHONE },
    ...browsers.map((subscription, index) => {
      return { extId: `browser-${index}`, platform: 'CHROME', deviceToken: JSON.stringify(subscription) };
    }),
  ]);
  await sending.simulators.faults(1, [
    { provider: 'apns', token: PHONE, share: 1, fault: 'hang' },
    ...browsers.map((subscription) => {
      return { provider: 'webpush', token: lastPart(subscription), share: 1, fault: 'hang' };
    }),
  ]);
});
afterAll(async () => {
  // The batches under way are the last ones.
  sending.chunks.stop();
  await Promise.all(jobs);
  await sending.close();
});

function lastPart({ endpoint }: SimulatedSubscription): string {
  return endpoint.split('/').at(-1) ?? '';
}

async function postSlow(operation: string, body: unknown): Promise<void> {
  expect((await sending.gateway.call(`/rest/3.0/${operation}`, { body, key: slow.keys.rest })).status).toBe(200);
}

/** Launches what an application has requested. @returns its open chunks of a channel */
async function launch(appId: number, channel: Channel): Promise<ChunkRef[]> {
  const { db } = sending.gateway.fresh;
  const due = await db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE app_id = $1 AND state = 0',
    [appId],
  );
  for (const { id } of due) {
    await sending.launches.launch(id);
  }
  return db.rows<ChunkRef>(
    `SELECT vb, app_id AS "appId", dispatch_id AS "dispatchId", chunk_id AS "chunkId" FROM delivery.chunk
      WHERE app_id = $1 AND state = 0 AND channel = $2 ORDER BY dispatch_id, vb`,
    [appId, CHANNELS[channel]],
  );
}

describe('Devices of a tenant that never answer', () => {
  it.each([
    ['one phone and six campaigns', 'IOS', 'apns'],
    ['260 browsers and six campaigns', 'CHROME', 'webpush'],
  ] as const)(
    'Devices that never answer hold up no campaign of another tenant: %s',
    async (_name, platform, channel) => {
      const body = { message: { ...HELLO, platforms: [platform] }, target: { sendToAll: true } };
      for (let count = 0; count < 6; count++) {
        await postSlow('sendBulkNotification', body);
      }
      const hanging = await launch(slow.appId, channel);
      expect(hanging).toHaveLength(6);
      const turns = sending.gateway.app.get(FairTurnService);
      let ended = 0;
      // All jobs of the queue are busy with the slow tenant; none takes the other tenant's chunk.
      for (const chunk of hanging.slice(0, JOBS)) {
        jobs.push(turns.sendChunk(chunk, chunkQueueName('bulk', channel)).then(() => void (ended += 1)));
      }
      const key = await sending.bulk(body);
      await launch(sending.gateway.appId, channel);
      await expect.poll(() => sending.ends(key), WELL_BEFORE).toEqual({ SUCCESS: 20 });
      expect(ended).toBe(0);
    },
    60_000,
  );
});
