import { parseArgs } from 'node:util';
import { CountService, IndexUpkeep, parseTarget } from '#libs/audience';
import { UsersService } from '#libs/users';
import { Clock } from '#platform/clock';
import { Config } from '#platform/config';
import { Database, openDatabase } from '#platform/db';
import { createLogger } from '#platform/log';
import { DeltaRepository } from '../../libs/audience/bitmaps/delta.repository.js';
import { GenerationRepository } from '../../libs/audience/bitmaps/generation.repository.js';
import { IndexEvaluator } from '../../libs/audience/bitmaps/index-evaluator.service.js';
import { IndexGroups } from '../../libs/audience/bitmaps/index-groups.service.js';
import { IndexReader } from '../../libs/audience/bitmaps/index-reader.service.js';
import { TermRepository } from '../../libs/audience/bitmaps/term.repository.js';
import { CountEngine } from '../../libs/audience/counts/count-engine.service.js';
import { GroupCountRepository } from '../../libs/audience/counts/group-count.repository.js';
import { openAudienceRoom, type AudienceRoom } from '../support/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../support/children.js';
import { Dice } from '../support/dice.js';
import { startStack, type Stack } from '../support/stack.js';
import { ATTRIBUTES, audienceName, BATCHES, fillAudience, SEGMENTS, TARGETS } from './audience-data.js';
import { percentile, round2 } from './measured.js';

/**
 * `npm run bench -- count --users N`: what counts cost by the bitmap index and, in the same run, from the rows: each of a
 * list of questions inside a process, then different questions inside and over HTTP. No answer is remembered. Counts of
 * both must be the same.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '4' },
  },
});
const [users = 0, questions = 0, connections = 0] = [values.users, values.questions, values.connections].map(Number);
if (users < 1000 || ![users, questions, connections].every((n) => Number.isInteger(n) && n > 0)) {
  throw new Error('Usage: bench count [--users 100000] [--questions 10000] [--connections 4]');
}

const SETTINGS = { INDEX_LEAST_USERS: '1000', INDEX_ANSWERS: '0', INDEX_MOST_LAG_MS: '60000' };
/** Runs of each question of the list, by the index. */
const RUNS = 100;
/** A question that is slow, because a part of it is looked up in the rows, is asked less often. */
const MOST_MS = 3000;
/** Questions that a broad scan answers from the rows: here the index has to be a hundred times cheaper. */
const BROAD = ['value_30_percent', 'and_3_broad', 'or_10', 'exists_true', 'exists_false', 'not_2_tags', 'array_any_3'];

type Work = () => Promise<unknown>;

/** An application without an index: everything is counted from the rows. */
class NoIndex extends IndexReader {
  override async find(): Promise<undefined> {
    return undefined;
  }
}

await withBenchDatabase(async ({ url, pid, masterKey }) => {
  // The index is built here, so that its CPU time is told; the scheduler only keeps it.
  const stack = await startStack({
    databaseUrl: url,
    masterKey,
    workers: 0,
    env: { ...SETTINGS, INDEX_LEAST_USERS: '1000000000' },
  });
  const db = await openDatabase(url, 4, [], createLogger('bench', 'silent'));
  const indexed = await openAudienceRoom({ url, db }, SETTINGS);
  try {
    const { appId } = stack;
    const name = await nameOf(db, appId);
    await indexed.applying.apply({ app: name, attributes: ATTRIBUTES }, { dryRun: false });
    await fillAudience(db, appId, users);
    await indexed.applying.apply({ app: name, segments: SEGMENTS }, { dryRun: false });
    const figures: Record<string, number | string> = { bench: 'count', users };
    Object.assign(figures, await build(indexed, db, appId, pid));
    const size = await db.row<{ mb: number }>(
      "SELECT (pg_total_relation_size('audience.index_term') / 1048576.0)::double precision AS mb",
    );
    figures['index_mb'] = round2(size?.mb ?? 0);
    Object.assign(figures, await compare(indexed, appId, pid));
    Object.assign(figures, await distinct(indexed, appId));
    Object.assign(figures, await overHttp(stack));
    figures['cold_first_answer_ms'] = await cold(url, appId);
    console.log(JSON.stringify(figures));
  } finally {
    await indexed.close();
    await db.close();
    await stack.stop();
  }
}, audienceName(users));

