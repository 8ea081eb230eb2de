import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ChunkSenderService, TransactionalSenderService } from '#libs/delivery';
import { type Cut, type CuttableLine, openCuttableLine } from '../../support/database/cuttable-line.js';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** Two sub-batches of push or three of e-mail. */
const COUNT = 300;
/** Words of the statements that store ids in flight. */
const MARK = 'THEN $7::bytea END';
const LAUNCH = 'launched_at = s.launched_at';

let sending: Sending;
let line: CuttableLine;
let worker: AnotherWorker;
beforeAll(async () => {
  sending = await startSending();
  line = await openCuttableLine(sending.gateway.fresh.url);
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', COUNT));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'EMAIL', COUNT));
});
/** A cut looks for words of statements, so the connections of the worker must not have prepared any. */
beforeEach(async () => {
  line.cuts = [];
  await sending.simulators.clear();
  worker = await anotherWorker(sending, { DATABASE_URL: line.url });
});
afterEach(() => worker.close());
afterAll(async () => {
  line.close();
  await sending.close();
});

const MAIL = { message: { title: 'Hello', text: 'Hello', platforms: ['EMAIL'] }, target: { sendToAll: true } };
const PUSH = { message: { title: 'Hello', text: 'Hello', platforms: ['IOS'] }, target: { sendToAll: true } };

async function launched(body: object) {
  const key = await sending.bulk(body);
  await sending.launchDue();
  const [chunk] = await sending.openChunks();
  if (!chunk) {
    throw new Error('The campaign has no chunk');
  }
  return { key, chunk };
}

/** Recipients listed as in doubt, each as often as it is listed. */
const listed = (dispatchId: number): Promise<{ id: number }[]> =>
  sending.gateway.fresh.db.rows('SELECT d.recipient_id AS id FROM delivery.in_doubt AS d WHERE d.dispatch_id = $1', [
    dispatchId,
  ]);

/** Makes what a dead worker held claimable. */
async function endLeases(): Promise<void> {
  await sending.gateway.fresh.db.affected(
    "UPDATE delivery.chunk SET lease_until = now() - interval '1 second' WHERE state = 0 AND lease_until IS NOT NULL",
  );
}

it.each<Cut['where']>(['answer', 'request'])(
  'No recipient is in doubt when storing ids in flight is cut off at its %s',
  async (where) => {
    const { key, chunk } = await launched(MAIL);
    line.cuts = [{ where, word: MARK, times: 2 }];
    await worker.app
      .get(ChunkSenderService)
      .sendChunk(chunk)
      .catch(() => undefined);
    expect(line.cuts).toEqual([]);
    await endLeases();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    expect(await listed(chunk.dispatchId)).toEqual([]);
    expect(await sending.simulators.duplicates()).toEqual([]);
  },
);

it('No recipient is in doubt when the campaign is paused while the answer to storing the ids is lost', async () => {
  const { key, chunk } = await launched(MAIL);
  let paused: Promise<unknown> | undefined;
  const pause = async (): Promise<void> => {
    const { fresh } = sending.gateway;
    const marked = 'SELECT 1 FROM delivery.chunk WHERE dispatch_id = $1 AND intent IS NOT NULL';
    while (!(await fresh.db.row(marked, [chunk.dispatchId]))) {
      await sleep(5);
    }
    await sending.post('pauseNotification', [{ messageId: key }]);
    line.cuts = [];
  };
  line.cuts = [
    { where: 'answer', word: MARK, times: 1, onCut: () => void (paused = pause()) },
    // The next tries come after the pause.
    { where: 'request', word: MARK },
  ];
  await worker.app
    .get(ChunkSenderService)
    .sendChunk(chunk)
    .catch(() => undefined);
  await paused;
  await endLeases();
  await sending.post('resumeNotification', [{ messageId: key }]);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  expect(await listed(chunk.dispatchId)).toEqual([]);
});

it.each<Cut['where']>(['answer', 'request'])(
  'No recipient is in doubt when the launch of transactional sends is cut off at its %s',
  async (where) => {
    const { db } = sending.gateway.fresh;
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      message: { title: 'Code', subject: 'Code', message: 'Code', platforms: ['EMAIL'] },
    });
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: 'email-1' } });
    const row = await db.row<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
      [notificationKey],
    );
    const id = row?.id ?? 0;
    line.cuts = [{ where, word: LAUNCH, times: 2 }];
    const transactional = worker.app.get(TransactionalSenderService);
    await transactional.send([id]);
    await transactional.waitUntilIdle();
    expect(line.cuts).toEqual([]);
    await endLeases();
    await db.affected("UPDATE delivery.dispatch SET lease_until = now() - interval '1 second' WHERE dispatch_id = $1", [
      id,
    ]);
    await sending.drain();
    expect(await sending.ends(notificationKey)).toEqual({ SUCCESS: 1 });
    expect(await listed(id)).toEqual([]);
    expect(await sending.simulators.duplicates()).toEqual([]);
  },
);

it('A decision about ids in flight whose commit answer was lost lists each recipient once', async () => {
  const { key, chunk } = await launched(PUSH);
  // A worker died after it had stored its ids in flight.
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.chunk SET intent = ids, intent_at = now(), lease_until = now() - interval '1 second', epoch = 1
      WHERE chunk_id = $1`,
    [chunk.chunkId],
  );
  line.cuts = [
    { where: 'answer', word: 'COMMIT', after: 'UPDATE delivery.chunk SET done', times: 1 },
    // The worker cannot ask for the fate of the commit, so it tries again.
    { where: 'request', word: 'pg_xact_status' },
  ];
  await worker.app.get(ChunkSenderService).sendChunk(chunk);
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  const ids = (await listed(chunk.dispatchId)).map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids).toHaveLength(COUNT);
});

it('A stopped recipient whose push may have been taken ends in doubt, not as skipped', async () => {
  await sending.simulators.faults(1, [{ provider: 'apns', share: 1, fault: 'reset', when: 'after' }]);
  const { key, chunk } = await launched(PUSH);
  await worker.app.get(ChunkSenderService).sendChunk(chunk);
  const inDoubt = (await listed(chunk.dispatchId)).length;
  expect(inDoubt).toBeGreaterThan(0);
  await sending.post('stopNotification', [{ messageId: key }]);
  await sending.simulators.faults(1, []);
  await sending.drain();
  const ends = await sending.ends(key);
  expect(ends['FAILED IN_DOUBT']).toBe(inDoubt);
  expect((await sending.dispatch(key)).settled).toBe(COUNT);
});
