// How much modules show each other: exported names, Nest modules, reads of tables of other schemas.
import ts from 'typescript';
import { ENTRY_POINT } from '../checks/support/files.mjs';

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
 * Tables and views that statements of other modules read.
 *
 * @param {Record<string, string[]>} reads  by file, as in `cross-schema-reads.json`
 */
export function countForeignObjects(reads) {
  return new Set(Object.values(reads).flat()).size;
}
