import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import type { Database, Tx } from './index.js';

const POOL = 6;
let fresh: FreshDatabase;
let db: Database;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: POOL });
  db = fresh.db;
  await db.affected('CREATE TABLE entry (id integer PRIMARY KEY, by text)');
});
beforeEach(() => db.affected('TRUNCATE entry'));
afterAll(() => fresh.close());

const add = (id: number, on: Pick<Database | Tx, 'affected'> = db): Promise<number> =>
  on.affected('INSERT INTO entry (id) VALUES ($1)', [id]);
const ids = async (): Promise<number[]> =>
  (await db.rows<{ id: number }>('SELECT e.id FROM entry AS e ORDER BY e.id')).map(({ id }) => id);
const idsOfOthers = (): Promise<number[]> => db.outsideTransaction(ids);
const failing = async (): Promise<never> => {
  throw new AppError('malformed', 'no');
};

describe('Database.inTransaction', () => {
  it('inTransaction joins the statements and transactions of one async context, and commits them together', async () => {
    const seen = await db.inTransaction(async () => {
      await add(1);
      await db.tx(async (tx) => {
        await add(2, tx);
        await add(3);
      });
      return { own: await ids(), others: await idsOfOthers(), isWithin: db.isInTransaction };
    });
    expect(seen).toEqual({ own: [1, 2, 3], others: [], isWithin: true });
    expect(await ids()).toEqual([1, 2, 3]);
    expect(db.isInTransaction).toBe(false);
  });

  it('inTransaction rolls back everything when it fails', async () => {
    const refused = db.inTransaction(async () => {
      await add(1);
      await db.tx((tx) => add(2, tx));
      await failing();
    });
    await expect(refused).rejects.toThrow('no');
    expect(await ids()).toEqual([]);
  });

  it('A transaction or statement that fails inside inTransaction is rolled back alone', async () => {
    await db.inTransaction(async () => {
      await add(1);
      await expect(db.tx(async (tx) => add(2, tx).then(failing))).rejects.toThrow('no');
      await expect(add(1)).rejects.toThrow(/duplicate key/);
      await expect(db.tx(async (tx) => add(3, tx).then(() => add(3, tx)))).rejects.toThrow(/duplicate key/);
      await db.tx(async () => {
        await expect(db.tx((tx) => add(1, tx))).rejects.toThrow(/duplicate key/);
        await add(4);
      });
    });
    expect(await ids()).toEqual([1, 4]);
  });

  it('inTransaction runs concurrent work one after another', async () => {
    await db.inTransaction(async () => {
      const outcomes = await Promise.allSettled([
        db.tx(async (tx) => add(1, tx).then(failing)),
        add(2),
        db.tx(async (tx) => Promise.all([add(3, tx), add(4, tx), tx.rows('SELECT 1 AS number')])),
        add(2),
        ids(),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        'rejected',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
    });
    expect(await ids()).toEqual([2, 3, 4]);
  });

  it('inTransaction runs afterCommit steps after the whole commit, and never those of a rolled-back part', async () => {
    const steps: string[] = [];
    const step = (tx: Tx, name: string): void =>
      tx.afterCommit(async () => {
        steps.push(`${name} ${String(await ids())} ${db.isInTransaction}`);
      });
    await db.inTransaction(async () => {
      await db.tx(async (tx) => {
        await add(1, tx);
        step(tx, 'first');
        await db.tx(async (inner) => step(inner, 'inner'));
      });
      await db
        .tx(async (tx) => {
          step(tx, 'undone');
          await failing();
        })
        .catch(() => undefined);
      expect(steps).toEqual([]);
      await add(2);
    });
    expect(steps).toEqual(['first 1,2 false', 'inner 1,2 false']);
    await db.inTransaction(() => db.tx(async (tx) => step(tx, 'refused')).then(failing)).catch(() => undefined);
    expect(steps).toHaveLength(2);
  });

  it('inTransaction refuses late statements of its context instead of running them outside the transaction', async () => {
    let late: (() => Promise<number>) | undefined;
    let notify = (): void => undefined;
    const ended = new Promise<void>((resolve) => (notify = resolve));
    let straggler: Promise<number> | undefined;
    await db.inTransaction(async () => {
      late = () => add(1);
      straggler = ended.then(() => add(2));
    });
    notify();
    await expect(straggler).rejects.toThrow('after the end of its transaction');
    expect(await late?.()).toBe(1);
    expect(await ids()).toEqual([1]);
  });

  it('inTransaction does not affect other requests', async () => {
    const secondResult = await db.inTransaction(async () => {
      await add(1);
      return idsOfOthers();
    });
    expect(secondResult).toEqual([]);
    const [, inside] = await Promise.all([
      db.inTransaction(() => add(2)),
      db.tx(async (tx) => {
        await add(3, tx);
        return db.isInTransaction;
      }),
    ]);
    expect(inside).toBe(false);
  });

  it('inTransaction leaves connections for work outside, however many transactions run at a time', async () => {
    const many = Array.from({ length: POOL * 5 }, (_, id) =>
      db.inTransaction(async () => {
        await add(id);
        return db.outsideTransaction(() => db.row<{ number: number }>('SELECT 1 AS number'));
      }),
    );
    expect(await Promise.all(many)).toHaveLength(POOL * 5);
    expect(await ids()).toHaveLength(POOL * 5);
  });

  it('inTransaction runs again after a rollback by a deadlock', async () => {
    await add(1);
    await add(2);
    const touch = (id: number, by: string): Promise<number> =>
      db.affected('UPDATE entry SET by = coalesce(by, $3) || $2 WHERE id = $1', [id, by, '']);
    let arrived = 0;
    let open = (): void => undefined;
    const both = new Promise<void>((resolve) => (open = resolve));
    const cross = (first: number, second: number, by: string): Promise<void> =>
      db.inTransaction(async () => {
        await touch(first, by);
        arrived += 1;
        if (arrived === 2) {
          open();
        }
        await both;
        await touch(second, by);
      });
    await Promise.all([cross(1, 2, 'a'), cross(2, 1, 'b')]);
    // Postgres may break both sides of a deadlock; each then runs again.
    expect(arrived).toBeGreaterThanOrEqual(3);
    const rows = await db.rows<{ by: string }>('SELECT e.by FROM entry AS e');
    expect(rows.map(({ by }) => by.split('').toSorted().join(''))).toEqual(['ab', 'ab']);
  });
});
