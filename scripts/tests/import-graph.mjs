// Reads the imports of each file from the sources as text: fast enough for each `npm test -- --changed`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveImport } from '../borders/resolve.mjs';

/** Imports that vanish when the file is compiled are left out. */
const IMPORT =
  /(?:^|[\s;])(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/g;
/**
 * Reads the imports of some files.
 *
 * @param {string} root  of the checkout
 * @param {readonly string[]} files  paths below it
 * @returns {Map<string, string[]>} by each file, the files that import it
 */
export function readImporters(root, files) {
  const known = new Set(files);
  const importers = new Map();
  for (const file of files.filter((path) => /\.(tsx?|mjs)$/.test(path))) {
    for (const target of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const found = resolveImport(file, target, (path) => known.has(path));
      if (found !== undefined) {
        importers.set(found, [...(importers.get(found) ?? []), file]);
      }
    }
  }
  return importers;
}

/**
 * Finds everything that reaches some files by imports.
 *
 * @param {Map<string, string[]>} importers
 * @param {readonly string[]} changed
 * @returns {Map<string, number>} by each file, the number of imports between it and the nearest changed one
 */
export function reachFrom(importers, changed) {
  const distance = new Map(changed.map((file) => [file, 0]));
  const queue = [...changed];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const importer of importers.get(next) ?? []) {
      if (!distance.has(importer)) {
        distance.set(importer, distance.get(next) + 1);
        queue.push(importer);
      }
    }
  }
  return distance;
}

/**
 * Finds everything that some files import, by themselves and by what they import.
 *
 * @param {string} root  of the checkout
 * @param {readonly string[]} files  paths below it
 * @param {readonly string[]} from
 * @returns {string[]}
 */
export function listReached(root, files, from) {
  const imports = new Map();
  for (const [target, importers] of readImporters(root, files)) {
    importers.forEach((file) => imports.set(file, [...(imports.get(file) ?? []), target]));
  }
  return [...reachFrom(imports, from).keys()];
}

function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(([, from, dynamic, url]) => from ?? dynamic ?? url);
}
