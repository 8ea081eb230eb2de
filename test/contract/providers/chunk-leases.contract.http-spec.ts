import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChunkSenderService } from '#libs/delivery';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const COUNT = 20;
const LEASE_MS = '1000';
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

let sending: Sending;
let secondWorker: AnotherWorker;
beforeAll(async () => {
  sending = await startSending({ LEASE_MS });
  secondWorker = await anotherWorker(sending, { LEASE_MS });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', COUNT));
});
afterAll(async () => {
  await secondWorker.close();
  await sending.close();
});
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
});

/** Launches a campaign whose provider takes its time to answer. */
async function slowCampaign(latencyMs: number) {
  await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs }]);
  const key = await sending.bulk(BODY);
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  return { key, chunk };
}

async function rows<R extends object>(sql: string, dispatchId: number): Promise<R[]> {
  return sending.gateway.fresh.db.rows<R>(sql, [sending.gateway.appId, dispatchId]);
}

/** Ends the lease, as of a worker too busy for a sign of life. */
async function runOut(dispatchId: number): Promise<void> {
  await rows(
    `UPDATE delivery.chunk SET lease_until = now() - interval '1 second' WHERE app_id = $1 AND dispatch_id = $2`,
    dispatchId,
  );
}

const books = (dispatchId: number) =>
  rows<{ epoch: number; doubted: number }>(
    `SELECT c.epoch, (SELECT count(*)::integer FROM delivery.in_doubt i WHERE i.dispatch_id = c.dispatch_id) AS doubted
       FROM delivery.chunk c WHERE c.app_id = $1 AND c.dispatch_id = $2`,
    dispatchId,
  );

async function onTheWire(dispatchId: number): Promise<void> {
  const sql = 'SELECT 1 FROM delivery.chunk WHERE app_id = $1 AND dispatch_id = $2 AND intent IS NOT NULL';
  while ((await rows(sql, dispatchId)).length === 0) {
    await sleep(5);
  }
}

describe('Chunk with a lease', () => {
  it('A chunk stays with its worker as long as the worker is alive, however slow the provider is', async () => {
    const { key, chunk } = await slowCampaign(3000);
    const sent = sending.chunks.sendChunk(chunk);
    await onTheWire(chunk.dispatchId);
    // Another worker asks for it again and again, for more than two leases.
    for (let tries = 0; tries < 25; tries++) {
      await secondWorker.app.get(ChunkSenderService).sendChunk(chunk);
      await sleep(100);
    }
    await sent;
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    expect(await books(chunk.dispatchId)).toEqual([{ epoch: 1, doubted: 0 }]);
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('A worker that was too busy to renew its lease does not take the chunk from itself', async () => {
    const { key, chunk } = await slowCampaign(1000);
    const sent = sending.chunks.sendChunk(chunk);
    await onTheWire(chunk.dispatchId);
    await runOut(chunk.dispatchId);
    await sending.chunks.sendChunk(chunk);
    await sent;
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    expect(await books(chunk.dispatchId)).toEqual([{ epoch: 1, doubted: 0 }]);
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('Another worker takes a chunk after its lease expired, and the recipients are in doubt', async () => {
    const { key, chunk } = await slowCampaign(1500);
    const sent = sending.chunks.sendChunk(chunk);
    await onTheWire(chunk.dispatchId);
    await runOut(chunk.dispatchId);
    await Promise.all([secondWorker.app.get(ChunkSenderService).sendChunk(chunk), sent]);
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    expect(await books(chunk.dispatchId)).toEqual([{ epoch: 2, doubted: COUNT }]);
    expect(await sending.simulators.duplicates()).toHaveLength(COUNT);
  });
});