async function nameOf(db: Database, appId: number): Promise<string> {
  const row = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [appId]);
  return row?.name ?? '';
}

async function build(
  room: AudienceRoom,
  db: Database,
  appId: number,
  postgres: number,
): Promise<Record<string, number>> {
  const [started, cpu, server] = [performance.now(), ownCpuMs(), treeCpuMs(postgres)];
  await room.get(IndexUpkeep).build();
  await room.get(IndexUpkeep).follow(appId);
  const serving = await db.row(
    "SELECT FROM audience.index_generation AS g WHERE g.app_id = $1 AND g.state = 'serving'",
    [appId],
  );
  if (!serving) {
    throw new Error('The index was not built');
  }
  return {
    build_s: round2((performance.now() - started) / 1000),
    build_cpu_s: round2((ownCpuMs() - cpu) / 1000),
    build_postgres_cpu_s: round2((treeCpuMs(postgres) - server) / 1000),
  };
}

function countsFromRows(room: AudienceRoom): CountService {
  const none = new NoIndex(
    room.get(Database),
    room.get(GenerationRepository),
    room.get(TermRepository),
    room.get(DeltaRepository),
    room.get(Config),
    room.get(Clock),
  );
  const groups = room.get(GroupCountRepository);
  const [evaluator, byIndex] = [room.get(IndexEvaluator), room.get(IndexGroups)];
  const clock = room.get(Clock);
  const logger = createLogger('bench', 'silent');
  const engine = new CountEngine(room.audience, groups, none, evaluator, byIndex, clock, room.get(Config), logger);
  return new CountService(room.get(UsersService), room.audience, engine, clock);
}

/** Finer than what the system tells of other processes, which is in hundredths of a second. */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Each question of the list, by both; the rows answer once, the index often. */
async function compare(indexed: AudienceRoom, appId: number, postgres: number): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  const broad = { index: 0, rows: 0 };
  const cost = async (work: Work, runs: number): Promise<{ ms: number; cpuMs: number; waits: number[] }> => {
    const [own, server] = [ownCpuMs(), treeCpuMs(postgres)];
    const waits: number[] = [];
    const begun = performance.now();
    while (waits.length < runs && performance.now() - begun < MOST_MS) {
      const started = performance.now();
      await work();
      waits.push(performance.now() - started);
    }
    const cpuMs = (ownCpuMs() - own + treeCpuMs(postgres) - server) / waits.length;
    return { ms: percentile(waits, 0.5), cpuMs, waits };
  };
  const both = async (question: string, byIndex: () => Promise<unknown>, byRows: () => Promise<unknown>) => {
    await byIndex();
    const found = JSON.stringify(await byIndex());
    const expected = JSON.stringify(await byRows());
    if (found !== expected) {
      throw new Error(`${question}: ${found.slice(0, 200)} by the index, ${expected.slice(0, 200)} from the rows`);
    }
    const [index, rows] = [await cost(byIndex, RUNS), await cost(byRows, 1)];
    figures[`${question}_p50_ms`] = percentile(index.waits, 0.5);
    figures[`${question}_p99_ms`] = percentile(index.waits, 0.99);
    figures[`${question}_rows_ms`] = rows.ms;
    if (BROAD.includes(question)) {
      broad.index += index.cpuMs;
      broad.rows += rows.cpuMs;
    }
    console.log(
      `${question}: ${index.ms} ms, CPU ${round2(index.cpuMs)} ms; from the rows ${rows.ms} ms, CPU ${round2(rows.cpuMs)} ms`,
    );
  };
  const [engine, fromRows] = [indexed.get(CountEngine), countsFromRows(indexed)];
  for (const [question, target] of Object.entries(TARGETS)) {
    const resolved = await indexed.audience.resolve(appId, parseTarget(target, 'bulk').tree);
    await both(
      question,
      async () => (await engine.count(appId, resolved)).counts,
      () => indexed.audience.countRows(appId, resolved),
    );
  }
  for (const [question, request] of Object.entries(BATCHES)) {
    const sorted = (counts: ReadonlyMap<string, number>) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    await both(
      question,
      async () => sorted((await indexed.counts.countBatch(appId, request)).counts),
      async () => sorted((await fromRows.countBatch(appId, request)).counts),
    );
  }
  figures['broad_cpu_ms'] = round2(broad.index);
  figures['broad_rows_cpu_ms'] = round2(broad.rows);
  figures['broad_cpu_ratio'] = round2(broad.rows / broad.index);
  return figures;
}

