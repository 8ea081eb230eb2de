// npm run structure: measures the structure of the tree and prints one line a number, with its limit and its goal. Ends with 1
// when a number is past its limit. The limits (structure/limits.json) are lowered as numbers fall, and raised in a commit of
// their own.
import { basename, dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { ENTRY_POINT, filesOf, textOf } from './checks/support/files.mjs';
import { commentsOf, hasPrivateWord, isClause } from './structure/comments.mjs';
import { countNestModules, findWidestModule, listForeignViews } from './structure/modules.mjs';

const SPEC = /\.(spec|db-spec|http-spec|e2e-spec)\.ts$/;
/** Files that only tests use. */
const FOR_TESTS = /^(lab|test|packages\/[^/]+\/test)\//;
const NEST_MODULE = /^libs\/([a-z-]+\/){1,2}[a-z-]+\.module\.ts$/;

const sources = ['apps', 'libs', 'migrations', 'packages'].flatMap((folder) =>
  filesOf(folder, /\.tsx?$/).filter((path) => !isTest(path) && !path.endsWith('.d.ts')),
);
const tests = ['apps', 'lab', 'libs', 'migrations', 'packages', 'test'].flatMap((folder) =>
  filesOf(folder, /\.tsx?$/).filter((path) => isTest(path)),
);
const trees = new Map(
  [...sources, ...tests].map((path) => [path, ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true)]),
);

/** An entry point or a Nest module: both put a module together. */
function isAssembly(path) {
  return ENTRY_POINT.test(path) || NEST_MODULE.test(path);
}

function isTest(path) {
  return SPEC.test(path) || FOR_TESTS.test(path);
}

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
  const counted = [...sources, ...tests.filter((path) => FOR_TESTS.test(path))];
  for (const path of counted.filter((path) => !path.startsWith('migrations/'))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
}

/** The most parameters of a constructor. */
const MOST_PARAMETERS = 8;

/** How many parameters constructors have: the largest one, and the number of those with as many as are allowed. */
function measureConstructors() {
  let [largest, full] = [['', 0], 0];
  walk(sources, (node, path) => {
    if (ts.isConstructorDeclaration(node)) {
      const count = node.parameters.length;
      full += count === MOST_PARAMETERS ? 1 : 0;
      largest = count > largest[1] ? [`${node.parent.name?.text ?? 'a class'} in ${path}`, count] : largest;
    }
  });
  return { largest, full };
}

/**
 * Groups of folders that import each other in a circle. An entry point and the Nest module put a module together,
 * so they are no part of the folder in which they lie.
 */
function findFolderCycles() {
  const edges = new Map();
  for (const path of sources.filter((path) => !isAssembly(path))) {
    const folder = dirname(path);
    for (const target of importsOf(path).filter((target) => !isAssembly(target))) {
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

const share = (part, all) => (100 * part) / all;
const lineCounts = sources
  .filter((path) => !path.startsWith('migrations/'))
  .map((path) => [textOf(path).split('\n').length - 1, path])
  .toSorted(([a], [b]) => a - b);
const atShare = (part) => lineCounts[Math.floor(lineCounts.length * part)][0];
const [longest] = lineCounts.slice(-1);
const [folder, flat] = findLargestFolder();
const { largest, full } = measureConstructors();
const cycles = findFolderCycles();
const sourceNames = countRefusedNames(sources);
const testNames = countRefusedNames(tests);
const bodies = sources.flatMap((path) => [...textOf(path).matchAll(/\bbody: unknown\b/gi)].map(() => path));
const [passing, methods] = countPassThroughs();
const sourceTrees = new Map(sources.map((path) => [path, trees.get(path)]));
const [widest, exported] = findWidestModule(sourceTrees);
const comments = [...sourceTrees.values()].flatMap(commentsOf);
const clauses = comments.filter(({ text }) => isClause(text)).length;
const privateWords = comments.filter(({ text }) => hasPrivateWord(text)).length;
const views = listForeignViews(sources);

const limits = JSON.parse(textOf('scripts/structure/limits.json'));
const figures = [
  ['largest flat folder, files', flat, folder],
  ['constructor parameters, most', largest[1], largest[0]],
  ['classes with that many', full],
  ['folders in a cycle', cycles.length, cycles.join(', ')],
  ['exports of the widest module', exported, widest],
  ['Nest modules', countNestModules([...sourceTrees.values()])],
  ['views that other modules read', views.length, views.join(', ')],
  ['refused local names in sources, %', share(sourceNames.refused, sourceNames.all)],
  ['refused local names in tests, %', share(testNames.refused, testNames.all)],
  ['comments that begin with a clause, %', share(clauses, comments.length), `${clauses} of ${comments.length}`],
  ['comments with private words, %', share(privateWords, comments.length), `${privateWords} of ${comments.length}`],
  ['bodies of unknown type', bodies.length, [...new Set(bodies)].join(', ')],
  ['lines of a file, median', atShare(0.5)],
  ['lines of a file, 95 %', atShare(0.95)],
  ['lines of a file, most', longest[0], basename(longest[1])],
  ['methods that only pass on', passing, `of ${methods}`],
  ['source files', sources.length],
  ['test files', tests.length],
];
let isPast = false;
for (const [name, value, place = ''] of figures) {
  const { limit = Infinity, goal } = limits[name] ?? {};
  const number = Number.isInteger(value) ? String(value) : value.toFixed(2);
  const bounds = [limit < Infinity && `limit ${limit}`, goal !== undefined && `goal ${goal}`]
    .filter(Boolean)
    .join(', ');
  isPast ||= value > limit;
  console.log(`${value > limit ? 'PAST' : 'ok  '}  ${name}: ${number}${bounds && `  (${bounds})`}  ${place}`.trimEnd());
}
process.exitCode = isPast ? 1 : 0;
