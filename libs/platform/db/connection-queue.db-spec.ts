import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/runtime';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';

const MAX_WAIT_MS = 2000;
const BUSY = expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: 5 }) as unknown;

/** Resolves once so many callers have come. */
function meeting(size: number): () => Promise<void> {
  let missing = size;
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    missing -= 1;
    if (missing <= 0) {
      open();
    }
    await isOpen;
  };
}

describe('ConnectionQueue', () => {
  let fresh: FreshDatabase;
  let opened: Database[];
  beforeEach(async () => {
    opened = [];
    fresh = await freshDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.map((db) => db.close()));
    await fresh.close();
  });

  async function open(pool: number, maxWaitMs?: number, isShared = true): Promise<Database> {
    const db = await openDatabase(fresh.url, pool, createLogger('test', 'silent'), { maxWaitMs, isShared });
    opened.push(db);
    return db;
  }

  const readNumber = (db: Database) => db.row<{ n: number }>('SELECT 1 AS n');

  it.each([2, 3, 4, 10])(
    'Forty transactions that each need a second connection all end with a pool of %i connections',
    async (pool) => {
      const db = await open(pool);
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          db.tx(async (tx) => {
            await tx.row('SELECT 1 AS n');
            return (await readNumber(db))?.n;
          }),
        ),
      );
      expect(answers).toEqual(Array.from({ length: 40 }, () => 1));
    },
  );

  it.each([2, 4, 10])(
    'Transactions of requests that step outside end beside plain ones with a pool of %i connections',
    async (pool) => {
      const db = await open(pool);
      const work = Array.from({ length: 60 }, (_, i) =>
        i % 2 === 0
          ? db.inTransaction(async () => {
              await readNumber(db);
              return (await db.outsideTransaction(() => db.tx((tx) => tx.row<{ n: number }>('SELECT 1 AS n'))))?.n;
            })
          : db.tx(async (tx) => {
              await tx.row('SELECT 1 AS n');
              return (await db.outsideTransaction(() => readNumber(db)))?.n;
            }),
      );
      expect(new Set(await Promise.all(work))).toEqual(new Set([1]));
    },
  );

  it('Transactions can wait for a read that a caller without a connection has begun', async () => {
    const db = await open(4);
    const isFull = meeting(2);
    let shared: () => Promise<unknown> = async () => undefined;
    const holders = [1, 2].map(() =>
      db.tx(async () => {
        await isFull();
        await new Promise(setImmediate);
        return shared();
      }),
    );
    const reading = isFull().then(() => db.outsideTransaction(() => readNumber(db)));
    shared = () => reading;
    expect(await Promise.all(holders)).toEqual([{ n: 1 }, { n: 1 }]);
  });

  it('A statement that gets no connection in time is refused, and the next one is answered', async () => {
    const db = await open(4, MAX_WAIT_MS);
    const [isFull, ends] = [meeting(3), meeting(3)];
    const holders = [1, 2].map(() =>
      db.tx(async () => {
        await isFull();
        await ends();
      }),
    );
    await isFull();
    const refused = await Promise.allSettled([readNumber(db), db.tx(async () => 1), db.inTransaction(async () => 1)]);
    expect(refused.map((answer) => (answer.status === 'rejected' ? (answer.reason as unknown) : answer.value))).toEqual(
      [BUSY, BUSY, BUSY],
    );
    await db.ping();
    await ends();
    await Promise.all(holders);
    expect(await readNumber(db)).toEqual({ n: 1 });
  });

  it('A request whose transaction cannot begin in time is refused, while plain statements are answered', async () => {
    const db = await open(10, MAX_WAIT_MS);
    const [isFull, ends] = [meeting(6), meeting(6)];
    const holders = Array.from({ length: 5 }, () =>
      db.inTransaction(async () => {
        await isFull();
        await ends();
      }),
    );
    await isFull();
    const refused = db.inTransaction(async () => 1);
    refused.catch(() => undefined);
    expect(await readNumber(db)).toEqual({ n: 1 });
    await expect(refused).rejects.toEqual(BUSY);
    await ends();
    await Promise.all(holders);
    expect(await db.inTransaction(async () => 1)).toBe(1);
  });

  it('Without turns a pool gives all its connections, and callers wait for as long as it takes', async () => {
    const db = await open(4, MAX_WAIT_MS, false);
    const meet = meeting(4);
    const transactions = Array.from({ length: 4 }, () => db.tx(() => meet()));
    const later = readNumber(db);
    await Promise.all(transactions);
    expect(await later).toEqual({ n: 1 });
  });
});
