// npm run faults: the tests of faults that people reported, fault by fault (test/faults.json).
//
//   --base DIR   runs them on the sources of another checkout too, which must be set up; a fault that it still has is red there
//   --only TEXT  only faults whose description has this text
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { capture, main, ROOT, setUp, SetupError } from './setup.mjs';
import { listFiles } from './tests/changed.mjs';
import { listReached } from './tests/import-graph.mjs';

/** Installed folders, which a copy of another checkout shares. */
const LINKED = ['node_modules', 'node/node_modules'];
const NOTHING = { passed: 0, failed: 0, isLoaded: false };

main(async () => {
  const { values } = parseArgs({ options: { base: { type: 'string' }, only: { type: 'string', default: '' } } });
  const faults = readFaults().filter(({ fault }) => fault.includes(values.only));
  const node = await setUp();
  const folder = mkdtempSync(join(tmpdir(), 'herald-faults-'));
  try {
    const files = faults.flatMap(({ tests }) => tests);
    const local = await runFiles(node, ROOT, files, join(folder, 'here.json'));
    const copy = values.base && (await copyBase(resolve(values.base), join(folder, 'base'), files));
    const there = copy && (await runFiles(node, copy, files, join(folder, 'there.json')));
    faults.forEach(({ fault, tests }) => {
      const columns = [describe(tests, local), there && `there: ${describe(tests, there)}`];
      console.log(
        `${columns
          .filter(Boolean)
          .join(';  ')
          .padEnd(there ? 60 : 24)}  ${fault}`,
      );
    });
    return faults.every(({ tests }) => sum(tests, local).failed === 0) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @returns {{ fault: string, tests: string[] }[]} */
function readFaults() {
  const faults = Object.entries(JSON.parse(readFileSync(join(ROOT, 'test', 'faults.json'), 'utf8')));
  return faults.map(([fault, tests]) => ({ fault, tests }));
}

/** A clone of the other checkout, with the named tests of this one and what they need that is not there. */
async function copyBase(base, copy, tests) {
  const { code, output } = await capture('git', ['clone', '--quiet', base, copy], { cwd: ROOT });
  if (code !== 0) {
    throw new SetupError(`${base} is no checkout: ${output.trim()}`);
  }
  for (const name of LINKED.filter((path) => existsSync(join(base, path)))) {
    symlinkSync(join(base, name), join(copy, name));
  }
  const support = listReached(ROOT, listFiles(ROOT), tests).filter((path) => path.startsWith('test/'));
  for (const path of [...tests, 'test/data', ...support.filter((file) => !existsSync(join(copy, file)))]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  return copy;
}

/** @returns {Promise<Map<string, { passed: number, failed: number, isLoaded: boolean }>>} by path */
async function runFiles(node, root, files, report) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  console.error(`herald: ${files.length} files of tests run in ${root} …`);
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...new Set(files)];
  const { output } = await capture(node, args, { cwd: root });
  if (!existsSync(report)) {
    throw new SetupError(`The tests in ${root} broke down: ${output.trim()}`);
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(
    testResults.map(({ name, status: state, assertionResults }) => {
      const count = (wanted) => assertionResults.filter(({ status }) => status === wanted).length;
      // A file whose set-up fails has no test that failed.
      const failed = count('failed') || Number(state === 'failed');
      const counts = { passed: count('passed'), failed, isLoaded: assertionResults.length > 0 };
      return [name.slice(root.length + 1), counts];
    }),
  );
}

function describe(tests, results) {
  const { passed, failed, isLoaded } = sum(tests, results);
  return isLoaded ? `${passed} passed, ${failed} failed` : 'does not load';
}

function sum(tests, results) {
  const all = tests.map((path) => results.get(path) ?? NOTHING);
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    isLoaded: all.some(({ isLoaded }) => isLoaded),
  };
}
