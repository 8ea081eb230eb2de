// npm test: set-up, then every test. The last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, passOn, setUp, tool } from './setup.mjs';

main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-results-'));
  const report = join(folder, 'results.json');
  let code = 1;
  try {
    const node = await setUp();
    code = await passOn(node, [
      tool('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ]);
  } catch (error) {
    console.error(`herald: ${error.message}`);
  }
  const { passed, failed } = readResults(report, code);
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
});

/** A file that could not be loaded, or a run that broke down, counts as one failure: it must never look like success. */
function readResults(report, code) {
  let results = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  try {
    results = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    // No report: the run broke down before it could write one; `code` says so below.
  }
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = results.numFailedTests + broken;
  return { passed: results.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