/** A count of the specification's form: up to three attributes, a list of values, existence. */
function randomTarget(dice: Dice): object {
  const conditions: Record<string, () => unknown> = {
    plan: () => dice.pick(['gold', 'silver', 'rare', 'plan-7', 'plan-12']),
    sex: () => dice.pick(['f', 'm', { $exists: true }, { $exists: false }]),
    vip: () => dice.isOneIn(2),
    age: () => Array.from({ length: 1 + dice.below(10) }, () => 18 + dice.below(70)),
    town: () => Array.from({ length: 1 + dice.below(10) }, () => `town-${dice.below(83)}`),
    player: () => Array.from({ length: 1 + dice.below(3) }, () => String(dice.below(300))),
    district: () => Array.from({ length: 1 + dice.below(20) }, () => `district-${dice.below(900)}`),
    campaign: () => `spring-${dice.below(30)}`,
  };
  const codes = dice.some(Object.keys(conditions)).slice(0, 3);
  return { profile: Object.fromEntries([...codes, 'town'].map((code) => [code, conditions[code]?.()])) };
}

function differentTargets(): object[] {
  const dice = new Dice(7);
  const targets = new Map<string, object>();
  while (targets.size < questions) {
    const target = randomTarget(dice);
    targets.set(JSON.stringify(target), target);
  }
  return [...targets.values()];
}

async function distinct(room: AudienceRoom, appId: number): Promise<Record<string, number>> {
  const waits: number[] = [];
  const cpu = ownCpuMs();
  for (const target of differentTargets()) {
    const started = performance.now();
    await room.counts.count(appId, target);
    waits.push(performance.now() - started);
  }
  return {
    distinct_p50_ms: percentile(waits, 0.5),
    distinct_p99_ms: percentile(waits, 0.99),
    distinct_cpu_ms_per_count: round2((ownCpuMs() - cpu) / waits.length),
    rss_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
  };
}

async function overHttp(stack: Stack): Promise<Record<string, number>> {
  const gateway = stack.children.find(({ name }) => name === 'gateway');
  const waits: number[] = [];
  const ask = async (target: object, kept: boolean): Promise<void> => {
    const started = performance.now();
    const { status } = await stack.rest.post('targeting/count', { target });
    if (status !== 200) {
      throw new Error(`targeting/count answered ${status}`);
    }
    if (kept) {
      waits.push(performance.now() - started);
    }
  };
  const list = differentTargets();
  for (const target of list.slice(0, 500)) {
    await ask(target, false);
  }
  const cpu = gateway?.cpuMs() ?? 0;
  const entries = list.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const target of entries) {
        await ask(target, true);
      }
    }),
  );
  return {
    http_connections: connections,
    http_p50_ms: percentile(waits, 0.5),
    http_p99_ms: percentile(waits, 0.99),
    http_gateway_cpu_ms_per_count: round2(((gateway?.cpuMs() ?? 0) - cpu) / waits.length),
    http_gateway_rss_mb: Math.round((gateway?.rssBytes() ?? 0) / 1024 / 1024),
  };
}

/** The first answer of a process that has nothing in memory. */
async function cold(url: string, appId: number): Promise<number> {
  const db = await openDatabase(url, 4, [], createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, SETTINGS);
  try {
    await db.ping();
    const started = performance.now();
    await room.counts.count(appId, { profile: { plan: 'gold', sex: 'f', vip: true } });
    return round2(performance.now() - started);
  } finally {
    await room.close();
    await db.close();
  }
}
