// npm run templates: set-up, then random templates against liquidjs, 20,000 or `--count`, and the escapes of random pages:
// `--pages` for parse5, `--browser` for Chromium. It prints the seed.
import { parseArgs } from 'node:util';
import { main, passOn, setUp, tool } from '../../scripts/setup.mjs';

const FILES = ['libs/templates/differential.spec.ts', 'test/attacks/templates/random-pages.spec.ts'];

main(async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20000' },
      pages: { type: 'string', default: '2000' },
      browser: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  });
  const node = await setUp();
  process.env.TEMPLATE_COUNT = values.count;
  process.env.TEMPLATE_PAGES = values.pages;
  process.env.TEMPLATE_BROWSER = values.browser;
  process.env.TEMPLATE_SEED = values.seed;
  return passOn(node, [tool('vitest/vitest.mjs'), 'run', ...FILES]);
});
