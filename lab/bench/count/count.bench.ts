import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { startStack } from '../../../test/support/processes/stack.js';
import { audienceName, fillAudience, SEGMENTS } from './audience-data.js';
import { askBusy, askInside, askOverHttp } from './count-distinct.js';
import { build, coldAnswer, copySlices } from './count-engines.js';
import { askList, askListBusy } from './count-list.js';
import { PROBED_ATTRIBUTES } from './freshness-load.js';

/**
 * `npm run bench -- count --users N`: what counts cost by the bitmap index and, in the same run, from the rows: each of a
 * list of questions inside a process and over HTTP, the list again while users are written, then different questions,
 * inside, over HTTP, and over HTTP while users are written. No answer is remembered. Counts of both must be the same. `--rows false` leaves the rows out;
 * `--slices 11` adds copies of the first slice to the index, without rows, until it has eleven; with BENCH_DATA=DIR the
 * users are kept and found again (see `withBenchDatabase`).
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '4' },
    rate: { type: 'string', default: '5000' },
    rows: { type: 'string', default: 'true' },
    slices: { type: 'string', default: '0' },
  },
});
const [users = 0, questions = 0, connections = 0, rate = 0] = [
  values.users,
  values.questions,
  values.connections,
  values.rate,
].map(Number);
const areWhole = [users, questions, connections, rate].every((n) => Number.isInteger(n) && n > 0);
const slices = Number(values.slices);
if (
  users < 1000 ||
  !Number.isInteger(slices) ||
  slices < 0 ||
  (slices > 0 && values.rows === 'true') ||
  !areWhole ||
  !['true', 'false'].includes(values.rows)
) {
  throw new Error(
    'Usage: bench count [--users 100000] [--questions 10000] [--connections 4] [--rate 5000] [--rows false [--slices 11]]',
  );
}

const CACHE_MB = 256;
const SETTINGS = {
  INDEX_LEAST_USERS: '1000',
  INDEX_ANSWERS: '0',
  INDEX_MOST_LAG_MS: '60000',
  INDEX_CACHE_MB: String(CACHE_MB),
};

await withBenchDatabase(async ({ url, pid, masterKey }) => {
  // The index is built here, so that its CPU time is measured; the scheduler only keeps it.
  const stack = await startStack({
    databaseUrl: url,
    masterKey,
    workers: 0,
    env: { ...SETTINGS, INDEX_LEAST_USERS: '1000000000' },
  });
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db }, SETTINGS);
  try {
    const { appId } = stack;
    const name = await nameOf(db, appId);
    await room.applying.apply({ app: name, attributes: PROBED_ATTRIBUTES }, { dryRun: false });
    await fillAudience({ db, url }, appId, users);
    await room.applying.apply({ app: name, segments: SEGMENTS }, { dryRun: false });
    const figures: Record<string, number | string> = { bench: 'count', users, cache_mb: CACHE_MB, connections, rate };
    Object.assign(figures, await build(room, db, appId, pid));
    await copySlices(room, db, appId, slices);
    figures['slices'] = slices;
    figures['cold_first_answer_ms'] = await coldAnswer(url, appId, SETTINGS);
    Object.assign(figures, await askList(room, stack, pid, values.rows === 'true'));
    Object.assign(figures, await askListBusy(room, stack, pid, { users, rate }));
    Object.assign(figures, await askInside(room, appId, questions));
    Object.assign(figures, await askOverHttp(stack, questions, connections, 'http'));
    Object.assign(figures, await askBusy(stack, room, { users, questions, connections, rate }));
    console.log(JSON.stringify(figures));
  } finally {
    await room.close();
    await db.close();
    await stack.stop();
  }
}, audienceName(users));

async function nameOf(db: Database, appId: number): Promise<string> {
  const row = await db.row<{ name: string }>('SELECT a.name FROM tenancy.application AS a WHERE a.id = $1', [appId]);
  return row?.name ?? '';
}
