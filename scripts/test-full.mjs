// npm run test:full: the tests that look for the unknown, beside those of npm test. The last line is `N passed, N failed`.
//
//   PART …       only these parts; without one, npm test and then all of them
//   --list       the parts, and what each looks for
//   --for REV    the parts that the difference from REV concerns
//   --today      a slice of at most two minutes that changes with the date
//   --log FILE   appends a line for each part, as npm test does
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main, ROOT, setUp, SetupError } from './setup.mjs';
import { listChanged, listFiles } from './tests/changed.mjs';
import { readDurations } from './tests/durations.mjs';
import { LIMIT } from './tests/reporter.mjs';
import { isWithin, listConcerned, listParts, RING } from './tests/rings.mjs';
import { appendLog } from './tests/run-record.mjs';
import { printUnsteady, readMachineCpu, runWithSecondLook } from './tests/run-tests.mjs';
import { pickSlice } from './tests/today.mjs';

/** A part that takes longer is ended: it must be divided. */
const MOST_MINUTES = 45;
const TODAY_SECONDS = 120;
const TEST = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;

main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      for: { type: 'string' },
      today: { type: 'boolean', default: false },
      log: { type: 'string' },
    },
  });
  const parts = listParts();
  if (values.list || values.for !== undefined) {
    const shown = values.list ? parts : listConcerned(listChanged(ROOT, values.for), parts);
    shown.forEach(({ name, why }) => console.log(`${name.padEnd(14)} ${why}`));
    return 0;
  }
  const node = await setUp();
  const chosen = values.today ? [sliceOfToday(parts)] : choose(parts, positionals);
  const total = { passed: 0, failed: 0 };
  for (const part of chosen) {
    const { passed, failed } = await runPart(node, part, values.log);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});

function choose(parts, names) {
  const unknown = names.filter((name) => parts.every((part) => part.name !== name));
  if (unknown.length > 0) {
    throw new SetupError(
      `There is no part ${unknown.join(', ')}; the parts are ${parts.map(({ name }) => name).join(', ')}.`,
    );
  }
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
}

function sliceOfToday(parts) {
  const day = Math.floor(Date.now() / 86_400_000);
  return pickSlice({ parts, tests: listTests(), secondsOf: readDurations(), seconds: TODAY_SECONDS, day });
}

function listTests() {
  return listFiles(ROOT).filter((file) => TEST.test(file));
}

async function runPart(node, part, log) {
  const files = listTests().filter((file) => isWithin(file, part.files));
  console.error(`herald: the full ring, ${part.name}: ${part.why} (${files.length} files)`);
  const folder = mkdtempSync(join(tmpdir(), 'herald-results-'));
  const [started, cpuBefore] = [performance.now(), readMachineCpu()];
  const env = { [LIMIT]: String(MOST_MINUTES), ...part.env, [RING]: 'full' };
  const { counts } = await runWithSecondLook(node, folder, files, env);
  printUnsteady(counts.unsteady);
  rmSync(folder, { recursive: true, force: true });
  if (log !== undefined) {
    const cpu = readMachineCpu() - cpuBefore;
    appendLog(log, { seconds: (performance.now() - started) / 1000, cpu, ...counts });
  }
  return counts;
}
