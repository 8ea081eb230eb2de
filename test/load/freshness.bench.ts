import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/log';
import { openAudienceRoom, type AudienceRoom } from '../support/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { cpuMsOf, treeCpuMs, type Child } from '../support/children.js';
import { Dice } from '../support/dice.js';
import { startStack, type Stack } from '../support/stack.js';
import { ATTRIBUTES, audienceName, fillAudience } from './audience-data.js';
import { percentile, round2 } from './measured.js';

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

/** Users of one request. */
const BATCH = 500;
/** Requests that may be under way at once; a gateway that is slower than the rate makes the rate lower. */
const MOST_UNDER_WAY = 8;
const PROBE_MS = 250;
const POLL_MS = 10;
const SETTINGS = { INDEX_LEAST_USERS: '1000', INDEX_ANSWERS: '0' };

await withBenchDatabase(async ({ url, pid, masterKey }) => {
  const stack = await startStack({ databaseUrl: url, masterKey, workers: 0, env: SETTINGS });
  const db = await openDatabase(url, 4, [], createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, SETTINGS);
  try {
    const app = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [
      stack.appId,
    ]);
    const attributes = [...ATTRIBUTES, { code: 'probe', dataType: 'STRING' }];
    await room.applying.apply({ app: app?.name ?? '', attributes }, { dryRun: false });
    await fillAudience(db, stack.appId, users);
    await serving(db, stack.appId);
    const [gateway, scheduler] = [childOf(stack, 'gateway'), childOf(stack, 'scheduler')];
    console.log(`writing ${rate} users a second for ${seconds} s`);
    const before = costs(gateway, scheduler, pid);
    const started = performance.now();
    const until = started + seconds * 1000;
    const [written, lags] = await Promise.all([write(stack, until), probe(stack, room, until)]);
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

/** Requests at the rate, each about random users and three of their attributes. */
async function write(stack: Stack, until: number): Promise<number> {
  const dice = new Dice(3);
  const underWay = new Set<Promise<void>>();
  let written = 0;
  for (let at = performance.now(); at < until; at += (BATCH * 1000) / rate) {
    await pause(at - performance.now());
    if (underWay.size >= MOST_UNDER_WAY) {
      await Promise.race(underWay);
    }
    const body = Array.from({ length: BATCH }, () => ({
      extId: `user-${1024 + dice.below(users)}`,
      profile: { age: 18 + dice.below(70), spent: dice.below(100_000) / 100, town: `town-${dice.below(83)}` },
    }));
    const request = stack.rest.post('setProfileAttributes', body).then(({ status, body: answer }) => {
      if (status !== 200) {
        throw new Error(`setProfileAttributes answered ${status}: ${JSON.stringify(answer)}`);
      }
      written += BATCH;
      underWay.delete(request);
    });
    underWay.add(request);
  }
  await Promise.all(underWay);
  return written;
}

/** Writes a value that nobody has, and counts who has it until somebody does. @returns waits in milliseconds */
async function probe(stack: Stack, room: AudienceRoom, until: number): Promise<number[]> {
  const lags: number[] = [];
  for (let n = 0; performance.now() < until; n++) {
    const profile = { probe: `probe-${n}` };
    await stack.rest.post('setProfileAttributes', [{ extId: `user-${1024 + n}`, profile }]);
    const committed = performance.now();
    while ((await room.counts.count(stack.appId, { profile })).counts === 0) {
      await pause(POLL_MS);
    }
    lags.push(performance.now() - committed);
    await pause(PROBE_MS);
  }
  return lags;
}

async function serving(db: Database, appId: number): Promise<void> {
  const isServing = () =>
    db.row("SELECT FROM audience.index_generation AS g WHERE g.app_id = $1 AND g.state = 'serving'", [appId]);
  while (!(await isServing())) {
    await pause(500);
  }
}

function costs(gateway: Child, scheduler: Child, postgres: number) {
  return { gateway: cpuMsOf(gateway.pid), scheduler: cpuMsOf(scheduler.pid), postgres: treeCpuMs(postgres) };
}

function childOf(stack: Stack, name: string): Child {
  const child = stack.children.find((one) => one.name === name);
  if (!child) {
    throw new Error(`No ${name} runs`);
  }
  return child;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
