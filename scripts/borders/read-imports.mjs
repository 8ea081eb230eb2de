// Reads the imports of all sources, also those of types alone, with the parser of the bundler.
import { existsSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { filesOf, textOf } from '../checks/support/files.mjs';
import { resolveImport } from './resolve.mjs';

const SOURCES = ['apps', 'lab', 'libs', 'migrations', 'packages', 'test'];
/** The programs of the peers find their libraries in a cache folder. */
const LEFT_OUT = /^lab\/bench\/peers\/programs\//;
/** Imports of types in a place, modules that are loaded later, and `require`; a text that looks like one counts too. */
const INLINE = /\b(?:import|require)\(\s*(['"`])([^'"`$]+)\1/g;

/**
 * @typedef {object} Import
 * @property {string} to  path of a file below the folder; `node_modules/NAME/` of a library, also with a path in it; else the name
 * @property {'file' | 'library' | 'node' | 'unknown'} kind
 */

/**
 * Reads the sources below the current folder, and the files beside them that they import.
 *
 * @param {readonly string[]} folders
 * @returns {Map<string, Import[]>} by path, each target once
 */
export function readImports(folders = SOURCES) {
  const imports = new Map();
  const queue = folders.flatMap((folder) => filesOf(folder, /\.(tsx?|mjs)$/)).filter((path) => !LEFT_OUT.test(path));
  const seen = new Set(queue);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const targets = namesIn(path, textOf(path)).map((name) => targetOf(path, name));
    imports.set(path, [...new Map(targets.map((target) => [target.to, target])).values()]);
    for (const { to, kind } of targets) {
      if (kind === 'file' && !seen.has(to) && /\.(tsx?|mjs|cjs)$/.test(to)) {
        seen.add(to);
        queue.push(to);
      }
    }
  }
  return imports;
}

function namesIn(path, text) {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) {
    throw new Error(`${path} cannot be read: ${errors[0].message}`);
  }
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...[...text.matchAll(INLINE)].map((match) => match[2]),
  ];
  return [...new Set(names)];
}

/** @returns {Import} */
function targetOf(path, name) {
  if (isBuiltin(name)) {
    return { to: name, kind: 'node' };
  }
  const file = resolveImport(path, name.replace(/\?\w+$/, ''), isFile);
  if (file !== undefined) {
    return { to: file, kind: 'file' };
  }
  const library = /^(@[^/]+\/)?[^./#][^/]*/.exec(name)?.[0];
  return library !== undefined && existsSync(posix.join('node_modules', library))
    ? { to: `node_modules/${name}/`, kind: 'library' }
    : { to: name, kind: 'unknown' };
}

const files = new Map();

function isFile(path) {
  if (!files.has(path)) {
    files.set(path, statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  }
  return files.get(path);
}
