import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ChunkSenderService } from '#libs/delivery';
import { type CuttableLine, openCuttableLine } from '../../support/database/cuttable-line.js';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** Three sub-batches. */
const COUNT = 600;
const BODY = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

/** Words of the statement by which a worker asks what its commit has stored. */
const QUESTION = 'IS NOT DISTINCT FROM $6';

let sending: Sending;
let line: CuttableLine;
let worker: AnotherWorker;
beforeAll(async () => {
  sending = await startSending();
  line = await openCuttableLine(sending.gateway.fresh.url);
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', COUNT));
});
/** A cut looks for words of statements, so the connections of the worker must not have prepared any. */
beforeEach(async () => {
  line.cuts = [];
  worker = await anotherWorker(sending, { DATABASE_URL: line.url });
});
afterEach(() => worker.close());
afterAll(async () => {
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

it('a batch whose ids were stored before a pause is under way, also when the answer to that commit was lost', async () => {
  await sending.simulators.clear();
  const key = await sending.bulk(BODY);
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  const pause = async (): Promise<void> => {
    await until(chunk.dispatchId, 'done > 0');
    await sending.post('pauseNotification', [{ messageId: key }]);
    line.cuts = line.cuts.filter(({ word }) => word !== QUESTION);
  };
  let paused: Promise<void> | undefined;
  const onCut = (): void => void (paused = pause());
  line.cuts = [
    { where: 'answer', word: 'COMMIT', after: 'UPDATE delivery.chunk SET done', times: 1, onCut },
    { where: 'request', word: 'pg_xact_status' },
    // The worker learns what became of its commit after the pause.
    { where: 'request', word: QUESTION },
  ];
  await worker.app.get(ChunkSenderService).sendChunk(chunk);
  await paused;
  expect(await accepted()).toBe(500);
  await sending.post('resumeNotification', [{ messageId: key }]);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  expect(await sending.simulators.duplicates()).toEqual([]);
  const inDoubt = 'SELECT 1 FROM delivery.in_doubt AS d WHERE d.dispatch_id = $1';
  expect(await sending.gateway.fresh.db.rows(inDoubt, [chunk.dispatchId])).toEqual([]);
}, 30_000);
