import { parseArgs } from 'node:util';
import type { Database } from '#platform/db';
import { withBenchDatabase } from '../support/bench-database.js';
import { reachableUsers } from '../../../test/support/rooms/reachable-users.js';
import { recordedShare } from '../../../test/support/traces/recorded-share.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { runBareLoop } from './bare-loop.js';
import { openBenchQueue } from '../support/bench-queue.js';
import { reachOf, runCampaign, workerRssMb } from './campaign-cost.js';
import { round2 } from '../support/measurements.js';
import { untilQuiet } from '../support/postgres-state.js';
import { costOfResults } from './result-cost.js';
import { sumOf } from '../support/postgres-cpu.js';
import { watchStatements } from '../support/statement-costs.js';

/**
 * `npm run bench -- send --installations N --platform IOS`: one campaign to all through the whole product, and in the
 * same run a bare client loop to the same simulator, which stores nothing. What counts is the ratio of CPU times. With
 * `--statements` it also lists what Postgres was busy with, on stderr; that itself costs Postgres some time. `--http2-client node` takes Node's implementation of HTTP/2 in place of Herald's.
 * `--traces SHARE` records this share of the requests. `--queue redis` has the queue in a Redis of its own.
 */
const { values } = parseArgs({
  options: {
    installations: { type: 'string', default: '100000' },
    platform: { type: 'string', default: 'IOS' },
    workers: { type: 'string', default: '1' },
    statements: { type: 'boolean', default: false },
    'http2-client': { type: 'string', default: 'own' },
    traces: { type: 'string' },
    queue: { type: 'string', default: 'postgres' },
  },
});
const installations = Number(values.installations);
if (!(installations > 0)) {
  throw new Error('Usage: bench send --installations N --platform P');
}
const { platform, provider } = reachOf(values.platform);
/** At most so many messages of the bare client: more do not change its cost. */
const BARE_MESSAGES = platform === 'EMAIL' ? 5000 : 50_000;

await withBenchDatabase(async (database) => {
  const traces = values.traces === undefined ? undefined : await recordedShare(values.traces);
  const queue = await openBenchQueue(values.queue);
  const stack = await startStack({
    databaseUrl: database.url,
    workers: Number(values.workers),
    env: { HTTP2_CLIENT: values['http2-client'], ...traces?.env, ...queue.env },
  });
  try {
    const registering = performance.now();
    await stack.rest.register(await reachableUsers(stack.simulators, platform, installations));
    const registeredS = (performance.now() - registering) / 1000;
    // The first campaign opens connections, lets the compiler settle, and is held against the simulators' receipts.
    const { key: first } = await runCampaign(stack, database.pid, platform);
    const received = (await stack.simulators.counts())[provider];
    const results = await resultsOf(stack.db, stack.appId, first);
    await stack.simulators.mode({ store: false });
    await untilQuiet(database.pid);
    const before = await stack.simulators.counts();
    const statements = values.statements ? await watchStatements(database.adminUrl) : undefined;
    const walBefore = await walPosition(stack.db);
    const redisBefore = queue.cpuMs();
    const { key, sent, seconds, workerCpuMs, postgresCpuMs } = await runCampaign(stack, database.pid, platform);
    const wal = (await walPosition(stack.db)) - walBefore;
    const redisCpuMs = queue.cpuMs() - redisBefore;
    await statements?.print(installations);
    const after = await stack.simulators.counts();
    const accepted = (after[provider]?.accepted ?? 0) - (before[provider]?.accepted ?? 0);
    const rss = workerRssMb(stack);
    const bare = await runBareLoop(stack.simulators.base, platform, Math.min(installations, BARE_MESSAGES));
    const resultsCpu = await costOfResults(database, stack.appId, key);
    const perThousand = (ms: number): number => round2((ms * 1000) / installations);
    const figures = {
      bench: 'send',
      platform,
      http2_client: values['http2-client'],
      traces: values.traces ?? 'off',
      queue: queue.name,
      installations,
      first_campaign_result_rows: results,
      first_campaign_received: received?.distinct,
      sent,
      accepted_by_simulator: accepted,
      register_s: round2(registeredS),
      send_s: round2(seconds),
      rate_per_s: Math.round(installations / seconds),
      worker_cpu_ms_per_1000: perThousand(workerCpuMs),
      postgres_cpu_ms_per_1000: perThousand(sumOf(postgresCpuMs)),
      postgres_sessions_cpu_ms_per_1000: perThousand(postgresCpuMs.sessions),
      postgres_autovacuum_cpu_ms_per_1000: perThousand(postgresCpuMs.autovacuum),
      postgres_background_cpu_ms_per_1000: perThousand(postgresCpuMs.background),
      redis_cpu_ms_per_1000: perThousand(redisCpuMs),
      results_alone_postgres_cpu_ms_per_1000: round2(resultsCpu),
      wal_bytes_per_recipient: Math.round(wal / installations),
      bare_cpu_ms_per_1000: round2(bare.cpuMsPer1000),
      bare_rate_per_s: Math.round(bare.ratePerS),
      ratio: round2(perThousand(workerCpuMs) / bare.cpuMsPer1000),
      worker_rss_mb: rss,
    };
    console.log(JSON.stringify(figures));
  } finally {
    await stack.stop();
    await queue.stop();
    await traces?.close();
  }
});

/** How many recipients of a campaign have a success. */
async function resultsOf(db: Database, appId: number, key: number): Promise<number> {
  const row = await db.row<{ rows: number }>(
    `SELECT count(DISTINCT r.recipient_id)::integer AS rows FROM delivery.push_result r
       JOIN delivery.dispatch d USING (dispatch_id) WHERE d.app_id = $1 AND d.notification_key = $2 AND r.status = 1`,
    [appId, key],
  );
  return row?.rows ?? 0;
}

/** Bytes of write-ahead log that the server has written since it was made. */
async function walPosition(db: Database): Promise<number> {
  const row = await db.row<{ bytes: number }>(`SELECT (pg_current_wal_lsn() - '0/0')::bigint AS bytes`);
  return row?.bytes ?? 0;
}
