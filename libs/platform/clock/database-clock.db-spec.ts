import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { DatabaseClock, type LocalClocks } from './index.js';

/** Far below the differences of these tests: the time of an answer of the database. */
const SLACK_MS = 10_000;
/** Less than the interval of the readings that come anyway. */
const FOUND = { timeout: 8000 };

const logger = createLogger('test', 'silent');
let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

/** A machine whose wall clock is wrong, and may be set, or which may be paused. */
class WrongClocks implements LocalClocks {
  private pausedMs = 0;

  constructor(public aheadMs: number) {}

  wall(): number {
    return Date.now() + this.aheadMs;
  }

  monotonic(): number {
    return performance.now() - this.pausedMs;
  }

  /** Acts as if the machine had slept until now: the monotonic clock did not go on. */
  pause(ms: number): void {
    this.pausedMs += ms;
  }
}

async function databaseMs(): Promise<number> {
  const row = await fresh.db.row<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    [],
  );
  return row?.ms ?? Number.NaN;
}

/** By how much the clock leaves what is certain: the time of the database before the call, and after it. */
async function error(clock: DatabaseClock): Promise<number> {
  const before = await databaseMs();
  const ms = clock.now().getTime();
  const after = await databaseMs();
  return ms < before ? ms - before : Math.max(0, ms - after);
}

async function withClock(local: LocalClocks, work: (clock: DatabaseClock) => Promise<void>): Promise<void> {
  const clock = await DatabaseClock.open(fresh.db, logger, local);
  try {
    await work(clock);
  } finally {
    clock.onModuleDestroy();
  }
}

describe('DatabaseClock', () => {
  it.each([0, 45_000, -45_000])(
    'DatabaseClock returns the time of the database in a process that is %i ms off',
    async (aheadMs) => {
      await withClock(new WrongClocks(aheadMs), async (clock) => {
        expect(Math.abs(await error(clock))).toBeLessThan(SLACK_MS);
        await sleep(50);
        expect(Math.abs(await error(clock))).toBeLessThan(SLACK_MS);
        expect(Math.abs(clock.offsetMs - aheadMs)).toBeLessThan(SLACK_MS);
      });
    },
  );

  it.each([45_000, -45_000])(
    'DatabaseClock stays right when the wall clock is set by %i ms, and reads the difference again',
    async (ms) => {
      const local = new WrongClocks(0);
      await withClock(local, async (clock) => {
        local.aheadMs = ms;
        expect(Math.abs(await error(clock))).toBeLessThan(SLACK_MS);
        await expect.poll(() => Math.abs(clock.offsetMs - ms), FOUND).toBeLessThan(SLACK_MS);
        expect(Math.abs(await error(clock))).toBeLessThan(SLACK_MS);
      });
    },
  );

  it('DatabaseClock is corrected after the machine was paused', async () => {
    const local = new WrongClocks(0);
    await withClock(local, async (clock) => {
      local.pause(45_000);
      clock.now();
      await expect.poll(async () => Math.abs(await error(clock)), FOUND).toBeLessThan(SLACK_MS);
    });
  });

  it('DatabaseClock returns the current moment inside a transaction, where now() stands still', async () => {
    await withClock(new WrongClocks(0), async (clock) => {
      await fresh.db.inTransaction(async () => {
        const began = await fresh.db.row<{ ms: number }>('SELECT (extract(epoch FROM now()) * 1000)::float8 AS ms', []);
        await sleep(20);
        await clock.refresh();
        expect(clock.now().getTime()).toBeGreaterThanOrEqual(Math.floor((began?.ms ?? Infinity) + 19));
      });
    });
  });

  it('DatabaseClock accepts a process that is 5 seconds off, and refuses one that is 15 seconds off', async () => {
    await withClock(new WrongClocks(5000), async (clock) => expect(() => clock.assertNearDatabase()).not.toThrow());
    await withClock(new WrongClocks(15_000), async (clock) =>
      expect(() => clock.assertNearDatabase()).toThrow(
        /^The clock of this machine is 1\d\.\d s ahead of the database's, more than 10 s: set it right \(NTP\) and start again$/,
      ),
    );
    await withClock(new WrongClocks(-15_000), async (clock) =>
      expect(() => clock.assertNearDatabase()).toThrow("behind the database's"),
    );
  });
});
