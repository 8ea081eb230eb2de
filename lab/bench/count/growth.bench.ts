import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '#platform/db';
import { DISPATCH_STATES } from '../../../libs/delivery/model/delivery.types.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import { childOf, startStack, type Stack } from '../../../test/support/processes/stack.js';
import { ATTRIBUTES, audienceName, fillAudience, fillEvents } from './audience-data.js';
import { BENCH_MESSAGE } from '../send/bench-message.js';
import { differentTargets } from './count-questions.js';
import { percentile, round2 } from '../support/measurements.js';
import { untilFollowed, untilQuiet, updatesOf } from '../support/postgres-state.js';
import { Meter, wholeCpu } from '../support/cpu-usage.js';

/**
 * `npm run bench -- growth --users N`: what writes, counts, segments and launches cost at a size. The same with other sizes
 * shows what grows; `growth-report` makes the table and the picture. Nothing is sent: campaigns have a speed at which
 * their chunks wait. With BENCH_DATA=DIR users are filled in once.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } });
const users = Number(values.users);
if (!Number.isInteger(users) || users < 10_000) {
  throw new Error('Usage: bench growth [--users 100000], from 10000');
}

const SETTINGS = { INDEX_LEAST_USERS: '1000', INDEX_ANSWERS: '0' };
/** The number of users, at every size, with a value of their own. */
const COHORT = 1000;
const NARROW = { profile: { cohort: 'narrow' } };
const BROAD = { profile: { plan: 'gold' } };
const RULES = { broad: BROAD, narrow: NARROW, behaviour: { event: { name: 'ProductViewEvent', within: '7d' } } };
const BATCHES = 100;
const BATCH = 1000;
const QUESTIONS = 500;
const NARROW_LAUNCHES = 5;
const POLL_MS = 20;

type Figures = Record<string, number | string>;

await withBenchDatabase(async ({ url, pid, masterKey }) => {
  const stack = await startStack({ databaseUrl: url, masterKey, workers: 1, env: SETTINGS });
  try {
    await fill(stack, url);
    console.log('waiting for the index');
    await untilFollowed(stack.db, stack.appId);
    await write(stack, cohort());
    await untilFollowed(stack.db, stack.appId);
    await check(stack);
    await untilQuiet(pid);
    const meter = await Meter.open(stack, pid);
    const figures: Figures = { bench: 'growth', users, idle_cpu_ms_per_s: round2(wholeCpu(meter.idle)) };
    for (const part of [writes, counts, segments, launches]) {
      Object.assign(figures, await part(stack, meter));
      console.log(JSON.stringify(figures));
    }
    for (const name of ['gateway', 'scheduler', 'worker']) {
      figures[`${name}_rss_mb`] = Math.round(childOf(stack, name).rssBytes() / 1_048_576);
    }
    console.log(JSON.stringify(figures));
  } finally {
    await stack.stop();
  }
}, audienceName(users));

async function fill({ db, appId }: Stack, url: string): Promise<void> {
  const room = await openAudienceRoom({ url, db });
  try {
    const attributes = [...ATTRIBUTES, { code: 'cohort', dataType: 'STRING' }];
    const app = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [appId]);
    await room.applying.apply({ app: app?.name ?? '', attributes }, { dryRun: false });
    const started = performance.now();
    await fillAudience({ db, url }, appId, users);
    await fillEvents(db, appId, 1);
    console.log(`filled in ${round2((performance.now() - started) / 1000)} s`);
    const segments = Object.entries(RULES).map(([name, target]) => ({ name: `growth-${name}`, target }));
    await room.applying.apply({ app: app?.name ?? '', segments }, { dryRun: false });
    await park(db, appId);
  } finally {
    await room.close();
  }
}

/** Evenly over all users. */
function cohort(): object[] {
  const step = Math.floor(users / COHORT);
  return Array.from({ length: COHORT }, (_, i) => ({
    extId: `user-${1024 + i * step}`,
    profile: { cohort: 'narrow' },
  }));
}

/** Fast and wrong is wrong: requests find the users that were filled in. */
async function check({ rest, db, appId }: Stack): Promise<void> {
  const { count } = expectOk(await rest.post<{ count: number }>('targeting/count', { target: NARROW }));
  const row = await db.row<{ all: number }>('SELECT count(*) AS all FROM users.app_user AS u WHERE u.app_id = $1', [
    appId,
  ]);
  if (count !== COHORT || row?.all !== users) {
    throw new Error(`Counted ${count} of ${COHORT} users among ${row?.all} of ${users}`);
  }
}

async function write({ rest }: Stack, changes: object[]): Promise<void> {
  expectOk(await rest.post('setProfileAttributes', changes));
}

/** Random users, a thousand in a request, until the index has them. */
async function writes(stack: Stack, meter: Meter): Promise<Figures> {
  const dice = new Dice(users);
  const someUsers = (): object[] =>
    Array.from({ length: BATCH }, () => ({
      extId: `user-${1024 + dice.below(users)}`,
      profile: { age: 18 + dice.below(70), spent: dice.below(100_000) / 100, town: `town-${dice.below(83)}` },
    }));
  await write(stack, someUsers());
  const before = await updatesOf(stack.db);
  const spent = await meter.of(async () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      await write(stack, someUsers());
    }
    await untilFollowed(stack.db, stack.appId);
  });
  const after = await updatesOf(stack.db);
  return {
    write_gateway_cpu_ms_per_1000: round2(spent.gateway / BATCHES),
    write_postgres_cpu_ms_per_1000: round2(spent.postgres / BATCHES),
    write_index_cpu_ms_per_1000: round2(spent.scheduler / BATCHES),
    write_hot_share: round2((after.hot - before.hot) / (after.updated - before.updated)),
  };
}

