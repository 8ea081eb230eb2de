// Finds the Node that runs Herald: the machine's, if `devEngines` of package.json allows it, else that of `node/`.
// Plain JavaScript without dependencies: it runs on the machine's own Node in a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetupError, readJson } from './run.mjs';

/** Set-up itself and npm need no more. */
const OLDEST_NODE = 20;
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node';
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The package of the private Node, with a lock file of its own. */
export const NODE_FOLDER = join(ROOT, 'node');
const PRIVATE_NODE = join(NODE_FOLDER, 'node_modules', PACKAGE, 'bin', PROGRAM);

/** @throws {SetupError} when not even set-up runs on the Node of this process */
export function checkNode() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new SetupError(
      `Node ${process.versions.node} is too old; Herald needs Node ${OLDEST_NODE} or newer to set itself up (https://nodejs.org).`,
    );
  }
}

/**
 * Looks at the Node that is to run Herald. An unpacked release has no private one.
 *
 * @param {string} node  as `findNode` found it
 * @returns {string | undefined} why it cannot, as a sentence
 */
export function refuseOldNode(node) {
  const [least] = /\d+\.\d+\.\d+/.exec(readJson(join(ROOT, 'package.json')).devEngines.runtime.version);
  const own = process.versions.node;
  return node !== process.execPath || isInRange(own, `^${least}`) || isInRange(own, `>=${least}`)
    ? undefined
    : `Node ${own} is too old; Herald needs Node ${least} or newer (https://nodejs.org).`;
}

/** Tests if Herald runs on the private Node: this process has too old a one, or is the private one itself. */
export function needsPrivateNode() {
  const { version } = readJson(join(ROOT, 'package.json')).devEngines.runtime;
  const packages = readJson(join(NODE_FOLDER, 'package.json'))?.optionalDependencies ?? {};
  return packages[PACKAGE] !== undefined && (!isInRange(process.versions.node, version) || isPrivate());
}

/** @returns {string} path of the Node that runs Herald; that of this process where there is no other one */
export function findNode() {
  return needsPrivateNode() && existsSync(PRIVATE_NODE) && spawnSync(PRIVATE_NODE, ['--version']).status === 0
    ? PRIVATE_NODE
    : process.execPath;
}

/** @returns {boolean} whether a path is that of the private Node, also by a link */
export function isPrivate(path = process.execPath) {
  return existsSync(PRIVATE_NODE) && realpathSync(path) === realpathSync(PRIVATE_NODE);
}

/**
 * Compares versions of three numbers, which is all that `devEngines` needs.
 *
 * @param {string} range  terms `^A.B.C` and `>=A.B.C`, joined by `||`
 */
export function isInRange(version, range) {
  const numbers = (text) => text.split('.').map(Number);
  const [major, minor, patch] = numbers(version);
  return range.split('||').some((term) => {
    const [, kind, least] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(term.trim()) ?? [];
    const [wanted, ...rest] = numbers(least);
    return major === wanted
      ? minor > rest[0] || (minor === rest[0] && patch >= rest[1])
      : kind === '>=' && major > wanted;
  });
}
