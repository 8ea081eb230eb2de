import { parseArgs } from 'node:util';
import { withBenchDatabase } from '../support/bench-database.js';
import { startStack } from '../support/stack.js';
import { killWorkers } from './kill-workers.js';

/** `npm run chaos -- --seed S --kills N [--recipients R] [--workers W]`: the last line printed is one JSON object. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '5' },
    recipients: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '1' },
  },
});

await withBenchDatabase(async ({ url }) => {
  const stack = await startStack({ databaseUrl: url, workers: Number(values.workers) });
  try {
    const figures = await killWorkers(stack, {
      seed: Number(values.seed),
      kills: Number(values.kills),
      recipients: Number(values.recipients),
      log: (line) => console.log(line),
    });
    console.log(JSON.stringify(figures));
    process.exitCode = figures.lost + figures.twice + figures.duplicates_unlisted > 0 ? 1 : 0;
  } finally {
    await stack.stop();
  }
});
