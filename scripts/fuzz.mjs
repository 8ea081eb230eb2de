// npm run fuzz: set-up, then random requests, 200,000 or as many as told. It prints faults (5xx) and the longest stretch.
import { parseArgs } from 'node:util';
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' } },
  });
  const node = await setUp();
  process.env.FUZZ_REQUESTS = values.requests;
  process.env.FUZZ_SEED = values.seed;
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'test/fuzz/requests.http-spec.ts']);
});
