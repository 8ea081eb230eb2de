// npm run templates: set-up, then random templates against liquidjs, 20,000 or `--count`. It prints the seed.
import { parseArgs } from 'node:util';
import { main, passOn, setUp, tool } from '../../scripts/setup.mjs';

main(async () => {
  const { values } = parseArgs({
    options: { count: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
  });
  const node = await setUp();
  process.env.TEMPLATE_COUNT = values.count;
  process.env.TEMPLATE_SEED = values.seed;
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'libs/templates/differential.spec.ts']);
});
