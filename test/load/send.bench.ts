import { parseArgs } from 'node:util';
import { type Reach, reachableUsers } from '../support/reachable-users.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../support/children.js';
import { startStack } from '../support/stack.js';
import { runBareLoop } from './bare-loop.js';

/**
 * `npm run bench -- send --installations N --platform IOS`: one campaign to all through the whole product, and in the
 * same run a bare client loop to the same simulator, which stores nothing. What counts is the ratio of CPU times.
 */
const { values } = parseArgs({
  options: {
    installations: { type: 'string', default: '100000' },
    platform: { type: 'string', default: 'IOS' },
    workers: { type: 'string', default: '1' },
  },
});
const installations = Number(values.installations);
const platform = values.platform as Reach;
const PROVIDERS: Partial<Record<Reach, string>> = {
  IOS: 'apns',
  ANDROID: 'fcm',
  CHROME: 'webpush',
  FIREFOX: 'webpush',
};
const provider = PROVIDERS[platform];
if (!provider || !(installations > 0)) {
  throw new Error('Usage: bench send --installations N --platform IOS|ANDROID|CHROME');
}

await withBenchDatabase(async (database) => {
  const stack = await startStack({ databaseUrl: database.url, workers: Number(values.workers) });
  try {
    const registering = performance.now();
    await stack.rest.register(await reachableUsers(stack.simulators, platform, installations));
    const registeredS = (performance.now() - registering) / 1000;
    const message = {
      title: 'Spring sale',
      text: 'Everything 20 % off, today only',
      platforms: [platform],
      iconUrl: 'https://example.com/icon.png',
      customJson: { campaign: 'spring', shelf: 'a1', tier: 'gold' },
    };
    // The first campaign opens connections, lets the compiler settle, and is held against the simulators' receipts.
    const first = await stack.rest.sendBulk(message);
    await stack.rest.finished(first, 600_000);
    const received = (await stack.simulators.counts())[provider];
    const results = await stack.db.row<{ rows: number }>(
      `SELECT count(DISTINCT r.recipient_id)::integer AS rows FROM delivery.push_result r
         JOIN delivery.dispatch d USING (dispatch_id) WHERE d.app_id = $1 AND d.notification_key = $2 AND r.status = 1`,
      [stack.appId, first],
    );
    await stack.simulators.mode({ store: false });
    const before = await stack.simulators.counts();
    const workers = stack.children.filter(({ name }) => name === 'worker');
    const cpuBefore = workers.reduce((sum, worker) => sum + worker.cpuMs(), 0);
    const postgresBefore = treeCpuMs(database.pid);
    const started = performance.now();
    const key = await stack.rest.sendBulk(message);
    const stats = await stack.rest.finished(key, 600_000);
    const seconds = (performance.now() - started) / 1000;
    const workerCpu = workers.reduce((sum, worker) => sum + worker.cpuMs(), 0) - cpuBefore;
    const postgresCpu = treeCpuMs(database.pid) - postgresBefore;
    const after = await stack.simulators.counts();
    const accepted = (after[provider]?.accepted ?? 0) - (before[provider]?.accepted ?? 0);
    const sent = stats.stats.reduce((sum, row) => sum + row.sent, 0);
    const rss = workers.reduce((most, worker) => Math.max(most, worker.rssBytes()), 0);
    const bare = await runBareLoop(stack.simulators.base, platform, Math.min(installations, 50_000));
    const perThousand = (ms: number): number => round((ms * 1000) / installations);
    const figures = {
      bench: 'send',
      platform,
      installations,
      first_campaign_result_rows: results?.rows,
      first_campaign_received: received?.distinct,
      sent,
      accepted_by_simulator: accepted,
      register_s: round(registeredS),
      send_s: round(seconds),
      rate_per_s: Math.round(installations / seconds),
      worker_cpu_ms_per_1000: perThousand(workerCpu),
      postgres_cpu_ms_per_1000: perThousand(postgresCpu),
      bare_cpu_ms_per_1000: round(bare.cpuMsPer1000),
      bare_rate_per_s: Math.round(bare.ratePerS),
      ratio: round(perThousand(workerCpu) / bare.cpuMsPer1000),
      worker_rss_mb: Math.round(rss / 1_048_576),
    };
    console.log(JSON.stringify(figures));
  } finally {
    await stack.stop();
  }
});

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
