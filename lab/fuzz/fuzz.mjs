// npm run fuzz: set-up, then random requests, 200,000 or `--requests`. It prints faults (5xx) and the longest stretch.
// npm run fuzz -- --frames N: random frames of HTTP/2 servers for the client of our own.
import { parseArgs } from 'node:util';
import { main, passOn, setUp, tool } from '../../scripts/setup.mjs';

main(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '200000' },
      frames: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const node = await setUp();
  if (values.frames !== undefined) {
    process.env.FRAME_SEQUENCES = values.frames;
    process.env.FRAME_SEED = values.seed;
    return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'packages/http2-client/random-frames.spec.ts']);
  }
  process.env.FUZZ_REQUESTS = values.requests;
  process.env.FUZZ_SEED = values.seed;
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'lab/fuzz/requests.http-spec.ts']);
});
