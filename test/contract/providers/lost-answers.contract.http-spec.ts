import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChunkSenderService } from '#libs/delivery';
import { type CuttableLine, openCuttableLine } from '../../support/database/cuttable-line.js';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** Three sub-batches. */
const COUNT = 600;
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

let sending: Sending;
let line: CuttableLine;
let worker: AnotherWorker;
beforeAll(async () => {
  sending = await startSending();
  line = await openCuttableLine(sending.gateway.fresh.url);
  worker = await anotherWorker(sending, { DATABASE_URL: line.url });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', COUNT));
});
afterAll(async () => {
  await worker.close();
  line.close();
  await sending.close();
});

const accepted = async (): Promise<number> => (await sending.simulators.counts())['apns']?.accepted ?? 0;

/** Waits for a state of the only chunk of a dispatch. */
async function until(dispatchId: number, condition: string): Promise<void> {
  const { fresh, appId } = sending.gateway;
  const sql = `SELECT 1 FROM delivery.chunk WHERE app_id = $1 AND dispatch_id = $2 AND ${condition}`;
  while (!(await fresh.db.row(sql, [appId, dispatchId]))) {
    await sleep(5);
  }
}

it('a batch does not leave unlisted when the chunk was held at a commit whose answer was lost, and is resumed', async () => {
  await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 1000 }]);
  const key = await sending.bulk(BODY);
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  const resume = async (): Promise<void> => {
    await until(chunk.dispatchId, 'done > 0');
    await sending.post('resumeNotification', [{ messageId: key }]);
  };
  let resumed: Promise<void> | undefined;
  const onCut = (): void => void (resumed = resume());
  line.cuts = [
    { where: 'answer', word: 'COMMIT', after: 'UPDATE delivery.chunk SET done', times: 1, onCut },
    // The worker cannot ask for the fate of the commit. It reads the position of the chunk.
    { where: 'request', word: 'pg_xact_status' },
  ];
  const work = worker.app.get(ChunkSenderService).sendChunk(chunk);
  await until(chunk.dispatchId, 'intent IS NOT NULL');
  await sending.post('pauseNotification', [{ messageId: key }]);
  await work;
  expect(resumed).toBeDefined();
  await resumed;
  // What was held at the commit has no ids in flight. So the chunk is released, and nothing of it has left.
  expect(await accepted()).toBe(250);
  await sending.simulators.faults(1, []);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  expect(await sending.simulators.duplicates()).toEqual([]);
}, 30_000);
