// npm test: set-up, then every test. The last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, passOn, ROOT, setUp, tool } from './setup.mjs';
import { LIMIT, RESULTS_FILE } from './tests/reporter.mjs';
import { count, listSecondLooks } from './tests/second-look.mjs';

/** How vitest ends where a test failed; after a signal it ends otherwise. */
const FAILED = 1;
const NOTHING = { passed: 0, failed: 1, unsteady: [] };

main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-results-'));
  let counts = NOTHING;
  try {
    const node = await setUp();
    counts = await run(node, folder, process.argv.slice(2));
  } catch (error) {
    console.error(`herald: ${error.message}`);
  }
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed, unsteady } = counts;
  for (const { name, error } of unsteady) {
    console.error(`UNSTEADY ${name}\n    ${error}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
});

/** Where everything was run to its end, the few files that failed are run once more, in a process of their own. */
async function run(node, folder, args) {
  const first = await runVitest(node, join(folder, 'first.json'), args);
  const isWhole = args.length === 0 && first.code === FAILED && first.results !== undefined;
  const again = isWhole ? listSecondLooks(first.results) : [];
  if (again.length === 0) {
    return countOf(first);
  }
  console.error(`herald: a second look at ${again.join(', ')}`);
  const second = await runVitest(node, join(folder, 'second.json'), again, leftOf(process.env[LIMIT]));
  return second.results ? count(first.results, second.results) : countOf(first);
}

/** The limit is of both runs together. */
function leftOf(limit) {
  return limit === undefined ? {} : { [LIMIT]: String(Math.max(1, Number(limit) - performance.now() / 60_000)) };
}

async function runVitest(node, path, args, env = {}) {
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts', 'tests', 'reporter.mjs')}`];
  const code = await passOn(node, [tool('vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    [RESULTS_FILE]: path,
    ...env,
  });
  try {
    return { code, results: JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    return { code, results: undefined };
  }
}

/** Without results the run broke down before it could write them, and with a fault that no test knows the code tells it. */
function countOf({ code, results }) {
  const counts = results ? count(results) : NOTHING;
  return { ...counts, failed: counts.failed === 0 && code !== 0 ? 1 : counts.failed };
}
