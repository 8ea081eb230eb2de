// Runs vitest once, with Herald's reporter, and reads how every file ended.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { passOn, ROOT, tool } from '../setup.mjs';
import { LIMIT, RESULTS_FILE, SET_UP_FILE } from './reporter.mjs';
import { count, listSecondLooks } from './second-look.mjs';

/** Exit code of vitest where a test failed; after a signal it has another. */
const FAILED = 1;

/** @typedef {import('./second-look.mjs').Results} Results */

/**
 * @param {string} node  path of the Node that runs the tests
 * @param {string} path  of a file that gets the results
 * @param {string[]} args  of vitest
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, results?: Results }>} without results the run broke down before it could write them
 */
export async function runTests(node, path, args, env = {}) {
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts', 'tests', 'reporter.mjs')}`];
  const code = await passOn(node, [tool('vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    [RESULTS_FILE]: path,
    [SET_UP_FILE]: `${path}.set-up`,
    ...env,
  });
  try {
    return { code, results: JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    return { code, results: undefined };
  }
}

/**
 * Runs tests, and where few files failed those once more, in a process of their own.
 *
 * @param {string} node
 * @param {string} folder  that gets the results
 * @param {string[]} args  of vitest
 * @param {Record<string, string>} env
 * @returns {Promise<{ results?: Results, counts: { passed: number, failed: number, unsteady: object[] } }>} results of the first run
 */
export async function runWithSecondLook(node, folder, args, env = {}) {
  const first = await runTests(node, join(folder, 'first.json'), args, env);
  const { results } = first;
  const again = first.code === FAILED && results !== undefined ? listSecondLooks(results) : [];
  if (again.length === 0) {
    return { results, counts: countRun(first) };
  }
  console.error(`herald: a second look at ${again.join(', ')}`);
  const limit = env[LIMIT] ?? process.env[LIMIT];
  const second = await runTests(node, join(folder, 'second.json'), again, { ...env, ...leftOf(limit) });
  return { results, counts: second.results ? count(results, second.results) : countRun(first) };
}

/** The limit is of both runs together. */
function leftOf(limit) {
  return limit === undefined ? {} : { [LIMIT]: String(Math.max(1, Number(limit) - performance.now() / 60_000)) };
}

/** Counts a run; one that broke down, and one whose error belongs to no test, have failed. */
export function countRun({ code, results }) {
  const counts = results ? count(results) : { passed: 0, failed: 1, unsteady: [] };
  return { ...counts, failed: counts.failed === 0 && code !== 0 ? 1 : counts.failed };
}

/** Names what passed only at the second attempt, with its first error. */
export function printUnsteady(unsteady) {
  for (const { name, error } of unsteady) {
    console.error(`UNSTEADY ${name}\n    ${error}`);
  }
}

/**
 * CPU seconds of this machine since its start, whoever used them. Those of the processes that a run started would be
 * less than it took: parts of a browser end without a parent that waits for them.
 *
 * @returns {number}
 */
export function readMachineCpu() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}
