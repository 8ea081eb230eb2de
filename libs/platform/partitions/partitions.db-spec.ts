import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { PARTITIONED_TABLES } from './partitioned-tables.js';
import { dropExpiredPartitions, ensurePartitions, readPartitionStates } from './partitions.repository.js';

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

describe('Day partitions', () => {
  it('Day partitions are created from today to a week ahead, also by two processes at once', async () => {
    await Promise.all([ensurePartitions(fresh.db, FAR), ensurePartitions(fresh.db, FAR)]);
    await ensurePartitions(fresh.db, FAR);
    for (const table of DAILY) {
      expect(await days(table), table).toEqual(
        ['10', '11', '12', '13', '14', '15', '16', '17'].map((day) => `203105${day}`),
      );
    }
  });

  it('Day partitions are dropped past the retention of their kind, and the default partition stays', async () => {
    const later = new Date('2031-05-15T08:00:00Z');
    const { changed: dropped } = await dropExpiredPartitions(fresh.db, later, KEEP);
    expect(dropped.filter((name) => name.includes('2031'))).toEqual([
      'platform.outbox_20310510',
      'platform.outbox_20310511',
      'events.message_id_20310510',
      'events.message_id_20310511',
    ]);
    expect((await days('platform.outbox'))[0]).toBe('20310512');
    const nextYear = new Date('2032-05-15T08:00:00Z');
    await dropExpiredPartitions(fresh.db, nextYear, KEEP, ['2031-05-12']);
    expect(await days('delivery.push_result')).toEqual(['20310512']);
    expect(await days('events.event')).toEqual([]);
    await dropExpiredPartitions(fresh.db, nextYear, KEEP);
    expect(await days('delivery.push_result')).toEqual([]);
    expect(await months()).toEqual(['203105', '203106']);
    const row = await fresh.db.row<{ known: boolean }>(
      `SELECT to_regclass('delivery.push_result_default') IS NOT NULL AS known`,
    );
    expect(row?.known).toBe(true);
  });
});

describe('Month partitions', () => {
  it('A month partition is dropped when its last day has expired', async () => {
    await ensurePartitions(fresh.db, new Date('2031-12-31T23:59:00Z'));
    expect(await months()).toEqual(['203105', '203106', '203112', '203201']);
    const last = new Date('2032-07-04T08:00:00Z');
    expect((await dropExpiredPartitions(fresh.db, last, { ...KEEP, audit: 400 })).changed).not.toContain(
      'audit.entry_203105',
    );
    expect((await dropExpiredPartitions(fresh.db, last, { ...KEEP, audit: 399 })).changed).toContain(
      'audit.entry_203105',
    );
    expect(await months()).toEqual(['203106', '203112', '203201']);
  });
});

describe('Structure of a partition', () => {
  it('A new partition has the columns, indexes and triggers of its parent', async () => {
    await ensurePartitions(fresh.db, new Date('2035-02-01T00:00:00Z'));
    const differences = await fresh.db.rows<{ name: string }>(
      `SELECT c.oid::regclass::text AS name
         FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
        WHERE c.relname ~ '_2035' AND c.relkind = 'r'
          AND ((SELECT count(*) FROM pg_index x WHERE x.indrelid = c.oid AND x.indisvalid)
                 <> (SELECT count(*) FROM pg_index x WHERE x.indrelid = h.inhparent)
            OR (SELECT count(*) FROM pg_index x JOIN pg_inherits i ON i.inhrelid = x.indexrelid WHERE x.indrelid = c.oid)
                 <> (SELECT count(*) FROM pg_index x WHERE x.indrelid = h.inhparent)
            OR (SELECT array_agg((attname, atttypid, attnotnull, atthasdef)::text ORDER BY attname) FROM pg_attribute
                 WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped)
                 IS DISTINCT FROM
               (SELECT array_agg((attname, atttypid, attnotnull, atthasdef)::text ORDER BY attname) FROM pg_attribute
                 WHERE attrelid = h.inhparent AND attnum > 0 AND NOT attisdropped))`,
    );
    expect(differences).toEqual([]);
    const triggers = await fresh.db.row<{ tgname: string }>(
      `SELECT tgname FROM pg_trigger WHERE tgrelid = 'audit.entry_203502'::regclass AND tgname = 'entry_refuses_change'`,
    );
    expect(triggers).toBeDefined();
  });
});

describe('Reach of partitions', () => {
  it('The reach of partitions is reported in days for each table, with stray rows in the default partition', async () => {
    const now = new Date('2036-03-10T08:00:00Z');
    await ensurePartitions(fresh.db, now);
    const byTable = async (today: Date) =>
      Object.fromEntries((await readPartitionStates(fresh.db, today)).map((state) => [state.table, state]));
    expect((await byTable(now))['events.event']).toMatchObject({ daysAhead: 7, hasStrayRows: false });
    expect((await byTable(now))['audit.entry']).toMatchObject({ daysAhead: 51 });
    expect((await byTable(new Date('2036-03-15T00:00:00Z')))['events.event']).toMatchObject({ daysAhead: 2 });
    expect((await byTable(new Date('2036-03-18T00:00:00Z')))['events.event']).toMatchObject({ daysAhead: -1 });
    await fresh.db.affected(
      `INSERT INTO delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id, platform)
       VALUES (1, 1, '2036-04-02', 1, 1, 1, 1)`,
    );
    expect((await byTable(now))['delivery.click']).toMatchObject({ daysAhead: 7, hasStrayRows: true });
  });

  it('A day whose rows are in the default partition is refused, and the other days get their partitions', async () => {
    const { changed, refused } = await ensurePartitions(fresh.db, new Date('2036-04-01T08:00:00Z'));
    expect(refused).toEqual(['delivery.click_20360402']);
    expect(changed).toContain('delivery.click_20360403');
  });
});
