// Picks the test files for `npm test -- --changed`: all that enumerate, and of those that the change reaches the nearest.
import { spawnSync } from 'node:child_process';
import { readImporters, reachFrom } from './import-graph.mjs';
import { isWithin } from './rings.mjs';

const TEST = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;
/** Words of paths that say nothing of a subject. */
const COMMON = new Set(
  'apps lab libs packages test src index spec db http e2e ts tsx mjs service repository sql types module controller dto contract of the'.split(
    ' ',
  ),
);
/** Sources that tests reach otherwise than by imports: in a browser, as processes, through the database. */
const UNSEEN_LINKS = [
  { sources: ['apps/panel/'], tests: ['test/panel/'] },
  { sources: ['apps/websdk/'], tests: ['test/e2e/web-push-browser.e2e-spec.ts', 'apps/gateway/'] },
  { sources: ['migrations/'], tests: ['libs/', 'apps/', 'lab/', 'migrations/', 'test/'] },
  { sources: ['apps/cli/'], tests: ['test/e2e/cli/', 'test/e2e/up.e2e-spec.ts'] },
  { sources: ['apps/', 'libs/', 'packages/'], tests: ['lab/chaos/', 'test/e2e/', 'test/panel/'] },
  { sources: ['scripts/'], tests: ['test/checks/', 'test/e2e/up.e2e-spec.ts'] },
  { sources: ['k8s/', 'docker/', 'monitoring/'], tests: ['test/checks/', 'test/monitoring/', 'test/e2e/monitoring/'] },
];
/** Number of imports that a link counts for which no import shows. */
const UNSEEN_DISTANCE = 6;

/**
 * @typedef {object} Selection
 * @property {string[]} run   paths of test files
 * @property {string[]} left  reached too, and left out because the time is used up
 * @property {number} seconds  expected time of `run`, all files one after the other
 */

/**
 * Selects the test files of a change. Those that enumerate and those that the change touched itself are always among them.
 *
 * @param {object} input
 * @param {string} input.root
 * @param {readonly string[]} input.files  all files of the checkout
 * @param {readonly string[]} input.changed
 * @param {readonly string[]} input.enumerations  files, or folders that end in `/`
 * @param {readonly string[]} input.fullOnly  likewise, those that it leaves to the full ring
 * @param {(path: string) => number} input.secondsOf
 * @param {number} input.seconds  for all files, one after the other
 * @returns {Selection}
 */
export function selectTests({ root, files, changed, enumerations, fullOnly, secondsOf, seconds }) {
  const tests = files.filter((file) => TEST.test(file));
  const reached = reachFrom(readImporters(root, files), changed);
  const always = tests.filter((test) => changed.includes(test) || isWithin(test, enumerations));
  const daily = tests.filter((test) => !always.includes(test) && !isWithin(test, fullOnly));
  const weights = weighWords(tests);
  const ranked = daily
    .map((test) => ({ test, rank: distanceOf(test, reached, changed) - likeness(test, changed, weights) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .toSorted((a, b) => a.rank - b.rank || (a.test < b.test ? -1 : 1));
  let left = seconds - always.reduce((sum, test) => sum + secondsOf(test), 0);
  const selection = { run: [...always], left: [], seconds: 0 };
  for (const { test } of ranked) {
    left -= secondsOf(test);
    (left >= 0 ? selection.run : selection.left).push(test);
  }
  selection.seconds = selection.run.reduce((sum, test) => sum + secondsOf(test), 0);
  return selection;
}

/** Lists what differs from a commit, files that git does not know yet included. */
export function listChanged(root, base) {
  return [
    ...git(root, ['diff', '--name-only', '--no-renames', base]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ];
}

/** Lists every file of the checkout that git knows or does not ignore. */
export function listFiles(root) {
  return git(root, ['ls-files', '--cached', '--others', '--exclude-standard']);
}

function git(root, args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) {
    throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  }
  return stdout.split('\n').filter((line) => line !== '');
}

function distanceOf(test, reached, changed) {
  const isLinked = UNSEEN_LINKS.some(
    ({ sources, tests }) => isWithin(test, tests) && changed.some((file) => isWithin(file, sources)),
  );
  return Math.min(reached.get(test) ?? Number.POSITIVE_INFINITY, isLinked ? UNSEEN_DISTANCE : Number.POSITIVE_INFINITY);
}

/** Likeness of the path of a test to that of a changed file: words that both have, rare ones weigh more. */
function likeness(test, changed, weights) {
  const words = [...wordsOf(test)];
  return Math.max(
    0,
    ...changed.map((file) => {
      const shared = wordsOf(file);
      return words.reduce((sum, word) => (shared.has(word) ? sum + weights.get(word) : sum), 0);
    }),
  );
}

/** A word weighs the more the fewer paths of tests have it: twice as rare, one import nearer. */
function weighWords(tests) {
  const counts = new Map();
  for (const word of tests.flatMap((test) => [...wordsOf(test)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, Math.log2((2 * tests.length) / count)]));
}

/** Plurals count as their singulars. */
function wordsOf(path) {
  const words = path
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !COMMON.has(word));
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)));
}
