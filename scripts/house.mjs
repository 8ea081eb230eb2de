// npm run house: measures the structure of the tree and prints one line a number. Ends with 1 when one is past its limit.
import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { filesOf, textOf } from './checks/support/files.mjs';

const SPEC = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;
const DOOR = /^libs\/(platform\/)?[a-z-]+\/(index|[a-z-]+\.module)\.ts$/;

const sources = ['apps', 'libs', 'migrations'].flatMap((folder) =>
  filesOf(folder, /\.tsx?$/).filter((path) => !SPEC.test(path) && !path.endsWith('.d.ts')),
);
const tests = ['apps', 'libs', 'migrations', 'test'].flatMap((folder) =>
  filesOf(folder, /\.tsx?$/).filter((path) => SPEC.test(path) || path.startsWith('test/')),
);
const trees = new Map(
  [...sources, ...tests].map((path) => [path, ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true)]),
);

/** Calls `visitNode` for every node of the files, parents first. */
function walk(paths, visitNode) {
  for (const path of paths) {
    const visit = (node) => {
      visitNode(node, path);
      ts.forEachChild(node, visit);
    };
    visit(trees.get(path));
  }
}

/** The folder with the most files side by side; specs count in `test` alone, migrations not at all. */
function findLargestFolder() {
  const counts = new Map();
  const counted = [...sources, ...tests.filter((path) => path.startsWith('test/'))];
  for (const path of counted.filter((path) => !path.startsWith('migrations/'))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
}

/** The constructor with the most parameters. */
function findLargestConstructor() {
  let largest = ['', 0];
  walk(sources, (node, path) => {
    if (ts.isConstructorDeclaration(node) && node.parameters.length > largest[1]) {
      largest = [`${node.parent.name?.text ?? 'a class'} in ${path}`, node.parameters.length];
    }
  });
  return largest;
}

/**
 * Groups of folders that import each other in a circle. A door and a room's module put the room together, so they are
 * no part of the folder in which they lie.
 */
function findFolderCycles() {
  const edges = new Map();
  for (const path of sources.filter((path) => !DOOR.test(path))) {
    const folder = dirname(path);
    for (const target of importsOf(path).filter((target) => !DOOR.test(target))) {
      if (dirname(target) !== folder) {
        edges.set(folder, (edges.get(folder) ?? new Set()).add(dirname(target)));
      }
    }
  }
  const reaches = (from, to, seen = new Set()) =>
    [...(edges.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  return [...edges.keys()].filter((folder) => reaches(folder, folder)).sort();
}

/** Files of the tree that a file imports by a relative path. */
function importsOf(path) {
  return trees
    .get(path)
    .statements.filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .flatMap((statement) => statement.moduleSpecifier?.text ?? [])
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(path), name.replace(/\.js$/, '.ts'))));
}

/**
 * Local names and parameters that say nothing, and how many names there are. The lint rule `id-denylist` refuses those
 * of the list that are no key of a body or an option of a library.
 */
function countRefusedNames(paths) {
  const refused = JSON.parse(textOf('scripts/checks/support/refused-names.json'));
  const counts = { refused: 0, all: 0 };
  walk(paths, (node) => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    ) {
      counts.all += 1;
      counts.refused += refused.includes(node.name.text) ? 1 : 0;
    }
  });
  return counts;
}

/** Methods whose body only hands their parameters, in their order, to a method of something else. */
function countPassThroughs() {
  let [passing, all] = [0, 0];
  walk(sources, (node) => {
    if (ts.isMethodDeclaration(node) && node.body) {
      all += 1;
      const [statement, ...others] = node.body.statements;
      const call = others.length === 0 && statement && (statement.expression ?? undefined);
      const target = call && ts.isAwaitExpression(call) ? call.expression : call;
      if (
        target &&
        ts.isCallExpression(target) &&
        /^this\.\w+\.\w+$/.test(target.expression.getText()) &&
        target.arguments.map((argument) => argument.getText()).join() ===
          node.parameters.map((parameter) => parameter.name.getText()).join()
      ) {
        passing += 1;
      }
    }
  });
  return [passing, all];
}

const share = ({ refused, all }) => `${refused} of ${all} (${((100 * refused) / all).toFixed(2)} %)`;
const lineCounts = sources
  .filter((path) => !path.startsWith('migrations/'))
  .map((path) => [textOf(path).split('\n').length - 1, path])
  .toSorted(([a], [b]) => a - b);
const [longest] = lineCounts.slice(-1);
const [folder, flat] = findLargestFolder();
const [owner, dependencies] = findLargestConstructor();
const cycles = findFolderCycles();
const sourceNames = countRefusedNames(sources);
const testNames = countRefusedNames(tests);
const bodies = sources.flatMap((path) => [...textOf(path).matchAll(/\bbody: unknown\b/gi)].map(() => path));
const decisions = filesOf('docs/decisions', /\.md$/);
const architecture = textOf('docs/architecture.md').trimEnd().split('\n');
const widest = Math.max(...architecture.map((line) => line.length));
const [passing, methods] = countPassThroughs();

const lines = [
  ['largest flat folder (files)', flat, flat <= 16, folder],
  ['constructor parameters, most', dependencies, dependencies <= 8, owner],
  ['folders in a cycle', cycles.length, cycles.length === 0, cycles.join(', ')],
  ['refused local names, sources', share(sourceNames), sourceNames.refused < sourceNames.all / 100, ''],
  ['refused local names, tests', share(testNames), testNames.refused < testNames.all / 100, ''],
  ['bodies of unknown type', bodies.length, bodies.length === 0, [...new Set(bodies)].join(', ')],
  ['decision files', decisions.length, decisions.length <= 20, ''],
  ['architecture.md, lines', architecture.length, architecture.length <= 150, ''],
  ['architecture.md, longest line', widest, widest <= 120, ''],
  ['lines of a file, median', lineCounts[lineCounts.length >> 1][0], lineCounts[lineCounts.length >> 1][0] <= 100, ''],
  ['lines of a file, most', longest[0], longest[0] <= 400, basename(longest[1])],
  ['methods that only pass on', `${passing} of ${methods}`, true, ''],
  ['source files, test files', `${sources.length}, ${tests.length}`, true, ''],
];
for (const [name, number, holds, place] of lines) {
  console.log(`${holds ? 'ok    ' : 'PAST  '} ${name}: ${number}${place === '' ? '' : `  (${place})`}`);
}
process.exitCode = lines.every(([, , holds]) => holds) ? 0 : 1;
