import type { Expression, PathExpression, TemplateNode } from '../syntax/tree.types.js';

/** Lists the variables that a template makes. */
export function listNames(nodes: readonly TemplateNode[]): Set<string> {
  return new Set(nodes.flatMap(listAssigned));
}

function listAssigned(node: TemplateNode): string[] {
  const own = node.kind === 'assign' || node.kind === 'capture' ? [node.name] : [];
  return [...own, ...bodiesOf(node).flatMap(listAssigned)];
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

/** The expressions of nodes and of those inside them. */
export function listExpressions(nodes: readonly TemplateNode[]): Expression[] {
  return nodes.flatMap((node) => [...expressionsOf(node), ...listExpressions(bodiesOf(node))]);
}

/** Names of the blocks that nodes render, also inside them. */
export function listRendered(nodes: readonly TemplateNode[]): string[] {
  return nodes.flatMap((node) => [...(node.kind === 'render' ? [node.name] : []), ...listRendered(bodiesOf(node))]);
}

function expressionsOf(node: TemplateNode): Expression[] {
  switch (node.kind) {
    case 'output':
    case 'assign':
      return [node.value];
    case 'if':
      return node.branches.flatMap(({ condition }) => condition ?? []);
    case 'case':
      return [node.subject, ...node.branches.flatMap(({ values }) => values)];
    case 'for':
      return [node.collection, node.offset, node.limit].flatMap((value) => value ?? []);
    case 'render':
      return [...node.values.values()];
    default:
      return [];
  }
}

function bodiesOf(node: TemplateNode): TemplateNode[] {
  switch (node.kind) {
    case 'if':
      return node.branches.flatMap(({ body }) => body);
    case 'case':
      return [...node.branches.flatMap(({ body }) => body), ...node.otherwise];
    case 'for':
      return [...node.body, ...node.otherwise];
    case 'capture':
      return [...node.body];
    default:
      return [];
  }
}
