import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { cpuMsOf, treeCpuMs, type Child } from '../../../test/support/processes/children.js';
import { childOf, startStack } from '../../../test/support/processes/stack.js';
import { audienceName, fillAudience } from './audience-data.js';
import { PROBED_ATTRIBUTES, probeLag, serving, writeUsers } from './freshness-load.js';
import { percentile, round2 } from '../support/measurements.js';

/**
 * `npm run bench -- freshness`: while users are written over HTTP at a steady rate, how long what is committed takes until
 * a count of another process includes it, and what the index costs the scheduler, beside what the writes cost the gateway.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
  },
});
const [users = 0, rate = 0, seconds = 0] = [values.users, values.rate, values.seconds].map(Number);
if (users < 1000 || ![users, rate, seconds].every((n) => Number.isInteger(n) && n > 0)) {
  throw new Error('Usage: bench freshness [--users 100000] [--rate 5000] [--seconds 60]');
}

const SETTINGS = { INDEX_LEAST_USERS: '1000', INDEX_ANSWERS: '0' };

await withBenchDatabase(async ({ url, pid, masterKey }) => {
  const stack = await startStack({ databaseUrl: url, masterKey, workers: 0, env: SETTINGS });
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, SETTINGS);
  try {
    const app = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [
      stack.appId,
    ]);
    await room.applying.apply({ app: app?.name ?? '', attributes: PROBED_ATTRIBUTES }, { dryRun: false });
    await fillAudience({ db, url }, stack.appId, users);
    await serving(db, stack.appId);
    const [gateway, scheduler] = [childOf(stack, 'gateway'), childOf(stack, 'scheduler')];
    console.log(`writing ${rate} users a second for ${seconds} s`);
    const before = costs(gateway, scheduler, pid);
    const started = performance.now();
    const isOver = (): boolean => performance.now() > started + seconds * 1000;
    const [written, lags] = await Promise.all([writeUsers(stack, users, rate, isOver), probeLag(stack, room, isOver)]);
    const took = (performance.now() - started) / 1000;
    const after = costs(gateway, scheduler, pid);
    const [gatewayMs, schedulerMs] = [after.gateway - before.gateway, after.scheduler - before.scheduler];
    console.log(
      JSON.stringify({
        bench: 'freshness',
        users,
        wanted_users_per_s: rate,
        written_users_per_s: Math.round(written / took),
        probes: lags.length,
        lag_p50_ms: percentile(lags, 0.5),
        lag_p99_ms: percentile(lags, 0.99),
        scheduler_cpu_ms_per_1000_users: round2((schedulerMs * 1000) / written),
        gateway_cpu_ms_per_1000_users: round2((gatewayMs * 1000) / written),
        index_to_gateway_cpu_ratio: round2(schedulerMs / gatewayMs),
        postgres_cpu_ms_per_1000_users: round2(((after.postgres - before.postgres) * 1000) / written),
      }),
    );
  } finally {
    await room.close();
    await db.close();
    await stack.stop();
  }
}, audienceName(users));

function costs(gateway: Child, scheduler: Child, postgres: number) {
  return { gateway: cpuMsOf(gateway.pid), scheduler: cpuMsOf(scheduler.pid), postgres: treeCpuMs(postgres) };
}
