import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasRedisServer } from '../../../test/support/processes/own-redis.js';
import { installPrograms } from '../peers/install-programs.js';
import { readOptions } from '../peers/peer-options.js';
import { withBenchDatabase } from '../support/bench-database.js';
import { startHeraldReminders } from './herald-reminders.js';
import { startJobReminders } from './job-reminders.js';
import { killedRun, measuredRun } from './reminder-run.js';

/**
 * `npm run bench -- reminders`: a reminder of a cart after a delay, unless the person buys, in Herald and as a delayed BullMQ job
 * for each person. Half of the people buy. Prints versions, the CPU time of a whole run for 1,000 people, and how many of the
 * others got nothing or two messages, and how many buyers were reminded, when all processes were killed once while reminders
 * left. The last line is one flat JSON object.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '5000' }, delay: { type: 'string', default: '20' } },
});
const [people = 0, delay = 0] = [values.people, values.delay].map(Number);
if (!(people >= 10 && delay >= 1)) {
  throw new Error('Usage: bench reminders [--people 5000] [--delay 20]');
}
if (!hasRedisServer()) {
  throw new Error('Delayed jobs need a redis-server on the PATH');
}
const { folder: programs, versions } = await installPrograms(readOptions([], process.env).cache);
console.log(JSON.stringify({ node: process.version, bullmq: versions['bullmq'] }));

const figures: Record<string, number> = {};
for (const [name, start] of Object.entries({ herald: startHeraldReminders, jobs: startJobReminders })) {
  await withBenchDatabase(async (database) => {
    const home = await mkdtemp(join(tmpdir(), 'herald-reminders-'));
    try {
      const system = await start({ database, installations: people, home, programs }, delay * 1000);
      try {
        const measured = await measuredRun(system, people, database.pid);
        const killed = await killedRun(system, people);
        console.log(JSON.stringify({ system: name, ...measured, killed }));
        figures[`${name}_cpu_ms_per_1000`] = measured.cpuMsPer1000;
        for (const [figure, count] of Object.entries(killed)) {
          figures[`${name}_${figure}`] = count;
        }
      } finally {
        await system.stop();
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
}
console.log(JSON.stringify({ bench: 'reminders', people, delay_s: delay, ...figures }));
