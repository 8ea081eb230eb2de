import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config';
import type { Database } from '#platform/db';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { ReplacedSendRepository } from '../dispatches/replaced-send.repository.js';
import { KeyTotalRepository } from '../key-totals/key-total.repository.js';
import {
  type CompletedChunk,
  type TransactionalLease,
  TransactionalRepository,
} from '../transactional/transactional.repository.js';
import type { ChunkCounts, ChunkKey } from '../model/delivery.types.js';
import { encodeIds } from '../model/recipient-set.js';
import { ResultRepository } from '../sending/result.repository.js';
import { CampaignControlRepository } from './campaign-control.repository.js';
import { OpenChunkRepository } from './open-chunk.repository.js';
import { PacingRepository } from './pacing.repository.js';

const LOW = 5;
const HIGH = 900;
const KEY = 3;
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  // Postgres would read the whole table for a few sends, in its order on the disk.
  await fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state)
     SELECT n, 1, 1, 'single', '{}', '{}', '{}', 3 FROM generate_series(1000, 6000) AS n`,
  );
  await fresh.db.affected(
    `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids)
     SELECT n % 100, 1, n, n, 5, 1, 1, 1, $1 FROM generate_series(1000, 6000) AS n`,
    [encodeIds([1])],
  );
  await fresh.db.affected('ANALYZE delivery.dispatch, delivery.chunk');
});
afterAll(() => fresh.close());
beforeEach(() => clear());

async function clear(): Promise<void> {
  await fresh.db.affected('DELETE FROM delivery.dispatch WHERE dispatch_id <= $1', [HIGH]);
  await fresh.db.affected('DELETE FROM delivery.chunk WHERE chunk_id <= $1', [HIGH]);
  await fresh.db.affected('DELETE FROM delivery.retry');
}

/** Stores two sends, the one with the higher id in front of the other on the page. */
async function store(columns: string, values: string, options = '{}'): Promise<void> {
  for (const id of [HIGH, LOW]) {
    await fresh.db.affected(
      `INSERT INTO delivery.dispatch
         (dispatch_id, app_id, notification_key, lane, message, target, options, offered_at, ${columns})
       VALUES ($1, 1, $2, 'single', '{}', '{}', $3, now() - interval '1 day', ${values})`,
      [id, KEY, options],
    );
  }
}

async function isWaiting(): Promise<boolean> {
  const rows = await fresh.db.rows(
    `SELECT FROM pg_stat_activity AS a
      WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND a.pid <> pg_backend_pid()`,
  );
  return rows.length > 0;
}

const config = { LEASE_MS: 10_000, REOFFER_MS: 60_000 } as Config;
const campaigns = new CampaignControlRepository();
const dispatches = (db: Database) => new DispatchRepository(db, config, new KeyTotalRepository());
const launch = (dispatchId: number) => {
  return {
    lease: { dispatchId, epoch: 0, day: '2031-05-10', launchedAt: new Date() } as TransactionalLease,
    planned: 0,
  };
};
const bothIds = [HIGH, LOW];

const STORED = ['due_at', "now() - interval '1 day'"] as const;
const PAUSED = ['due_at, paused_at, pause_reason', "now(), now(), 'ASKED'"] as const;
const STATEMENTS: [string, readonly [string, string], (db: Database) => Promise<unknown>][] = [
  ['recovery of launches', STORED, (db) => dispatches(db).claimUnlaunched()],
  ['end of sends', ['state', '2'], (db) => dispatches(db).finishCompleted(bothIds)],
  [
    'launch of single sends',
    STORED,
    (db) => new TransactionalRepository(db).storeLaunches(db, bothIds.map(launch), [], 1),
  ],
  ['approval', ['due_at', 'NULL'], (db) => db.tx((tx) => dispatches(db).approve(tx, 1, bothIds))],
  ['rejection', ['due_at', 'NULL'], (db) => db.tx((tx) => dispatches(db).reject(tx, 1, bothIds))],
  ['pause by key', STORED, (db) => db.tx((tx) => campaigns.pause(tx, 1, { keys: [KEY] }))],
  ['pause by id', STORED, (db) => db.tx((tx) => campaigns.pause(tx, 1, { sends: bothIds }))],
  ['pause of everything', STORED, (db) => db.tx((tx) => campaigns.pauseAll(tx, 'COPIED'))],
  ['resumption', PAUSED, (db) => db.tx((tx) => campaigns.resume(tx, 1, { keys: [KEY] }))],
  ['stop', STORED, (db) => db.tx((tx) => campaigns.stop(tx, 1, { keys: [KEY] }))],
  ['stop by reason', PAUSED, (db) => db.tx((tx) => campaigns.stopByReason(tx, 'ASKED'))],
  ['change of speed', STORED, (db) => db.tx((tx) => campaigns.changeSpeed(tx, 1, KEY, null))],
  ['mark of replaced sends', STORED, (db) => db.tx((tx) => new ReplacedSendRepository(db).markSends(tx, 1, bothIds))],
];

/** Chunks that a statement changes, the one with the higher id first. */
const CHUNKS = {
  'two sends': [
    { vb: 1, appId: 1, dispatchId: HIGH, chunkId: HIGH },
    { vb: 2, appId: 1, dispatchId: LOW, chunkId: LOW },
  ],
  'one send': [
    { vb: 2, appId: 1, dispatchId: LOW, chunkId: HIGH },
    { vb: 1, appId: 1, dispatchId: LOW, chunkId: LOW },
  ],
} as const;

/** Stores open chunks with one recipient each, the first in front on the page and waiting longest. */
async function storeChunks(chunks: readonly ChunkKey[], columns: string, values: string): Promise<void> {
  for (const { vb, dispatchId, chunkId } of chunks) {
    await fresh.db.affected(
      `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, ids, epoch, offered_at, ${columns})
       VALUES ($1, 1, $2, $3::bigint, 5, 1, $4, 1, now() - interval '1 day' - $3::bigint * interval '1 second', ${values})`,
      [vb, dispatchId, chunkId, encodeIds([1])],
    );
  }
}

/** Stores a due retry of each send. */
async function storeRetries(): Promise<void> {
  for (const id of bothIds) {
    await fresh.db.affected(
      `INSERT INTO delivery.retry (vb, app_id, dispatch_id, channel, recipient_id, attempt, due_at, expires_at)
       VALUES (1, 1, $1::bigint, 5, 1, 1, now() - $1::bigint * interval '1 second', now() + interval '1 day')`,
      [id],
    );
  }
}

const NO_RESULTS: ChunkCounts = { sent: [], failed: [], skipped: [] };
const complete = (chunks: readonly ChunkKey[]): CompletedChunk[] =>
  chunks.map((key) => ({
    chunk: { ...key, epoch: 1, counts: NO_RESULTS } as CompletedChunk['chunk'],
    dispatch: { day: '2031-05-10' },
    results: [],
  }));
const replaced = (db: Database) => new ReplacedSendRepository(db);

const SENDING = ['state, due_at', '2, now()'] as const;
const SKIPPED_LATE = [...SENDING, '{"late":{"policy":"skip","afterMinutes":5}}'] as const;
const PAUSED_LATE = [...SENDING, '{"late":{"policy":"ask","afterMinutes":5}}'] as const;
const OPEN = ['hold', '0'] as const;
const WAITING = ['hold, due_at', "1, now() - interval '1 day'"] as const;
type Columns = readonly [string, string, options?: string];
type ChunkStatement = (db: Database, chunks: readonly ChunkKey[]) => Promise<unknown>;
const CHUNK_STATEMENTS: [string, Columns, readonly [string, string], ChunkStatement][] = [
  [
    'commit of small chunks',
    SENDING,
    OPEN,
    (db, chunks) => db.tx((tx) => new TransactionalRepository(db).completeChunks(tx, complete(chunks))),
  ],
  [
    'recovery of chunks',
    SENDING,
    OPEN,
    (db) => new OpenChunkRepository(db, config).claimOpen([{ lane: 'single', channel: 'sms' }]),
  ],
  ['mark of all chunks', SENDING, OPEN, (db) => db.tx((tx) => replaced(db).markAllChunks(tx, 1, bothIds))],
  ['mark of some chunks', SENDING, OPEN, (db, chunks) => db.tx((tx) => replaced(db).markChunks(tx, 1, chunks))],
  ['end of late chunks', SKIPPED_LATE, WAITING, (db) => db.tx((tx) => new PacingRepository(db).applyLatePolicy(tx))],
  ['pause for late chunks', PAUSED_LATE, WAITING, (db) => db.tx((tx) => new PacingRepository(db).applyLatePolicy(tx))],
  ['pause', SENDING, OPEN, (db) => db.tx((tx) => campaigns.pause(tx, 1, { keys: [KEY] }))],
];

/**
 * Runs a statement while another transaction has locked the send or chunk with the lower id, and locks the other one
 * then. It fails for the one or the other where the statement has begun with the higher id.
 */
async function runBeside(
  run: (db: Database) => Promise<unknown>,
  lock: (client: pg.Client, id: number) => Promise<unknown>,
): Promise<string[]> {
  const other = new pg.Client({ connectionString: fresh.url });
  await other.connect();
  try {
    await other.query('BEGIN');
    await lock(other, LOW);
    let isDone = false;
    const done = run(fresh.db).finally(() => (isDone = true));
    await expect.poll(async () => isDone || (await isWaiting()), { timeout: 20_000 }).toBe(true);
    const ends = await Promise.allSettled([lock(other, HIGH).then(() => other.query('COMMIT')), done]);
    return ends.map(({ status }) => status);
  } finally {
    await other.end();
  }
}
const FULFILLED = ['fulfilled', 'fulfilled'];

describe('Statements that change several sends', () => {
  it.each(STATEMENTS)(
    'The %s locks in the order of ids, as the launch of an update does',
    async (_, [columns, values], run) => {
      await store(columns, values);
      const lock = (client: pg.Client, id: number) =>
        client.query('SELECT FROM delivery.dispatch WHERE dispatch_id = $1 FOR NO KEY UPDATE', [id]);
      expect(await runBeside(run, lock)).toEqual(FULFILLED);
    },
  );
});

describe.each(['two sends', 'one send'] as const)('Statements that change several chunks of %s', (place) => {
  it.each(CHUNK_STATEMENTS)(
    'The %s locks chunks in the order of their sends, buckets and ids',
    async (_, sendColumns, chunkColumns, run) => {
      await store(...sendColumns);
      await storeChunks(CHUNKS[place], ...chunkColumns);
      const lock = (client: pg.Client, id: number) =>
        client.query('SELECT FROM delivery.chunk WHERE chunk_id = $1 FOR NO KEY UPDATE', [id]);
      expect(await runBeside((db) => run(db, CHUNKS[place]), lock)).toEqual(FULFILLED);
    },
  );
});

describe('Recovery of retries', () => {
  const lockSend = (client: pg.Client, id: number) =>
    client.query('SELECT FROM delivery.dispatch WHERE dispatch_id = $1 FOR NO KEY UPDATE', [id]);
  const makeDue = (client: pg.Client, ids: readonly number[]) =>
    client.query('UPDATE delivery.retry SET due_at = now() WHERE dispatch_id = ANY ($1)', [ids]);

  it.each<[string, (client: pg.Client, id: number) => Promise<unknown>]>([
    ['each send and its retries', async (client, id) => [await lockSend(client, id), await makeDue(client, [id])]],
    [
      'both sends, and then all retries',
      async (client, id) => [await lockSend(client, id), id === HIGH && (await makeDue(client, bothIds))],
    ],
    ['one send, and its retries', async (client, id) => (id === LOW ? lockSend(client, id) : makeDue(client, [LOW]))],
  ])('The recovery locks sends before their retries, as a stop does that locks %s', async (_, lock) => {
    const lockedIds: number[] = [];
    const recover = (db: Database) =>
      db.tx(async (tx) => {
        for (const { dispatchId } of await new ResultRepository().takeDueRetries(tx)) {
          await dispatches(db).lockHoldReason(tx, dispatchId);
          lockedIds.push(dispatchId);
        }
      });
    await store(...SENDING);
    await storeRetries();
    expect(await runBeside(recover, lock)).toEqual(FULFILLED);
    await recover(fresh.db);
    expect(lockedIds.toSorted((a, b) => a - b)).toEqual([LOW, HIGH]);
  });
});
