// npm test: set-up, then every test. The last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, passOn, ROOT, setUp, tool } from './setup.mjs';
import { COUNTS_FILE } from './test-reporter.mjs';

main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-results-'));
  const counts = join(folder, 'counts.json');
  let code = 1;
  try {
    const node = await setUp();
    const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts', 'test-reporter.mjs')}`];
    const args = [tool('vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)];
    code = await passOn(node, args, { [COUNTS_FILE]: counts });
  } catch (error) {
    console.error(`herald: ${error.message}`);
  }
  const { passed, failed } = readCounts(counts, code);
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
});

/** Without counts the run broke down before it could write them: `code` tells it. */
function readCounts(path, code) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // See above.
  }
  return { passed: counts.passed, failed: counts.failed === 0 && code !== 0 ? 1 : counts.failed };
}
