import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { dropExpiredPartitions, ensurePartitions, PARTITIONED_TABLES } from './partitions.repository.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

const FAR = new Date('2031-05-10T08:00:00Z');
const KEEP = { feed: 3, results: 40, events: 100, audit: 400 };
const DAILY = Object.keys(PARTITIONED_TABLES).filter((table) => table !== 'audit.entry');

async function days(table: string): Promise<string[]> {
  const rows = await fresh.db.rows<{ day: string }>(
    `SELECT right(c.relname, 8) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = $1::regclass AND c.relname ~ '_2031[0-9]{4}$' ORDER BY 1`,
    [table],
  );
  return rows.map(({ day }) => day);
}

/** Partitions of the audit log in the years of this test. */
async function months(): Promise<string[]> {
  const rows = await fresh.db.rows<{ month: string }>(
    `SELECT right(c.relname, 6) AS month FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'audit.entry'::regclass AND c.relname ~ '_203[1-9][0-9]{2}$' ORDER BY 1`,
  );
  return rows.map(({ month }) => month);
}

describe('day partitions', () => {
  it('are created from today to a week ahead, once, by the first process', async () => {
    await Promise.all([ensurePartitions(fresh.db, FAR), ensurePartitions(fresh.db, FAR)]);
    await ensurePartitions(fresh.db, FAR);
    for (const table of DAILY) {
      expect(await days(table), table).toEqual(
        ['10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `203105${day}`),
      );
    }
  });

  it('are dropped past the retention of their kind, and the default partition never', async () => {
    const later = new Date('2031-05-15T08:00:00Z');
    const dropped = await dropExpiredPartitions(fresh.db, later, KEEP);
    expect(dropped.filter((name) => name.includes('2031'))).toEqual([
      'platform.outbox_20310510',
      'platform.outbox_20310511',
      'events.message_id_20310510',
      'events.message_id_20310511',
    ]);
    expect((await days('platform.outbox'))[0]).toBe('20310512');
    await dropExpiredPartitions(fresh.db, new Date('2032-05-15T08:00:00Z'), KEEP);
    expect(await days('delivery.push_result')).toEqual([]);
    expect(await months()).toEqual(['203105', '203106']);
    const row = await fresh.db.row<{ known: boolean }>(
      `SELECT to_regclass('delivery.push_result_default') IS NOT NULL AS known`,
    );
    expect(row?.known).toBe(true);
  });
});

describe('month partitions', () => {
  it('are dropped when their last day has expired', async () => {
    await ensurePartitions(fresh.db, new Date('2031-12-31T23:59:00Z'));
    expect(await months()).toEqual(['203105', '203106', '203112', '203201']);
    const last = new Date('2032-07-04T08:00:00Z');
    expect(await dropExpiredPartitions(fresh.db, last, { ...KEEP, audit: 400 })).not.toContain('audit.entry_203105');
    expect(await dropExpiredPartitions(fresh.db, last, { ...KEEP, audit: 399 })).toContain('audit.entry_203105');
    expect(await months()).toEqual(['203106', '203112', '203201']);
  });
});
