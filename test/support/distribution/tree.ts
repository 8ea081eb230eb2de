import { isDeepStrictEqual } from 'node:util';

/** A node of the syntax tree of Postgres, as `libpg-query` gives it: one key, the kind, and its fields. */
export type Tree = Readonly<Record<string, unknown>>;

/** True for a node or the fields of one. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a node when it is of a kind. */
export function fieldsOf(node: unknown, kind: string): Tree | undefined {
  const fields = isTree(node) ? node[kind] : undefined;
  return isTree(fields) ? fields : undefined;
}

/** A list among the fields of a node. */
export function listOf(fields: Tree | undefined, name: string): unknown[] {
  const list = fields?.[name];
  return Array.isArray(list) ? list : [];
}

/**
 * Calls `visit` for a node and those below it, with their kind.
 *
 * @param visit  returns false to leave out what is below
 */
export function walk(node: unknown, visit: (kind: string, fields: Tree) => boolean | void): void {
  if (Array.isArray(node)) {
    node.forEach((item) => walk(item, visit));
  } else if (isTree(node)) {
    for (const [kind, fields] of Object.entries(node)) {
      if (!isTree(fields) || visit(kind, fields) !== false) {
        walk(fields, visit);
      }
    }
  }
}

/** True where a node has another one below it that `test` accepts. */
export function contains(node: unknown, test: (kind: string, fields: Tree) => boolean): boolean {
  let isFound = false;
  walk(node, (kind, fields) => {
    isFound ||= test(kind, fields);
    return !isFound;
  });
  return isFound;
}

/** The prefix of a view for other modules, which is a choice of columns of its table. */
const READ_MODEL = /^v_/;
/** The suffix of a partition's name: a month, a day, or the rest. */
const PARTITION = /_(?:\d{6}|\d{8}|default)$/;

/** The name of a table with its schema; of a partition, and of a view for other modules, that of its table. */
export function tableName(range: Tree): string {
  return `${textOf(range, 'schemaname')}.${textOf(range, 'relname').replace(READ_MODEL, '').replace(PARTITION, '')}`;
}

/** A text among the fields of a node; empty when it is absent. */
export function textOf(fields: Tree | undefined, name: string): string {
  const text = fields?.[name];
  return typeof text === 'string' ? text : '';
}

/** The parts of a name: `u.vb`, `pg_catalog.now`. */
export function nameParts(list: readonly unknown[]): string[] {
  return list.map((part) => textOf(fieldsOf(part, 'String'), 'sval'));
}

/** True where two expressions are written the same, at any position. */
export function isSameExpression(first: unknown, second: unknown): boolean {
  return isDeepStrictEqual(withoutPlace(first), withoutPlace(second));
}

function withoutPlace(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(withoutPlace);
  }
  return isTree(node)
    ? Object.fromEntries(
        Object.entries(node).flatMap(([key, value]) => (key === 'location' ? [] : [[key, withoutPlace(value)]])),
      )
    : node;
}
