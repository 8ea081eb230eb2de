// npm run journeys: set-up, then random journeys against the interpreter, 2,000 or `--count`. It prints the seeds.
import { parseArgs } from 'node:util';
import { main, passOn, setUp, tool } from '../../scripts/setup.mjs';

main(async () => {
  const { values } = parseArgs({
    options: { count: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
  });
  const node = await setUp();
  process.env.JOURNEY_COUNT = values.count;
  process.env.JOURNEY_SEED = values.seed;
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'lab/journeys/random-journeys.http-spec.ts']);
});
