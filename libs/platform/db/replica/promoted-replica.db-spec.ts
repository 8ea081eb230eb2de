import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/runtime';
import { hasStandbyPair, StandbyPair } from '../../../../test/support/database/standby-pair.js';
import { findCommitOutcome, MARK_COLUMNS, type TransactionMark } from '../commit-outcome.js';
import { openDatabase, type Database } from '../index.js';

/** Transactions of the new primary, so that it gives the number of the lost one to another. */
const LATER = 50;

describe.skipIf(!hasStandbyPair())('Transaction that a promoted replica never received', () => {
  let pair: StandbyPair;
  let reader: Database;
  let writer: Database;

  beforeAll(async () => {
    pair = await StandbyPair.start({ isSynchronous: false });
    const logger = createLogger('test', 'silent');
    writer = await openDatabase(pair.primaryUrl, 1, logger);
    await writer.affected('CREATE TABLE entry (id integer PRIMARY KEY)');
    // The base backup may be of before the role and its database.
    await pair.untilReplayed();
    reader = await openDatabase(pair.standbyUrl, 1, logger);
  });
  afterAll(async () => {
    await Promise.all([reader.close(), writer.close()]);
    await pair.stop();
  });

  it('findCommitOutcome returns unknown for a transaction that the promoted replica never received', async () => {
    await pair.disconnect();
    const mark = await writer.tx(async (tx) => {
      await tx.affected('INSERT INTO entry (id) VALUES (1)');
      return tx.row<TransactionMark>(`SELECT ${MARK_COLUMNS}`);
    });
    await pair.kill();
    await pair.promote();
    for (let id = 2; id < LATER; id++) {
      await reader.tx(async (tx) => tx.affected('INSERT INTO entry (id) VALUES ($1)', [id]));
    }
    const ask = async (sql: string, params: string[]) => reader.run(sql, params);
    expect(mark && (await findCommitOutcome(mark, ask))).toBe('unknown');
    expect(await reader.rows('SELECT e.id FROM entry AS e WHERE e.id = 1')).toEqual([]);
  });
});
