import pg from 'pg';
import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { ResultRepository } from '../../../libs/delivery/sending/result.repository.js';
import { STATUSES, type LeasedChunk } from '../../../libs/delivery/model/delivery.types.js';
import { migrate } from '../../../migrations/data-source.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { ATTRIBUTES, fillAudience, fillEvents } from '../count/audience-data.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { catching, runBare, round2, type Statement } from '../support/measurements.js';

/**
 * `npm run bench -- storage --users N`: bytes on disk, and bytes of Postgres's log (WAL), of a user with a device, of an
 * event and of a result, with their indexes. Users and events are filled in by one statement each, results by the
 * product's own statement in transactions of 250.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '50000' } } });
const users = Number(values.users);
if (!Number.isInteger(users) || users < 1000) {
  throw new Error('Usage: bench storage [--users 50000], from 1000');
}
const EVENTS_OF_EACH = 4;
const RESULTS = 100_000;
const BATCH = 250;

await withBenchDatabase(async ({ url }) => {
  await migrate(url);
  const db = await openDatabase(url, 2, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db });
  try {
    const { app } = await room.applying.apply({ app: 'storage', attributes: ATTRIBUTES }, { dryRun: false });
    const figures = { bench: 'storage', users };
    Object.assign(
      figures,
      await bytesOf(db, 'user', 'users', users, () => fillAudience({ db, url }, app.id, users)),
      await bytesOf(db, 'event', 'events', users * EVENTS_OF_EACH, () => fillEvents(db, app.id, EVENTS_OF_EACH)),
      await bytesOf(db, 'result', 'delivery', RESULTS, () => insertResults(url, app.id)),
    );
    console.log(JSON.stringify(figures));
  } finally {
    await room.close();
    await db.close();
  }
});

/** Bytes of each row that `work` writes. @param schema  of its tables */
async function bytesOf(
  db: Database,
  name: string,
  schema: string,
  rows: number,
  work: () => Promise<void>,
): Promise<Record<string, number>> {
  const before = await measure(db, schema);
  await work();
  const after = await measure(db, schema);
  return {
    [`${name}_disk_bytes`]: round2((after.size - before.size) / rows),
    [`${name}_wal_bytes`]: round2((after.wal - before.wal) / rows),
  };
}

async function measure(db: Database, schema: string): Promise<{ size: number; wal: number }> {
  const row = await db.row<{ size: number; wal: number }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::double precision AS wal,
            (SELECT sum(pg_table_size(c.oid) + pg_indexes_size(c.oid)) FROM pg_class AS c
             WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r')::double precision AS size`,
    [schema],
  );
  return row ?? { size: 0, wal: 0 };
}

async function insertResults(url: string, appId: number): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const chunk = { appId, dispatchId: 1_000_000, channel: 'apns' } as LeasedChunk;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    for (let first = 0; first < RESULTS; first += BATCH) {
      const caught: Statement[] = [];
      const results = Array.from({ length: BATCH }, (_, i) => ({
        recipientId: first + i,
        uid: first + i,
        platform: 1,
        status: STATUSES.success,
        errorCode: null,
        reason: null,
      }));
      await new ResultRepository().insertResults(catching(caught), chunk, today, results);
      await runBare(pool, caught);
    }
  } finally {
    await pool.end();
  }
}
