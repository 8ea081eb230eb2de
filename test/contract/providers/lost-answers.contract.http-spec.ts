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
const QUESTION = 'AS "isDecided"';

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

async function launched() {
  const key = await sending.bulk(BODY);
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  return { key, chunk };
}

/** Waits for a state of the only chunk of a dispatch. */
async function until(dispatchId: number, condition: string): Promise<void> {
  const { fresh, appId } = sending.gateway;
  const sql = `SELECT 1 FROM delivery.chunk WHERE app_id = $1 AND dispatch_id = $2 AND ${condition}`;
  while (!(await fresh.db.row(sql, [appId, dispatchId]))) {
    await sleep(5);
  }
}

it('A batch leaves with its ids in flight after a commit with a lost answer held its chunk, and a resume', async () => {
  await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 1000 }]);
  const { key, chunk } = await launched();
  const resume = async (): Promise<void> => {
    await until(chunk.dispatchId, 'done > 0');
    await sending.post('resumeNotification', [{ messageId: key }]);
    line.cuts = line.cuts.filter(({ word }) => word !== QUESTION);
  };
  let resumed: Promise<void> | undefined;
  const onCut = (): void => void (resumed = resume());
  line.cuts = [
    { where: 'answer', word: 'COMMIT', after: 'UPDATE delivery.chunk SET done', times: 1, onCut },
    // The worker cannot ask for the fate of the commit. It reads the position of the chunk, after the campaign goes on.
    { where: 'request', word: 'pg_xact_status' },
    { where: 'request', word: QUESTION },
  ];
  const work = worker.app.get(ChunkSenderService).sendChunk(chunk);
  await until(chunk.dispatchId, 'intent IS NOT NULL');
  await sending.post('pauseNotification', [{ messageId: key }]);
  // Messages held at the commit have no ids in flight. These are stored before it leaves.
  await until(chunk.dispatchId, 'done = 250 AND intent IS NOT NULL');
  await work;
  expect(resumed).toBeDefined();
  await resumed;
  await sending.simulators.faults(1, []);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  expect(await sending.simulators.duplicates()).toEqual([]);
});

it('A batch that has not begun to leave obeys a pause, even if the answer to its commit was lost', async () => {
  await sending.simulators.clear();
  const { key, chunk } = await launched();
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
  expect(await accepted()).toBe(250);
  await sending.post('resumeNotification', [{ messageId: key }]);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  expect(await sending.simulators.duplicates()).toEqual([]);
  const inDoubt = 'SELECT 1 FROM delivery.in_doubt AS d WHERE d.dispatch_id = $1';
  expect(await sending.gateway.fresh.db.rows(inDoubt, [chunk.dispatchId])).toEqual([]);
});
