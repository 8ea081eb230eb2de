// npm run test:strength: shows that npm test still notices faults. It takes commits at random that changed sources and a test
// together, undoes the source part of each in a copy of the checkout, and runs npm test -- --changed there. A run ends at the
// first test that fails.
//
//   --seed S     of the draw; printed
//   --commits N  20 without it
//   --whole K    runs the whole npm test for the first K of them too; 3 without it
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { capture, main, ROOT, setUp } from './setup.mjs';

const SOURCE = /^(apps|libs|migrations|packages)\/.*\.(tsx?|css|html)$/;
const TEST = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;
const LAST_LINE = /(\d+) passed, (\d+) failed\s*$/;
/** Names the test that notices the fault, to see that it fails for the fault and not by chance. */
const FIRST_FAILED = /^FAILED (.+)$/m;

main(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      commits: { type: 'string', default: '20' },
      whole: { type: 'string', default: '3' },
    },
  });
  await setUp();
  console.log(`seed ${values.seed}`);
  const copy = copyCheckout();
  const rows = [];
  try {
    for (const commit of shuffle(listCommits(), Number(values.seed))) {
      if (rows.length === Number(values.commits)) {
        break;
      }
      const row = await tryCommit(copy, commit, rows.length < Number(values.whole));
      if (row !== undefined) {
        rows.push(row);
        print(row);
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const caught = rows.filter(({ changed }) => changed.failed > 0).length;
  console.log(`${caught} of ${rows.length} caught by npm test -- --changed`);
  return rows.length > 0 && caught >= Math.floor(rows.length * 0.95) ? 0 : 1;
});

/** A clone with the dependencies and the build of this checkout. */
function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'herald-strength-'));
  git(tmpdir(), ['clone', '--quiet', '--no-hardlinks', ROOT, folder]);
  for (const name of ['node_modules', 'dist']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
  return folder;
}

/** Commits of one parent that changed a source and a test. */
function listCommits() {
  const log = git(ROOT, ['log', '--no-merges', '--format=@%H', '--name-only', 'HEAD']);
  return log
    .split('@')
    .map((entry) => entry.split('\n').filter((line) => line !== ''))
    .filter(([, ...files]) => files.some(isSource) && files.some((file) => TEST.test(file)))
    .map(([hash, ...files]) => ({
      hash,
      sources: files.filter(isSource),
      tests: files.filter((file) => TEST.test(file)),
    }));
}

function isSource(file) {
  return SOURCE.test(file) && !TEST.test(file);
}

/** @returns {Promise<object | undefined>} undefined: the commit cannot be undone any more, or its own tests do not notice it */
async function tryCommit(copy, { hash, sources, tests }, isWhole) {
  const own = tests.filter((file) => existsSync(join(copy, file)));
  if (own.length === 0 || !undo(copy, hash, sources)) {
    return undefined;
  }
  try {
    const old = await runTests(copy, own);
    if (old.failed === 0) {
      return undefined;
    }
    const changed = await runTests(copy, ['--changed', 'HEAD']);
    const whole = isWhole ? await runTests(copy, []) : undefined;
    const subject = git(ROOT, ['log', '-1', '--format=%s', hash]).trim();
    return { hash: hash.slice(0, 8), subject, old, changed, whole };
  } finally {
    git(copy, ['checkout', '--quiet', '--force', 'HEAD']);
    git(copy, ['clean', '--quiet', '-fd']);
  }
}

function undo(copy, hash, sources) {
  const patch = git(ROOT, ['diff', '--binary', `${hash}~1`, hash, '--', ...sources]);
  const { status } = spawnSync('git', ['apply', '--reverse', '--whitespace=nowarn'], { cwd: copy, input: patch });
  return patch !== '' && status === 0 && git(copy, ['status', '--porcelain']) !== '';
}

async function runTests(copy, args) {
  const started = performance.now();
  const { output } = await capture(process.execPath, [join(copy, 'scripts', 'test.mjs'), '--bail', ...args], {
    cwd: copy,
  });
  const [, passed, failed] = LAST_LINE.exec(output) ?? [undefined, 0, 1];
  const [, first = ''] = FIRST_FAILED.exec(output) ?? [];
  const seconds = Math.round((performance.now() - started) / 1000);
  return { passed: Number(passed), failed: Number(failed), seconds, first };
}

function print({ hash, subject, old, changed, whole }) {
  const cell = (run) =>
    run === undefined ? '-' : `${run.failed > 0 ? 'failed' : 'passed'} after ${run.passed} tests and ${run.seconds} s`;
  console.log(
    `${changed.failed > 0 ? 'caught' : 'MISSED'}  ${hash}  own tests: ${cell(old)};  --changed: ${cell(changed)};  whole: ${cell(whole)};  ${subject}`,
  );
  for (const [name, run] of Object.entries({ '--changed': changed, whole })) {
    if (run?.failed > 0) {
      console.log(`        ${name} by ${run.first || 'an error before the tests'}`);
    }
  }
}

/** The same order for the same seed (Fisher and Yates; numbers of mulberry32). */
function shuffle(list, seed) {
  const shuffled = [...list];
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[place]] = [shuffled[place], shuffled[last]];
  }
  return shuffled;
}

function git(cwd, args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) {
    throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  }
  return stdout;
}
