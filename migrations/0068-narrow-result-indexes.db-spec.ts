import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../test/support/database/database.js';
import { openMigrating, runMigration } from '../test/support/database/migrations/migrating.js';
import { openUsersRoom, type UsersRoom } from '../test/support/rooms/users-room.js';
import { NarrowResultIndexes0068 } from './0068-narrow-result-indexes.js';
import { ResultsByRecipient0100 } from './0100-results-by-recipient.js';

const DAYS = ['2031-05-10', '2031-05-11', '2031-05-12'];

let fresh: FreshDatabase;
let room: UsersRoom;
let appId: number;
let reader: pg.Client;
let writer: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  room = await openUsersRoom(fresh);
  appId = (await room.applying.apply({ app: 'shop' }, { dryRun: false })).app.id;
  const later = await openMigrating(fresh.url);
  await new ResultsByRecipient0100().down(later.runner);
  await later.close();
  for (const [n, day] of DAYS.entries()) {
    const next = new Date(Date.parse(day) + 24 * 3600 * 1000).toISOString().slice(0, 10);
    await fresh.db.affected(
      `CREATE TABLE delivery.push_result_${day.replaceAll('-', '')} PARTITION OF delivery.push_result
         FOR VALUES FROM ('${day}') TO ('${next}')`,
    );
    await fresh.db.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
       SELECT n % 1024, $1, $2::date, $3, 1, n, n, 1, 1 FROM generate_series(1, 2000) AS n`,
      [appId, day, n + 1],
    );
  }
});
afterAll(async () => {
  await room.close();
  await fresh.close();
});
beforeEach(async () => {
  reader = new pg.Client({ connectionString: fresh.url });
  // A write that the migration holds up fails: nothing else here takes so long.
  writer = new pg.Client({ connectionString: fresh.url, statement_timeout: 15_000 });
  await Promise.all([reader.connect(), writer.connect()]);
  const migrating = await openMigrating(fresh.url);
  await new NarrowResultIndexes0068().down(migrating.runner);
  await migrating.close();
});
afterEach(async () => {
  await Promise.all([reader.end(), writer.end()]);
});

let writes = 0;

/** Commits a result and a registration. */
async function write(): Promise<void> {
  writes += 1;
  await writer.query(
    `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
     VALUES (1, $1, '2031-05-11', 99, 1, $2, 1, 1, 1)`,
    [appId, writes],
  );
  await room.registration.registerUsers(appId, [{ extId: `u${writes}`, platform: 'IOS', deviceToken: `t${writes}` }]);
}

/** The indexes of results and of their partitions: names of columns, attached or not, valid or not. */
async function indexes(): Promise<string[]> {
  const rows = await fresh.db.rows<{ text: string }>(
    `SELECT DISTINCT format('%s %s %s %s %s', CASE WHEN c.relkind = 'I' THEN c.relname ELSE 'part' END,
                            x.indisunique, x.indisvalid,
                            c.relkind = 'I' OR EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = x.indexrelid),
                            substring(pg_get_indexdef(x.indexrelid) FROM '\\(.*')) AS text
       FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE t.relname LIKE 'push_result%' AND pg_get_indexdef(x.indexrelid) ~ '\\(vb' ORDER BY 1`,
  );
  return rows.map(({ text }) => text);
}

const NARROW = [
  'part f t t (vb, uid)',
  'part t t t (vb, app_id, dispatch_id, channel, day, recipient_id)',
  'push_result_by_user f t t (vb, uid)',
  'push_result_once t t t (vb, app_id, dispatch_id, channel, day, recipient_id)',
];

describe('Migration 0068: narrow indexes of results', () => {
  it('The narrow indexes are built while results and registrations are written', { timeout: 400_000 }, async () => {
    // The build of an index beside writers waits for every older snapshot, so it lasts for as long as this one.
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT 1');
    const end = new AbortController();
    const migration = runMigration(fresh.url, NarrowResultIndexes0068).finally(() => end.abort());
    migration.catch(() => undefined);
    const findBuild = () =>
      fresh.db.row<{ build: string }>(
        'SELECT pid || relid::text AS build FROM pg_stat_progress_create_index WHERE datname = current_database()',
      );
    let writesDuringBuild = 0;
    while (writesDuringBuild < 5 && !end.signal.aborted) {
      const before = await findBuild();
      await write();
      const after = await findBuild();
      writesDuringBuild += before !== undefined && before.build === after?.build ? 1 : 0;
      await sleep(20);
    }
    await reader.query('ROLLBACK');
    await migration;
    expect(writesDuringBuild).toBe(5);
    expect(await indexes()).toEqual(NARROW);
  });

  it('Migration 0068 holds up no writer for long while another transaction blocks its locks', async () => {
    await reader.query('BEGIN');
    // Against this lock of a writer, CREATE INDEX waits; whoever comes behind it waits too.
    await reader.query('LOCK TABLE delivery.push_result IN ROW EXCLUSIVE MODE');
    const migrating = await openMigrating(fresh.url);
    const migration = new NarrowResultIndexes0068().up(migrating.runner, migrating.steps);
    migration.catch(() => undefined);
    while (!migrating.lines.some((line) => line.includes('waits for process'))) {
      await write();
      await sleep(20);
    }
    await write();
    const [told] = migrating.lines;
    await reader.query('ROLLBACK');
    await migration;
    await migrating.close();
    expect(told).toMatch(
      /^"create delivery\.push_result_once_narrow without its parts" waits for process \d+ \(.*\); tried again in /,
    );
    expect(await indexes()).toEqual(NARROW);
  });

  it(
    'The narrow indexes are complete when the migration dies after any of its steps and runs again',
    { timeout: 400_000 },
    async () => {
      let deaths = 0;
      for (let isDone = false; !isDone;) {
        const migrating = await openMigrating(fresh.url);
        migrating.dieAfter(deaths + 1);
        isDone = await new NarrowResultIndexes0068().up(migrating.runner, migrating.steps).then(
          () => true,
          () => false,
        );
        await migrating.close();
        // Each death comes one step later than the one before, on a fresh start.
        if (!isDone) {
          deaths += 1;
          await runMigration(fresh.url, NarrowResultIndexes0068);
          expect(await indexes(), `after the death behind statement ${deaths}`).toEqual(NARROW);
          const again = await openMigrating(fresh.url);
          await new NarrowResultIndexes0068().down(again.runner);
          await again.close();
        }
      }
      expect(deaths).toBeGreaterThan(20);
    },
  );

  it('The narrow indexes are built again where a killed build left invalid ones', async () => {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT 1');
    const migrating = await openMigrating(fresh.url);
    const migration = new NarrowResultIndexes0068().up(migrating.runner, migrating.steps);
    migration.catch(() => undefined);
    const isBuilding = () =>
      fresh.db.row('SELECT FROM pg_stat_progress_create_index WHERE pid = $1 AND phase = $2', [
        migrating.pid,
        'waiting for old snapshots',
      ]);
    while (!(await isBuilding())) {
      await sleep(20);
    }
    await fresh.db.affected('SELECT pg_terminate_backend($1)', [migrating.pid]);
    await expect(migration).rejects.toThrow();
    await migrating.close();
    const left = await fresh.db.rows(
      `SELECT FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
        WHERE NOT x.indisvalid AND c.relkind = 'i' AND c.relname LIKE 'push_result_%_once_narrow'`,
    );
    expect(left).toHaveLength(1);
    await reader.query('ROLLBACK');
    const lines = await runMigration(fresh.url, NarrowResultIndexes0068);
    expect(lines.join('\n')).toMatch(
      /index push_result_once_narrow: partition \d+ of \d+, delivery\.push_result_20310511, [\d.]+ (kB|MB), about \d+ s left/,
    );
    expect(await indexes()).toEqual(NARROW);
  });
});
