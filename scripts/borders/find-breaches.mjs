// Holds imports against the rules of .borders.cjs.
import { findCircular } from './circles.mjs';

/**
 * @typedef {object} Rule  refuses imports of files that `from` names of those that `to` names
 * @property {string} name
 * @property {string} [comment]  what it says
 * @property {{ path?: string, pathNot?: string | string[] }} from  patterns of paths: one matches, none of the others does
 * @property {RuleTarget} to  a `$1` in its patterns is the first group of `from.path`
 *
 * @typedef {object} RuleTarget
 * @property {string} [path]
 * @property {string | string[]} [pathNot]
 * @property {true} [circular]  the importing file is reached again
 * @property {import('./read-imports.mjs').Import['kind']} [kind]
 * @property {import('./read-imports.mjs').Import['kind']} [kindNot]
 */

/**
 * @param {Map<string, import('./read-imports.mjs').Import[]>} imports
 * @param {readonly Rule[]} rules
 * @returns {{ rule: string, from: string, to: string }[]} in the order of the paths
 */
export function findBreaches(imports, rules) {
  const circular = findCircular(imports);
  const breaches = [];
  for (const [from, targets] of [...imports].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const tests = rules.flatMap((rule) => bindRule(rule, from) ?? []);
    for (const target of targets) {
      const isCircular = circular.get(from)?.has(target.to) ?? false;
      const broken = tests.filter(({ refuses }) => refuses(target, isCircular));
      breaches.push(...broken.map(({ name }) => ({ rule: name, from, to: target.to })));
    }
  }
  return breaches;
}

/** The test that a rule makes of the imports of a file; none where it is not about the file. */
function bindRule({ name, from, to }, file) {
  const match = from.path === undefined ? [] : patternOf(from.path).exec(file);
  if (match === null || isAnyOf(from.pathNot, file)) {
    return undefined;
  }
  const [path, pathNot] = [to.path, to.pathNot].map((patterns) => fill(patterns, match));
  const refuses = (target, isCircular) =>
    (path === undefined || isAnyOf(path, target.to)) &&
    !isAnyOf(pathNot, target.to) &&
    (to.circular === undefined || isCircular) &&
    (to.kind === undefined || target.kind === to.kind) &&
    (to.kindNot === undefined || target.kind !== to.kindNot);
  return { name, refuses };
}

/** Puts the groups of a match into patterns. */
function fill(patterns, groups) {
  return patterns === undefined
    ? undefined
    : [patterns].flat().map((pattern) => pattern.replace(/\$(\d)/g, (whole, number) => groups[number] ?? whole));
}

function isAnyOf(patterns, path) {
  return patterns !== undefined && [patterns].flat().some((pattern) => patternOf(pattern).test(path));
}

const compiled = new Map();

function patternOf(pattern) {
  if (!compiled.has(pattern)) {
    compiled.set(pattern, new RegExp(pattern));
  }
  return compiled.get(pattern);
}
