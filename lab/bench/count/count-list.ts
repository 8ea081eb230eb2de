import { OPERATOR } from '#libs/tenancy';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { CountEngineService } from '../../../libs/audience/counts/count-engine.service.js';
import type { AudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { BATCHES, TARGETS } from './audience-data.js';
import { writeUsers } from './freshness-load.js';
import { countsFromRows } from './count-engines.js';
import { ownCpuMs, percentile, round2 } from '../support/measurements.js';

/** Runs of each question of the list, by the index. */
const RUNS = 100;
/** A question that is slow, because a part of it is looked up in the rows, is asked less often. */
const MOST_MS = 3000;
/** Questions that a broad scan answers from the rows: here the index has to be a hundred times cheaper. */
const BROAD = ['value_30_percent', 'and_3_broad', 'or_10', 'exists_true', 'exists_false', 'not_2_tags', 'array_any_3'];

type Work = () => Promise<unknown>;
type Figures = Record<string, number>;

/** One question of the list in its three forms; over HTTP undefined where the interface does not offer it. */
interface Question {
  byIndex: Work;
  byRows: Work;
  byHttp: (stack: Stack) => ReturnType<Stack['rest']['post']>;
}

/** Each question of the list by the index, inside this process and over HTTP, and once from the rows. */
export async function askList(
  room: AudienceRoom,
  stack: Stack,
  postgres: number,
  isWithRows: boolean,
): Promise<Figures> {
  const figures: Figures = {};
  const broad = { index: 0, rows: 0 };
  for (const [name, question] of Object.entries(await questionsOf(room, stack.appId))) {
    const actual = await question.byIndex();
    const index = await cost(question.byIndex, RUNS, postgres);
    figures[`${name}_p50_ms`] = percentile(index.waits, 0.5);
    figures[`${name}_p99_ms`] = percentile(index.waits, 0.99);
    figures[`${name}_cpu_ms`] = round2(index.cpuMs);
    const isOffered = (await question.byHttp(stack)).status === 200;
    const http = isOffered ? (await cost(() => question.byHttp(stack), RUNS, postgres)).waits : [];
    if (isOffered) {
      figures[`${name}_http_p50_ms`] = percentile(http, 0.5);
      figures[`${name}_http_p99_ms`] = percentile(http, 0.99);
    }
    let line = `${name}: ${percentile(index.waits, 0.5)} ms, CPU ${round2(index.cpuMs)} ms`;
    line += isOffered ? `, over HTTP ${percentile(http, 0.5)} ms` : '';
    if (isWithRows) {
      let counted: unknown;
      const rows = await cost(async () => (counted = await question.byRows()), 1, postgres);
      requireSame(name, actual, counted);
      figures[`${name}_rows_ms`] = percentile(rows.waits, 0.5);
      line += `; from the rows ${percentile(rows.waits, 0.5)} ms, CPU ${round2(rows.cpuMs)} ms`;
      if (BROAD.includes(name)) {
        broad.index += index.cpuMs;
        broad.rows += rows.cpuMs;
      }
    }
    console.log(line);
  }
  if (isWithRows) {
    figures['broad_cpu_ms'] = round2(broad.index);
    figures['broad_rows_cpu_ms'] = round2(broad.rows);
    figures['broad_cpu_ratio'] = round2(broad.rows / broad.index);
  }
  return figures;
}

/** Asks the questions of the index while users are written: waits alone, for the CPU is that of the writes too. */
export async function askListBusy(
  room: AudienceRoom,
  stack: Stack,
  postgres: number,
  { users, rate }: { users: number; rate: number },
): Promise<Figures> {
  const figures: Figures = {};
  let isOver = false;
  const [started, writing] = [performance.now(), writeUsers(stack, users, rate, () => isOver)];
  try {
    for (const [name, question] of Object.entries(await questionsOf(room, stack.appId))) {
      await question.byIndex();
      const { waits } = await cost(question.byIndex, RUNS, postgres);
      figures[`busy_${name}_p50_ms`] = percentile(waits, 0.5);
      figures[`busy_${name}_p99_ms`] = percentile(waits, 0.99);
      console.log(`${name} beside writes: ${percentile(waits, 0.5)} ms, p99 ${percentile(waits, 0.99)} ms`);
    }
  } finally {
    isOver = true;
  }
  figures['busy_list_written_users_per_s'] = Math.round(((await writing) * 1000) / (performance.now() - started));
  return figures;
}

async function questionsOf(room: AudienceRoom, appId: number): Promise<Record<string, Question>> {
  const [engine, fromRows] = [room.get(CountEngineService), countsFromRows(room)];
  const sorted = (counts: ReadonlyMap<string, number>) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const questions: Record<string, Question> = {};
  for (const [name, target] of Object.entries(TARGETS)) {
    const resolved = await room.audience.resolve(appId, parseTarget(target, 'bulk'));
    questions[name] = {
      byIndex: async () => (await engine.count(appId, resolved)).counts,
      byRows: () => room.audience.countFromRows(appId, resolved),
      byHttp: (stack) => stack.rest.post('targeting/count', { target }),
    };
  }
  for (const [name, request] of Object.entries(BATCHES)) {
    questions[name] = {
      byIndex: async () => sorted((await room.counts.countBatch(appId, request, OPERATOR)).counts),
      byRows: async () => sorted((await fromRows.countBatch(appId, request, OPERATOR)).counts),
      byHttp: (stack) => stack.rest.post('targeting/count-batch', request),
    };
  }
  return questions;
}

async function cost(work: Work, runs: number, postgres: number): Promise<{ cpuMs: number; waits: number[] }> {
  const [ownValue, server] = [ownCpuMs(), treeCpuMs(postgres)];
  const waits: number[] = [];
  const startedAt = performance.now();
  while (waits.length < runs && performance.now() - startedAt < MOST_MS) {
    const started = performance.now();
    await work();
    waits.push(performance.now() - started);
  }
  return { cpuMs: (ownCpuMs() - ownValue + treeCpuMs(postgres) - server) / waits.length, waits };
}

function requireSame(name: string, byIndex: unknown, byRows: unknown): void {
  const [actual, expected] = [JSON.stringify(byIndex), JSON.stringify(byRows)];
  if (actual !== expected) {
    throw new Error(`${name}: ${actual.slice(0, 200)} by the index, ${expected.slice(0, 200)} from the rows`);
  }
}
