// Counts of npm test, and the files that it runs a second time. Decision 159 says why.

/** More files that fail are no accident. */
const MOST_FILES = 6;

/**
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' | 'pending', error: string }} TestEnd
 * @typedef {object} FileEnd  how a file of tests ended
 * @property {string} path
 * @property {string} kind  pure, room, contract, panel or whole
 * @property {boolean} isBroken  it failed, by a test or beside its tests
 * @property {string} error  of a fault beside its tests; may be empty
 * @property {TestEnd[]} tests
 * @typedef {object} Results
 * @property {FileEnd[]} files
 * @property {number} faults  outside every file
 */

/**
 * Lists the files that are run again: those that failed, where few did.
 *
 * @param {Results} results
 * @returns {string[]} paths
 */
export function listSecondLooks({ files }) {
  const failed = files.filter(({ isBroken }) => isBroken);
  return failed.length > MOST_FILES ? [] : failed.map(({ path }) => path);
}

/**
 * Counts what passed and failed. What failed first and passed in the second look is passed, and listed.
 *
 * @param {Results} first
 * @param {Results} [second]  of the files of `listSecondLooks`
 * @returns {{ passed: number, failed: number, unsteady: { name: string, error: string }[] }}
 */
export function count(first, second = { files: [], faults: 0 }) {
  const looked = new Map(second.files.map((file) => [file.path, file]));
  const again = new Set(listSecondLooks(first));
  const total = { passed: 0, failed: first.faults + second.faults, unsteady: [] };
  for (const file of first.files) {
    const last = (again.has(file.path) && looked.get(file.path)) || file;
    const states = last.tests.map(({ state }) => state);
    const missing = last === file ? 0 : countMissing(file, last);
    const failed = states.filter((state) => state === 'failed').length + missing;
    total.passed += states.filter((state) => state === 'passed').length;
    total.failed += failed === 0 && last.isBroken ? 1 : failed;
    if (last !== file) {
      total.unsteady.push(...listUnsteady(file, last));
    }
  }
  return total;
}

/** Groups tests by name and place: several rows of a table may have one name. */
function byPlace({ tests }) {
  const places = new Map();
  return new Map(
    tests.map((test) => {
      const place = places.get(test.name) ?? 0;
      places.set(test.name, place + 1);
      return [`${place} ${test.name}`, test];
    }),
  );
}

/** Tests that failed, and were left out of the second look: that is no success. */
function countMissing(first, second) {
  const seen = byPlace(second);
  const isSettled = (key) => ['passed', 'failed'].includes(seen.get(key)?.state);
  return [...byPlace(first)].filter(([key, { state }]) => state === 'failed' && !isSettled(key)).length;
}

function listUnsteady(first, second) {
  const seen = byPlace(second);
  const tests = [...byPlace(first)]
    .filter(([key, { state }]) => state === 'failed' && seen.get(key)?.state === 'passed')
    .map(([, { name, error }]) => ({ name: `${first.path} > ${name}`, error }));
  const isBesideTests = !first.tests.some(({ state }) => state === 'failed');
  return isBesideTests && !second.isBroken ? [{ name: first.path, error: first.error }] : tests;
}
