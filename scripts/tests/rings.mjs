// The two rings of tests: what npm test runs, and the parts of the full ring, as test/rings.json lists them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Names the ring for vitest.config.ts: absent, `npm test` as a whole; `full`, no file is left out. */
export const RING = 'TEST_RING';

/**
 * @typedef {object} Part  of the full ring
 * @property {string} name
 * @property {string} why  what it looks for, in a few words
 * @property {string[]} files  test files, or folders that end in `/`
 * @property {boolean} alsoDaily  `npm test` runs the files too, with less
 * @property {boolean} whenReached  `npm test -- --changed` picks from it, as from the tests of `npm test`
 * @property {boolean} inSlices  `.ci/run` takes from it; false while some of it is known to fail
 * @property {Record<string, string>} env  settings that make it more than `npm test`
 * @property {string[]} concerns  sources whose change calls for it: files, or folders that end in `/`
 */

/** @returns {Part[]} */
export function listParts() {
  const { full } = readRings();
  return Object.entries(full).map(([name, part]) => ({
    name,
    alsoDaily: false,
    whenReached: false,
    inSlices: true,
    env: {},
    ...part,
  }));
}

/** Lists test files and folders that only the full ring runs. */
export function listFullOnly() {
  return listParts()
    .filter(({ alsoDaily }) => !alsoDaily)
    .flatMap(({ files }) => files);
}

/** Lists those of `listFullOnly` that `npm test -- --changed` leaves out too. */
export function listNeverReached() {
  return listParts()
    .filter(({ alsoDaily, whenReached }) => !alsoDaily && !whenReached)
    .flatMap(({ files }) => files);
}

/** Lists test files and folders that compare something with the whole product: operations, documents, golden files, checks. */
export function listEnumerations() {
  return readRings().enumerations;
}

/** Tests if a file is one of some paths, or lies in one of those that end in `/`. */
export function isWithin(file, paths) {
  return paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));
}

/** Lists the parts of the full ring that a change concerns. @param {readonly string[]} changed  paths of files */
export function listConcerned(changed, parts = listParts()) {
  return parts.filter(({ files, concerns }) => changed.some((file) => isWithin(file, [...files, ...concerns])));
}

function readRings() {
  return JSON.parse(readFileSync(join(ROOT, 'test', 'rings.json'), 'utf8'));
}
