import type { Expression, PathExpression, TemplateNode } from '../syntax/tree.types.js';

/** Lists the variables that a template makes. */
export function listNames(nodes: readonly TemplateNode[]): Set<string> {
  return new Set(nodes.flatMap(listAssigned));
}

function listAssigned(node: TemplateNode): string[] {
  switch (node.kind) {
    case 'assign':
      return [node.name];
    case 'capture':
      return [node.name, ...node.body.flatMap(listAssigned)];
    case 'if':
      return node.branches.flatMap(({ body }) => body.flatMap(listAssigned));
    case 'case':
      return [...node.branches.flatMap(({ body }) => body), ...node.otherwise].flatMap(listAssigned);
    case 'for':
      return [...node.body, ...node.otherwise].flatMap(listAssigned);
    default:
      return [];
  }
}

/** The paths that an expression reads. */
export function listPathsIn(expression: Expression): PathExpression[] {
  switch (expression.kind) {
    case 'path':
      return [expression, ...expression.keys.flatMap(listPathsIn)];
    case 'range':
      return [expression.from, expression.to].flatMap(listPathsIn);
    case 'compare':
    case 'logic':
      return [expression.left, expression.right].flatMap(listPathsIn);
    case 'not':
      return listPathsIn(expression.operand);
    case 'filtered':
      return [
        ...listPathsIn(expression.input),
        ...expression.calls.flatMap(({ values, named }) => [...values, ...named.values()].flatMap(listPathsIn)),
      ];
    default:
      return [];
  }
}

/** The names that an expression reads. */
export function listNamesIn(expression: Expression): string[] {
  return listPathsIn(expression).map(({ name }) => name);
}
