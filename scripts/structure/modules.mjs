// How much modules show each other: exported names, Nest modules, reads of tables of other schemas.
import ts from 'typescript';
import { codeOf, ENTRY_POINT } from '../checks/support/files.mjs';
import { findNamedTables, isReadModel } from '../checks/support/named-tables.mjs';

/**
 * The entry point with the most exported names.
 *
 * @param {Map<string, import('typescript').SourceFile>} trees
 * @returns {[string, number]}
 */
export function findWidestModule(trees) {
  const widths = [...trees]
    .filter(([path]) => ENTRY_POINT.test(path))
    .map(([path, tree]) => [path, countExports(tree)]);
  return widths.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
}

function countExports(tree) {
  return tree.statements
    .filter((statement) => ts.isExportDeclaration(statement))
    .reduce((sum, { exportClause }) => sum + (exportClause?.elements?.length ?? 1), 0);
}

/** @param {import('typescript').SourceFile[]} trees */
export function countNestModules(trees) {
  let count = 0;
  const visit = (node) => {
    count += ts.isDecorator(node) && node.getText().startsWith('@Module(') ? 1 : 0;
    ts.forEachChild(node, visit);
  };
  trees.forEach(visit);
  return count;
}

/**
 * Views that statements of other modules than the owner read; `scripts/checks/schemas.mjs` lets them read no table.
 *
 * @param {readonly string[]} paths  source files
 * @returns {string[]} names with their schema, sorted
 */
export function listForeignViews(paths) {
  const views = paths
    .filter((path) => path.startsWith('libs/'))
    .flatMap((path) =>
      findNamedTables(codeOf(path))
        .filter(({ kind, schema, table }) => kind !== 'writes' && isReadModel(table) && schema !== path.split('/')[1])
        .map(({ schema, table }) => `${schema}.${table}`),
    );
  return [...new Set(views)].toSorted();
}
