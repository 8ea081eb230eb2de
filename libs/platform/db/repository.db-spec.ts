import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AppError } from '#platform/errors';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { isUniqueViolation, type Database, type Statements } from './index.js';

@Entity({ name: 'book' })
class BookEntity {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'text', nullable: true })
  title!: string | null;
}

let fresh: FreshDatabase;
let db: Database;

beforeAll(async () => {
  fresh = await freshDatabase({ pool: 4 });
  db = fresh.db;
  await db.affected('CREATE TABLE book (id integer PRIMARY KEY, title text)');
});
beforeEach(() => db.affected('TRUNCATE book'));
afterAll(() => fresh.close());

const insert = (id: number, on: Statements = db) => on.repository(BookEntity).insert({ id, title: null });
const idsOutside = async (): Promise<number[]> =>
  (await db.outsideTransaction(() => db.rows<{ id: number }>('SELECT id FROM book ORDER BY id'))).map(({ id }) => id);

describe('Database.repository', () => {
  it('A repository of a transaction sees the SQL of that transaction, and commits with it', async () => {
    const visible = await db.tx(async (tx) => {
      await insert(1, tx);
      await tx.affected("UPDATE book SET title = 'SQL' WHERE id = 1");
      const book = await tx.repository(BookEntity).findOne({ where: { id: 1 }, lock: { mode: 'pessimistic_write' } });
      return { book: book?.title, outside: await idsOutside() };
    });
    expect(visible).toEqual({ book: 'SQL', outside: [] });
    expect(await idsOutside()).toEqual([1]);
  });

  it('A save through a repository is rolled back with its transaction', async () => {
    const failed = db.tx(async (tx) => {
      await tx.repository(BookEntity).save({ id: 1, title: 'saved' });
      throw new AppError('malformed', 'no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await idsOutside()).toEqual([]);
  });

  it('A repository joins the transaction of its async context', async () => {
    await db.inTransaction(async () => {
      await insert(1);
      await expect(insert(1)).rejects.toSatisfy(isUniqueViolation);
      await db.tx((tx) => insert(2, tx));
      expect(await idsOutside()).toEqual([]);
    });
    expect(await idsOutside()).toEqual([1, 2]);
  });

  it('A repository without a transaction commits each statement by itself, and returns the number of changed rows', async () => {
    await insert(1);
    expect(await idsOutside()).toEqual([1]);
    expect((await db.repository(BookEntity).update({ id: 1 }, { title: 'new' })).affected).toBe(1);
    expect((await db.repository(BookEntity).delete({ id: 2 })).affected).toBe(0);
  });

  it('A repository refuses to open a transaction of its own', async () => {
    await expect(db.repository(BookEntity).manager.transaction(async () => undefined)).rejects.toThrow('Database.tx');
  });
});
