import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChunkSenderService } from '#libs/delivery';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const PUSHES = 600;
const MAILS = 150;
const BODY = {
  message: { title: 'Hello', text: 'Hello', subject: 'Hello', htmlText: '<p>Hello</p>', platforms: ['IOS', 'EMAIL'] },
  target: { sendToAll: true },
};
const LEASE_MS = 3000;

let sending: Sending;
let secondWorker: AnotherWorker;
let observer: pg.Client;
beforeAll(async () => {
  sending = await startSending({ LEASE_MS: String(LEASE_MS) });
  secondWorker = await anotherWorker(sending, { LEASE_MS: String(LEASE_MS) });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', PUSHES));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'EMAIL', MAILS));
  observer = new pg.Client({
    connectionString: sending.gateway.fresh.url,
    options: '-c default_transaction_read_only=off',
  });
  await observer.connect();
  await observer.query(`
    CREATE FUNCTION public.is_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END $$`);
});
afterAll(async () => {
  await observer.end();
  await secondWorker.close();
  await sending.close();
});
beforeEach(() => sending.simulators.clear());
afterEach(() => sending.simulators.faults(1, []));

/** A campaign that is under way on both channels. */
async function campaignUnderWay(): Promise<{ key: number; dispatchId: number; work: Promise<unknown> }> {
  const rules = ['apns', 'smtp'].map((provider) => ({ provider, share: 1, latencyMs: 500 }));
  await sending.simulators.faults(1, rules);
  const key = await sending.bulk(BODY);
  await sending.launchDue();
  const chunks = await sending.openChunks();
  const work = Promise.all(chunks.map((chunk) => sending.chunks.sendChunk(chunk)));
  const dispatchId = chunks[0]?.dispatchId ?? 0;
  const sql = 'SELECT count(intent)::integer AS n FROM delivery.chunk WHERE dispatch_id = $1';
  while ((await observer.query<{ n: number }>(sql, [dispatchId])).rows[0]?.n !== chunks.length) {
    await sleep(5);
  }
  return { key, dispatchId, work };
}

/** Another worker that tries to take over whatever it may, until it is asked to stop. */
function takeOver(): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sending
        .openChunks()
        .then((chunks) => Promise.all(chunks.map((chunk) => secondWorker.app.get(ChunkSenderService).sendChunk(chunk))))
        .catch(() => undefined);
      await sleep(50);
    }
  };
  const ended = loop();
  return async () => {
    stopping.abort();
    await ended;
  };
}

async function expectOneEach(key: number, dispatchId: number): Promise<void> {
  await sending.drain();
  expect(await sending.ends(key)).toEqual({ SUCCESS: PUSHES + MAILS });
  expect(await sending.simulators.duplicates()).toEqual([]);
  const doubt = await observer.query('SELECT 1 FROM delivery.in_doubt WHERE dispatch_id = $1', [dispatchId]);
  expect(doubt.rowCount).toBe(0);
}

describe('Database without writes in the middle of a campaign', () => {
  it('A read-only database causes no lost message and no duplicate, and requests are refused with 503', async () => {
    const { key, dispatchId, work } = await campaignUnderWay();
    const name = new URL(sending.gateway.fresh.url).pathname.slice(1);
    await observer.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    // A fail-over: the connections break, and new ones reach a server that takes no writes.
    await observer.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await sleep(100);
    const answers = [];
    for (let count = 0; count < 5; count++) {
      answers.push(await sending.gateway.call('/rest/3.0/sendBulkNotification', { body: BODY }));
      await sleep(200);
    }
    await observer.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    expect(answers.map(({ status, json }) => ({ status, code: (json as { code: number }).code }))).toEqual(
      answers.map(() => ({ status: 503, code: 2031 })),
    );
    expect(answers.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    await work;
    await expectOneEach(key, dispatchId);
  }, 60_000);

  it('Cancelled writes of results cause no lost message and no duplicate', async () => {
    const { key, dispatchId, work } = await campaignUnderWay();
    await observer.query(
      'CREATE TRIGGER cancelled BEFORE INSERT ON delivery.push_result FOR EACH STATEMENT EXECUTE FUNCTION public.is_cancelled()',
    );
    await sleep(2000);
    await observer.query('DROP TRIGGER cancelled ON delivery.push_result');
    await work;
    await expectOneEach(key, dispatchId);
  }, 60_000);

  it('Results locked for longer than a lease cause no lost message, no duplicate and no takeover', async () => {
    const { key, dispatchId, work } = await campaignUnderWay();
    await observer.query('BEGIN; LOCK TABLE delivery.push_result IN SHARE MODE');
    const stop = takeOver();
    await sleep(2 * LEASE_MS);
    await observer.query('COMMIT');
    await stop();
    await work;
    await expectOneEach(key, dispatchId);
  }, 60_000);
});
