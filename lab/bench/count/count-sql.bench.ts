import { parseArgs } from 'node:util';
import { OPERATOR } from '#libs/tenancy';
import { parseTarget } from '../../../test/support/rooms/parse.js';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
import { migrate } from '../../../migrations/data-source.js';
import { openAudienceRoom } from '../../../test/support/rooms/audience-room.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { treeCpuMs } from '../../../test/support/processes/children.js';
import { ATTRIBUTES, BATCHES, fillAudience, SEGMENTS, TARGETS } from './audience-data.js';

/**
 * `npm run bench -- count-sql --users N`: what counts cost on the SQL engine, each the best of three, with everything in
 * memory. Users have 12 attributes, 0 to 6 of 500 tags, 1.4 installations, and half of them a place.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } });
const users = Number(values.users);
if (!Number.isInteger(users) || users < 1000) {
  throw new Error('Usage: bench count-sql [--users 100000]');
}

const RUNS = 3;

await withBenchDatabase(async ({ url, pid }) => {
  await migrate(url);
  const db = await openDatabase(url, 4, createLogger('bench', 'silent'));
  const room = await openAudienceRoom({ url, db });
  try {
    const appId = (await room.applying.apply({ app: 'bench', attributes: ATTRIBUTES }, { dryRun: false })).app.id;
    await fillAudience({ db, url }, appId, users);
    const figures: Record<string, number | string> = { bench: 'count-sql', users };
    figures['segments_2_calculate_ms'] = await timed(async () => {
      await room.applying.apply({ app: 'bench', segments: SEGMENTS }, { dryRun: false });
    });
    const cpuBefore = treeCpuMs(pid);
    const started = performance.now();
    for (const [name, target] of Object.entries(TARGETS)) {
      let count = 0;
      figures[`${name}_ms`] = await best(async () => {
        count = await room.audience.countTarget(appId, parseTarget(target, 'bulk'));
      });
      console.log(`${name}: ${count} users, ${figures[`${name}_ms`]} ms`);
    }
    for (const [name, request] of Object.entries(BATCHES)) {
      let groups = 0;
      figures[`${name}_ms`] = await best(async () => {
        groups = (await room.counts.countBatch(appId, request, OPERATOR)).counts.size;
      });
      console.log(`${name}: ${groups} groups, ${figures[`${name}_ms`]} ms`);
    }
    figures['wall_ms'] = Math.round(performance.now() - started);
    figures['postgres_cpu_ms'] = Math.round(treeCpuMs(pid) - cpuBefore);
    console.log(JSON.stringify(figures));
  } finally {
    await room.close();
    await db.close();
  }
});

async function best(work: () => Promise<void>): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    runs.push(await timed(work));
  }
  return Math.min(...runs);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round((performance.now() - started) * 10) / 10;
}
