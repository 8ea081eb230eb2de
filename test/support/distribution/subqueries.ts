import { fieldsOf, isTree, listOf, nameParts, textOf, type Tree, walk } from './tree.js';

/** The SELECTs that stand as expressions in a node, without those inside them. */
export function subqueriesOf(node: unknown): Tree[] {
  const found: Tree[] = [];
  walk(node, (kind, fields) => {
    const inner = kind === 'SubLink' ? fieldsOf(fields['subselect'], 'SelectStmt') : undefined;
    if (inner) {
      found.push(inner);
    }
    return inner === undefined;
  });
  return found;
}

/** Tables, functions and subqueries of a FROM, without the joins around them. */
export function itemsOf(from: readonly unknown[]): unknown[] {
  return from.flatMap((item) => {
    const join = fieldsOf(item, 'JoinExpr');
    return join ? itemsOf([join['larg'], join['rarg']]) : [item];
  });
}

/** The conditions of the joins of a FROM. */
export function conditionsOf(from: readonly unknown[]): unknown[] {
  return from.flatMap((item) => {
    const join = fieldsOf(item, 'JoinExpr');
    return join ? [join['quals'], ...conditionsOf([join['larg'], join['rarg']])] : [];
  });
}

/** By what name other parts of a statement call an item of FROM. */
export function aliasOf(item: unknown): string {
  const fields = fieldsOf(item, 'RangeVar') ?? fieldsOf(item, 'RangeSubselect') ?? fieldsOf(item, 'RangeFunction');
  const alias = fields?.['alias'];
  return isTree(alias) ? textOf(alias, 'aliasname') : textOf(fields, 'relname');
}

/** The tables outside of a SELECT whose columns it names: those that stand nowhere inside. */
export function namesOutside(select: Tree): string[] {
  const inside = new Set<string>();
  const named = new Set<string>();
  walk({ SelectStmt: select }, (kind, fields) => {
    if (kind === 'RangeVar' || kind === 'RangeSubselect' || kind === 'RangeFunction') {
      inside.add(aliasOf({ [kind]: fields }));
    }
    if (kind === 'ColumnRef') {
      const parts = nameParts(listOf(fields, 'fields'));
      if (parts.length > 1) {
        named.add(parts[0] ?? '');
      }
    }
  });
  return [...named].filter((name) => !inside.has(name));
}
