// npm run metrics: writes docs/metrics.md from what the processes show. The tests compare it.
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const node = await setUp();
  process.env.WRITE_METRICS = '1';
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', 'test/monitoring']);
});