/** Each question once, over HTTP, after as many others. */
async function counts(stack: Stack, meter: Meter): Promise<Figures> {
  const questions = differentTargets(2 * QUESTIONS);
  await countAll(stack, questions.slice(0, QUESTIONS));
  const narrow = Array.from({ length: QUESTIONS }, () => NARROW);
  return {
    ...(await countCosts('count', stack, meter, questions.slice(QUESTIONS))),
    ...(await countCosts('count_narrow', stack, meter, narrow)),
  };
}

async function countCosts(name: string, stack: Stack, meter: Meter, targets: object[]): Promise<Figures> {
  let waits: number[] = [];
  const spent = await meter.of(async () => {
    waits = await countAll(stack, targets);
  });
  return {
    [`${name}_p50_ms`]: percentile(waits, 0.5),
    [`${name}_p99_ms`]: percentile(waits, 0.99),
    [`${name}_cpu_ms`]: round2((spent.gateway + spent.postgres) / targets.length),
  };
}

/** @returns milliseconds of each */
async function countAll({ rest }: Stack, targets: object[]): Promise<number[]> {
  const waits: number[] = [];
  for (const target of targets) {
    const began = performance.now();
    expectOk(await rest.post('targeting/count', { target }));
    waits.push(performance.now() - began);
  }
  return waits;
}

/** Each rule by itself, from nothing, as the scheduler does it. */
async function segments(stack: Stack, meter: Meter): Promise<Figures> {
  const figures: Figures = {};
  for (const rule of Object.keys(RULES)) {
    const name = `growth-${rule}`;
    const spent = await meter.of(() => recalculate(stack, name));
    await park(stack.db, stack.appId);
    const cpuMs = spent.scheduler + spent.postgres;
    figures[`segment_${rule}_s`] = round2(spent.seconds);
    figures[`segment_${rule}_cpu_ms`] = round2(cpuMs);
    figures[`segment_${rule}_cpu_ms_per_million`] = round2((cpuMs * 1_000_000) / users);
  }
  return figures;
}

/** No segment is calculated any more, also those that another benchmark left in a database that is kept. */
async function park(db: Database, appId: number): Promise<void> {
  await db.affected("UPDATE audience.segment SET due_at = 'infinity', position = NULL WHERE app_id = $1", [appId]);
}

async function recalculate({ db, appId }: Stack, name: string): Promise<void> {
  await db.affected(
    'UPDATE audience.segment SET current_version = NULL, position = NULL, due_at = now() WHERE app_id = $1 AND name = $2',
    [appId, name],
  );
  const isServed = () =>
    db.row('SELECT FROM audience.segment WHERE app_id = $1 AND name = $2 AND current_version IS NOT NULL', [
      appId,
      name,
    ]);
  while (!(await isServed())) {
    await sleep(POLL_MS);
  }
}

/** To the same thousand users several times, then to three of ten of all. */
async function launches(stack: Stack, meter: Meter): Promise<Figures> {
  const narrow = [await launch(stack, NARROW)];
  const narrowSpent = await meter.of(async () => {
    for (let n = 0; n < NARROW_LAUNCHES; n++) {
      narrow.push(await launch(stack, NARROW));
    }
  });
  const broad: Frozen[] = [];
  const broadSpent = await meter.of(async () => broad.push(await launch(stack, BROAD)));
  const planned = broad[0]?.planned ?? 0;
  await forget(stack, [...narrow, ...broad]);
  return {
    launch_narrow_recipients: narrow[0]?.planned ?? 0,
    launch_narrow_s: round2(narrowSpent.seconds / NARROW_LAUNCHES),
    launch_narrow_cpu_ms: round2(wholeCpu(narrowSpent) / NARROW_LAUNCHES),
    launch_broad_recipients: planned,
    launch_broad_s: round2(broadSpent.seconds),
    launch_broad_cpu_ms: round2(wholeCpu(broadSpent)),
    launch_broad_cpu_ms_per_1000: round2((wholeCpu(broadSpent) * 1000) / planned),
  };
}

interface Frozen {
  dispatchId: number;
  planned: number;
}

/** From the request until all recipients are frozen. */
async function launch({ rest, db, appId }: Stack, target: object): Promise<Frozen> {
  const message = { ...BENCH_MESSAGE, platforms: ['IOS', 'ANDROID'] };
  const speed = { packageSize: 1, intervalMins: 1000 };
  const answer = await rest.post<{ notificationKey: number }>('sendBulkNotification', { message, target, speed });
  const { notificationKey } = expectOk(answer);
  for (;;) {
    const frozen = await db.row<Frozen>(
      `SELECT d.dispatch_id AS "dispatchId", d.planned FROM delivery.dispatch AS d
       WHERE d.app_id = $1 AND d.notification_key = $2 AND d.state >= ${DISPATCH_STATES.sending}`,
      [appId, notificationKey],
    );
    if (frozen) {
      return frozen;
    }
    await sleep(POLL_MS);
  }
}

/** A database that is kept would send them some day. */
async function forget({ db }: Stack, launched: readonly Frozen[]): Promise<void> {
  const ids = launched.map(({ dispatchId }) => dispatchId);
  await db.affected('DELETE FROM delivery.chunk WHERE dispatch_id = ANY ($1::bigint[])', [ids]);
  await db.affected('DELETE FROM delivery.dispatch WHERE dispatch_id = ANY ($1::bigint[])', [ids]);
}
