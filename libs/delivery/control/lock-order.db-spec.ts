import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config';
import type { Database } from '#platform/db';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { ReplacedSendRepository } from '../dispatches/replaced-send.repository.js';
import { KeyTotalRepository } from '../key-totals/key-total.repository.js';
import { type TransactionalLease, TransactionalRepository } from '../transactional/transactional.repository.js';
import { CampaignControlRepository } from './campaign-control.repository.js';

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
  await fresh.db.affected('ANALYZE delivery.dispatch');
});
afterAll(() => fresh.close());
beforeEach(() => fresh.db.affected('DELETE FROM delivery.dispatch WHERE dispatch_id <= $1', [HIGH]));

/** Stores two sends, the one with the higher id in front of the other on the page. */
async function store(columns: string, values: string): Promise<void> {
  for (const id of [HIGH, LOW]) {
    await fresh.db.affected(
      `INSERT INTO delivery.dispatch
         (dispatch_id, app_id, notification_key, lane, message, target, options, offered_at, ${columns})
       VALUES ($1, 1, $2, 'single', '{}', '{}', '{}', now() - interval '1 day', ${values})`,
      [id, KEY],
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

describe('Statements that change several sends', () => {
  it.each(STATEMENTS)(
    'The %s locks in the order of ids, as the launch of an update does',
    async (_, [columns, values], run) => {
      await store(columns, values);
      const update = new pg.Client({ connectionString: fresh.url });
      await update.connect();
      const lock = (id: number) =>
        update.query('SELECT FROM delivery.dispatch WHERE dispatch_id = $1 FOR NO KEY UPDATE', [id]);
      try {
        await update.query('BEGIN');
        await lock(LOW);
        let isDone = false;
        const done = run(fresh.db).finally(() => (isDone = true));
        await expect.poll(async () => isDone || (await isWaiting()), { timeout: 20_000 }).toBe(true);
        const ends = await Promise.allSettled([lock(HIGH).then(() => update.query('COMMIT')), done]);
        expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      } finally {
        await update.end();
      }
    },
  );
});
