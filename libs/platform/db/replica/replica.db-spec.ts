import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { hasStandbyPair, StandbyPair } from '../../../../test/support/database/standby-pair.js';
import { openProcessDatabase, type Database } from '../index.js';
import type { Freshness } from './replica.js';

const MAX_LAG_MS = 2000;
const SOON = { timeout: 30_000, interval: 100 };

/** Two real servers, of which one follows the other. */
describe.skipIf(!hasStandbyPair())('Reads from a replica', () => {
  let pair: StandbyPair;
  let db: Database;
  let nextId = 1;

  beforeAll(async () => {
    pair = await StandbyPair.start({ isSynchronous: false });
    const config = loadConfig({
      DATABASE_URL: pair.primaryUrl,
      DATABASE_READ_URL: pair.standbyUrl,
      DATABASE_READ_MAX_LAG_MS: String(MAX_LAG_MS),
      MASTER_KEY: 'x'.repeat(32),
    });
    db = await openProcessDatabase(config, createLogger('test', 'silent'), { pool: 4, rowSecurity: true });
    await db.affected('CREATE TABLE entry (id integer PRIMARY KEY)');
    await db.affected('CREATE TABLE busy (id integer PRIMARY KEY)');
    await pair.untilReplayed();
  });
  afterEach(() => pair.resumeReplay().catch(() => undefined));
  afterAll(async () => {
    await db.close();
    await pair.stop();
  });

  const ON_REPLICA = 'SELECT pg_is_in_recovery() AS "isReplica"';
  const place = async (freshness: Freshness): Promise<boolean | undefined> =>
    db.reads.within(freshness, async () => (await db.reads.row<{ isReplica: boolean }>(ON_REPLICA))?.isReplica);
  /** @returns whether the new entry is shown, and by the replica */
  const readNew = async (freshness: Freshness): Promise<unknown> => {
    const id = nextId++;
    await db.affected('INSERT INTO entry (id) VALUES ($1)', [id]);
    return db.reads.within(freshness, async () =>
      db.reads.row(
        'SELECT EXISTS (SELECT FROM entry AS e WHERE e.id = $1) AS "isShown", pg_is_in_recovery() AS "isReplica"',
        [id],
      ),
    );
  };
  const count = async (reason: string): Promise<number> => {
    const metric = db.metrics().find(({ name }) => name === 'herald_replica_reads_total');
    const values = (await metric?.read()) ?? [];
    return values.find(({ labels }) => labels?.['reason'] === reason)?.value ?? 0;
  };

  it('A read goes to the replica only inside reads.within, and never from a transaction', async () => {
    await expect.poll(() => place('recent'), SOON).toBe(true);
    expect((await db.reads.row<{ isReplica: boolean }>(ON_REPLICA))?.isReplica).toBe(false);
    expect(await db.inTransaction(() => place('recent'))).toBe(false);
    expect(await db.reads.within('recent', () => db.inTransaction(() => place('recent')))).toBe(false);
  });

  it('A read from the replica has the application of its caller and a statement time-out', async () => {
    const read = () =>
      db.reads.within('recent', async () =>
        db.reads
          .row(`SELECT current_setting('herald.app_id', true) AS app, current_setting('statement_timeout') AS "limit",
                             pg_is_in_recovery() AS "isReplica"`),
      );
    expect(await db.runForApplication(7, read)).toEqual({ app: '7', limit: '1min', isReplica: true });
  });

  it('A current read sees what was committed before it, in each of many rounds', async () => {
    for (let round = 0; round < 20; round++) {
      expect(await readNew('current')).toMatchObject({ isShown: true });
    }
    expect(await count('none')).toBeGreaterThan(0);
  });

  it('A current read goes to the primary while the replica lags, and returns to the replica afterwards', async () => {
    await pair.pauseReplay();
    expect(await readNew('current')).toEqual({ isShown: true, isReplica: false });
    // It is not waited for again and again.
    expect(await readNew('current')).toEqual({ isShown: true, isReplica: false });
    expect(await count('lag')).toBeGreaterThan(0);
    await pair.resumeReplay();
    await expect.poll(() => readNew('current'), SOON).toEqual({ isShown: true, isReplica: true });
  });

  it('A recent read from the replica is never older than the limit', async () => {
    await expect.poll(() => place('recent'), SOON).toBe(true);
    await pair.pauseReplay();
    const pausedAt = performance.now();
    await readNew('current');
    const ages: number[] = [];
    while ((await place('recent')) === true && performance.now() - pausedAt < 10 * MAX_LAG_MS) {
      ages.push(await db.reads.within('recent', async (ageMs) => ageMs));
      await sleep(50);
    }
    expect(Math.max(...ages)).toBeLessThanOrEqual(MAX_LAG_MS);
    expect(await place('recent')).toBe(false);
    await pair.resumeReplay();
    await expect.poll(() => place('recent'), SOON).toBe(true);
  });

  it('A read that replay cancels is repeated on the primary', async () => {
    const before = await count('conflict');
    const read = db.reads.within('recent', async () =>
      db.reads.row(
        'SELECT pg_is_in_recovery() AS "isReplica" FROM pg_sleep(CASE WHEN pg_is_in_recovery() THEN 20 ELSE 0 END), (SELECT count(*) FROM busy) AS b',
      ),
    );
    await sleep(300);
    await db.affected('TRUNCATE busy');
    expect(await read).toEqual({ isReplica: false });
    expect(await count('conflict')).toBe(before + 1);
  });

  it('A read of a table that the replica lacks is repeated on the primary', async () => {
    await expect.poll(() => place('recent'), SOON).toBe(true);
    await pair.pauseReplay();
    await db.affected('CREATE TABLE newer (id integer PRIMARY KEY)');
    const read = await db.reads.within('recent', async () => db.reads.rows('SELECT n.id FROM newer AS n'));
    expect(read).toEqual([]);
  });

  it('A read goes to the primary when the replica is unreachable', async () => {
    await pair.stopStandby();
    expect([await place('current'), await place('recent')]).toEqual([false, false]);
    expect(await count('away')).toBeGreaterThan(0);
  });
});
