import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/runtime';
import { type CuttableLine, openCuttableLine } from '../../../test/support/database/cuttable-line.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { findCommitOutcome, MARK_COLUMNS, type TransactionMark } from './commit-outcome.js';
import { openDatabase, type Database } from './index.js';

let line: CuttableLine;
let fresh: FreshDatabase;
let db: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.affected('CREATE TABLE entry (id integer PRIMARY KEY)');
  line = await openCuttableLine(fresh.url);
  db = await openDatabase(line.url, 4, createLogger('test', 'silent'));
});
beforeEach(async () => {
  line.cuts = [];
  await fresh.db.affected('TRUNCATE entry');
});
afterAll(async () => {
  await db.close();
  line.close();
  await fresh.close();
});

const rows = (): Promise<number> => fresh.db.rows('SELECT e.id FROM entry AS e').then(({ length }) => length);

describe('Broken connection during a commit', () => {
  it('A transaction succeeds for the caller when the commit was done before the connection broke', async () => {
    line.cuts = [{ where: 'answer', word: 'COMMIT' }];
    let isAfter = false;
    const answer = await db.tx(async (tx) => {
      tx.afterCommit(async () => void (isAfter = true));
      await tx.affected('INSERT INTO entry (id) VALUES (1)');
      return 'done';
    });
    expect([answer, isAfter, await rows()]).toEqual(['done', true, 1]);
  });

  it('A transaction fails as unavailable when the connection broke before the commit was done', async () => {
    line.cuts = [{ where: 'request', word: 'COMMIT' }];
    const refused = db.tx((tx) => tx.affected('INSERT INTO entry (id) VALUES (1)'));
    await expect(refused).rejects.toThrow('The database is away');
    expect(await rows()).toBe(0);
  });
});

describe('runIdempotent', () => {
  const insert = (id: number) =>
    db.runIdempotent('INSERT INTO entry AS e (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [id]);
  const word = 'INSERT INTO entry';

  it('runIdempotent changes the row once, whether its request or its answer was lost', async () => {
    for (const [index, where] of (['answer', 'request'] as const).entries()) {
      line.cuts = [{ where, word, times: 1 }];
      await insert(index);
      expect([where, await rows(), line.cuts]).toEqual([where, index + 1, []]);
    }
  });

  it('runIdempotent reports an unknown outcome when no answer comes', async () => {
    line.cuts = [{ where: 'request', word }];
    await expect(insert(1)).rejects.toThrow('not known');
  });

  it('runIdempotent rejects a wrong statement', async () => {
    await expect(insert(2 ** 40)).rejects.toThrow('out of range');
  });
});

describe('findCommitOutcome', () => {
  const ask = async (sql: string, params: string[]) => ({
    rows: await fresh.db.rows<Record<string, unknown>>(sql, params),
    rowCount: 1,
  });

  it('findCommitOutcome returns unknown when no session or server of before is left, as the number may be reused', async () => {
    const mark = await fresh.db.tx(async (tx) => {
      await tx.affected('INSERT INTO entry (id) VALUES (1)');
      return tx.row<TransactionMark>(`SELECT ${MARK_COLUMNS}`);
    });
    expect(mark && (await findCommitOutcome(mark, ask))).toBe('committed');
    expect(mark && (await findCommitOutcome({ ...mark, began: '-infinity' }, ask))).toBe('unknown');
    expect(mark && (await findCommitOutcome({ ...mark, server: '-infinity' }, ask))).toBe('unknown');
  });

  it('findCommitOutcome waits while the server is away or the commit is under way', async () => {
    let attempts = 0;
    const fate = findCommitOutcome({ xid: '1', began: 'now', server: 'now' }, async () => {
      attempts += 1;
      if (attempts === 1) {
        throw new Error('away');
      }
      return { rows: [{ fate: attempts === 2 ? 'in progress' : 'aborted', isSame: false }], rowCount: 1 };
    });
    expect([await fate, attempts]).toEqual(['aborted', 3]);
  });
});
