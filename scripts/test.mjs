// npm test: set-up, then every test of a change. The last line is `N passed, N failed`.
//
//   --changed [REV]  those that the difference from REV (HEAD) reaches, and everything that enumerates
//   --log FILE       appends date, commit, seconds, CPU, and what failed or was unsteady
//   --budget         fails where the run took more CPU than test/budget.json allows
//   --bail           ends at the first test that fails
//   other arguments  go to vitest: paths, --project NAME
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, ROOT, setUp } from './setup.mjs';
import { checkBudget } from './tests/budget.mjs';
import { listChanged, listFiles, selectTests } from './tests/changed.mjs';
import { readDurations } from './tests/durations.mjs';
import { readOptions } from './tests/options.mjs';
import { listEnumerations, listNeverReached, RING } from './tests/rings.mjs';
import { appendLog, writeTimes } from './tests/run-record.mjs';
import { countRun, printUnsteady, readMachineCpu, runTests, runWithSecondLook } from './tests/run-tests.mjs';

/** Time of the test files that `--changed` picks, one after the other on the reference machine. */
const CHANGED_SECONDS = 240;
const NOTHING = { passed: 0, failed: 1, unsteady: [] };

main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-results-'));
  const { changed, log, budget, bail, rest } = readOptions(process.argv.slice(2));
  let counts = NOTHING;
  try {
    const node = await setUp();
    const [started, cpuBefore] = [performance.now(), readMachineCpu()];
    const args = changed === undefined ? rest : [...rest, ...pickChanged(changed)];
    counts = await run(node, folder, args, { isWhole: args.length === 0, bail });
    const cpu = readMachineCpu() - cpuBefore;
    const seconds = (performance.now() - started) / 1000;
    console.error(`herald: tests took ${seconds.toFixed(0)} s, CPU ${cpu.toFixed(0)} s`);
    if (log !== undefined) {
      appendLog(log, { seconds, cpu, ...counts });
    }
    if (budget && !(await checkBudget(node, cpu))) {
      counts.failed += 1;
    }
  } catch (error) {
    console.error(`herald: ${error.message}`);
    counts.failed = Math.max(1, counts.failed);
  }
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed, unsteady } = counts;
  printUnsteady(unsteady);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
});

function pickChanged(base) {
  const changed = listChanged(ROOT, base);
  const selection = selectTests({
    root: ROOT,
    files: listFiles(ROOT),
    changed,
    enumerations: listEnumerations(),
    fullOnly: listNeverReached(),
    secondsOf: readDurations(),
    seconds: CHANGED_SECONDS,
  });
  const { run, left, seconds } = selection;
  console.error(
    `herald: ${changed.length} files differ from ${base}; ${run.length} test files run (about ${Math.round(seconds)} s of tests), ` +
      `${left.length} that are reached from farther away are left to npm test`,
  );
  for (const path of run) {
    console.error(`  ${path}`);
  }
  return run;
}

/** Named files get no second look: whoever names them reads what they say. Nor does a run that ends at the first failure. */
async function run(node, folder, args, { isWhole, bail }) {
  const ring = isWhole ? {} : { [RING]: 'full' };
  if (bail || !isWhole) {
    return countRun(await runTests(node, join(folder, 'results.json'), bail ? ['--bail=1', ...args] : args, ring));
  }
  const { results, counts } = await runWithSecondLook(node, folder, args);
  if (results !== undefined) {
    writeTimes(results);
  }
  return counts;
}
