import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { encodeIds } from '#libs/delivery';
import { loadConfig } from '#platform/config';
import { type Database, openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { DispatchRepository } from '../../../libs/delivery/dispatches/dispatch.repository.js';
import { KeyTotalRepository } from '../../../libs/delivery/key-totals/key-total.repository.js';
import { migrate } from '../../../migrations/data-source.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { SimulatedUpkeep } from '../../../test/support/retention/simulated-upkeep.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- key-statistics --dispatches N`: `getPushStats` of a key with N ended dispatches of one recipient: the
 * median of five, and the rows that its statements read. Before: the sends are in no sum, as the release before leaves
 * them. Then several workers end sends at once, each in a transaction of its own: of a key without sums, and of one key.
 */
const { values } = parseArgs({ options: { dispatches: { type: 'string', default: '100000' } } });
const dispatches = Number(values.dispatches);
if (!Number.isInteger(dispatches) || dispatches < 1000) {
  throw new Error('Usage: bench key-statistics [--dispatches 100000], from 1000');
}
const BATCH = 500;
const READS = 5;
const WORKERS = 4;
const ENDS = 200;
const SENT = `{${Array.from({ length: PLATFORMS.IOS.number }, (_, n) => (n === PLATFORMS.IOS.number - 1 ? 1 : 0)).join()}}`;

await withBenchDatabase(async ({ url, masterKey }) => {
  await migrate(url);
  const db = await openDatabase(url, WORKERS + 2, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db });
  const upkeep = await SimulatedUpkeep.open(url, masterKey);
  try {
    const { app } = await room.applying.apply({ app: 'statistics' }, { dryRun: false });
    const finisher = new DispatchRepository(
      db,
      loadConfig({ DATABASE_URL: url, MASTER_KEY: masterKey }),
      new KeyTotalRepository(),
    );
    const [plain, summed, own] = [
      await define(db, app.id, 'definition'),
      await define(db, app.id, 'definition'),
      await define(db, app.id, 'campaign'),
    ];
    await storeSends(db, app.id, plain, 1, dispatches);
    await db.affected('UPDATE delivery.dispatch SET state = 3, finished_at = now()');
    await storeSends(db, app.id, summed, dispatches + 1, dispatches);
    const start = performance.now();
    for (let first = dispatches + 1; first <= 2 * dispatches; first += BATCH) {
      await finisher.finishCompleted(range(first, Math.min(BATCH, 2 * dispatches - first + 1)));
    }
    const endMs = (performance.now() - start) / dispatches;
    await upkeep.vacuum();
    const [before, after] = [await measure(db, upkeep, app.id, plain), await measure(db, upkeep, app.id, summed)];
    const ends: object[] = [];
    for (const [n, key] of [own, summed].entries()) {
      const first = 2 * dispatches + n * WORKERS * ENDS + 1;
      await storeSends(db, app.id, key, first, WORKERS * ENDS);
      ends.push(await endTogether(finisher, first));
    }
    const [endsOfOwnKeys, endsOfOneKey] = ends;
    console.log(
      JSON.stringify({
        bench: 'key-statistics',
        dispatches,
        before,
        after,
        end_ms_per_send_in_batches: round2(endMs),
        workers: WORKERS,
        end_ms_in_no_sum: endsOfOwnKeys,
        end_ms_of_one_key: endsOfOneKey,
      }),
    );
  } finally {
    await upkeep.close();
    await room.close();
    await db.close();
  }
});

async function define(db: Database, appId: number, kind: 'definition' | 'campaign'): Promise<number> {
  const row = await db.row<{ key: number }>(
    `INSERT INTO notifications.definition (app_id, kind, message) VALUES ($1, $2, '{"platforms":["IOS"],"text":"x"}')
     RETURNING notification_key AS key`,
    [appId, kind],
  );
  return row?.key ?? Number.NaN;
}

/** Sends of one recipient each, which has its result: they only wait for their end. */
async function storeSends(db: Database, appId: number, key: number, first: number, count: number): Promise<void> {
  await db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, due_at,
                                    planned, day, launched_at)
     SELECT n, $1, $2, 'single', '{"platforms":["IOS"],"text":"x"}', '{"type":"extIds","extIds":["ada"]}', '{}', 2, now(), 1,
            (now() AT TIME ZONE 'UTC')::date, now() FROM generate_series($3::bigint, $4::bigint) AS n`,
    [appId, key, first, first + count - 1],
  );
  await db.affected(
    `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids, sent, failed, skipped)
     SELECT n % 1024, $1, n, n, $2, 1, 1, 1, $3, $4::integer[], '{}', '{}'
       FROM generate_series($5::bigint, $6::bigint) AS n`,
    [appId, CHANNELS.apns, encodeIds([1]), SENT, first, first + count - 1],
  );
}

async function measure(db: Database, upkeep: SimulatedUpkeep, appId: number, key: number): Promise<object> {
  await upkeep.readStatistics(appId, [key]);
  const readBefore = await countRowsRead(db);
  const times: number[] = [];
  for (let read = 0; read < READS; read++) {
    const start = performance.now();
    await upkeep.readStatistics(appId, [key]);
    times.push(performance.now() - start);
  }
  const rows = ((await countRowsRead(db)) - readBefore) / READS;
  return { ms: round2(times.toSorted((a, b) => a - b)[Math.floor(READS / 2)] ?? 0), rows: Math.round(rows) };
}

/**
 * Rows that statements have fetched from the tables of sends. A session reports its figures after ten seconds of rest.
 */
async function countRowsRead(db: Database): Promise<number> {
  await sleep(12_000);
  const row = await db.row<{ rows: number }>(
    `SELECT sum(coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0))::float8 AS rows
       FROM pg_stat_user_tables AS t WHERE t.schemaname = 'delivery'`,
  );
  return row?.rows ?? 0;
}

/** Several workers end one send after the other, all of one key. */
async function endTogether(finisher: DispatchRepository, first: number): Promise<object> {
  const times: number[] = [];
  await Promise.all(
    range(0, WORKERS).map(async (worker) => {
      for (const id of range(first + worker * ENDS, ENDS)) {
        const start = performance.now();
        await finisher.finishCompleted([id]);
        times.push(performance.now() - start);
      }
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => round2(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { ends: sorted.length, median: at(0.5), p95: at(0.95), max: round2(sorted.at(-1) ?? 0) };
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => first + n);
}
