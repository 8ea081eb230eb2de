import { DISTRIBUTED_TABLES } from '#platform/distribution';
import { BucketClasses } from './bucket-classes.js';
import { contains, fieldsOf, isTree, listOf, nameParts, textOf, type Tree, walk } from './tree.js';

/** What Citus 13 refuses of a statement, by the words of its message. */
export const RULES = {
  'lateral-limit': 'cannot push down this subquery: Limit or Offset in a lateral subquery',
  'unstable-case': 'non-IMMUTABLE functions are not allowed in CASE or COALESCE',
  'unstable-conflict': 'functions used in the DO UPDATE SET clause must be marked IMMUTABLE',
  'cast-in-update': 'STABLE functions used in UPDATE queries cannot be called with column references',
  'lock-across-shards': 'could not run distributed query with FOR UPDATE/SHARE commands',
  'local-in-update': 'a table of the coordinator beside a distributed one in UPDATE or DELETE',
  'other-bucket': 'complex joins are only supported when all tables are joined on their distribution columns',
  'function-subquery': 'correlated subqueries are not supported when the FROM clause contains a set returning function',
  'moved-bucket': 'modifying the partition value of rows is not allowed',
} as const;
export type Rule = keyof typeof RULES;

/** Functions whose value differs between two calls, as far as statements of Herald use them. */
const UNSTABLE = new Set([
  'now',
  'clock_timestamp',
  'statement_timestamp',
  'transaction_timestamp',
  'random',
  'gen_random_uuid',
  'nextval',
  'current_setting',
]);
/** A cast to these is done by way of text, by functions that are not immutable. */
const STABLE_CASTS = new Set(['date', 'timestamptz', 'timestamp', 'interval']);

/**
 * Finds what Citus would refuse of one statement. The rules were learned from its answers, not from its code: a statement
 * that passes may still be refused, and the replay on the engine tells.
 *
 * @param tree  of `libpg-query`: what `stmt` holds
 * @returns broken rules, each once
 */
export function findBrokenRules(tree: unknown): Rule[] {
  const broken = new Set<Rule>();
  walk(tree, (kind, fields) => {
    if (kind === 'SelectStmt') {
      checkSelect(fields, broken);
    }
    if (kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt') {
      checkWrite(kind, fields, broken);
    }
    if (kind === 'RangeSubselect' && fields['lateral'] === true) {
      const inner = fieldsOf(fields['subquery'], 'SelectStmt');
      if (
        inner &&
        (inner['limitCount'] ?? inner['limitOffset']) !== undefined &&
        readsDistributed(inner['fromClause'])
      ) {
        broken.add('lateral-limit');
      }
    }
  });
  return [...broken];
}

function checkSelect(select: Tree, broken: Set<Rule>): void {
  const from = listOf(select, 'fromClause');
  const classes = new BucketClasses(from, select['whereClause']);
  if (listOf(select, 'lockingClause').length > 0 && classes.tables.length > 0 && !classes.isOneShard()) {
    broken.add('lock-across-shards');
  }
  if (!classes.isColocated()) {
    broken.add('other-bucket');
  }
  const isOfFunctions = from.length > 0 && from.every((item) => fieldsOf(item, 'RangeFunction') !== undefined);
  const outside = [select['targetList'], select['whereClause']];
  if (isOfFunctions && contains(outside, (kind, fields) => kind === 'SubLink' && readsDistributed(fields))) {
    broken.add('function-subquery');
  }
}

function checkWrite(kind: string, write: Tree, broken: Set<Rule>): void {
  const relation = write['relation'];
  const target = isTree(relation) ? tableName(relation) : '';
  const from = kind === 'DeleteStmt' ? listOf(write, 'usingClause') : listOf(write, 'fromClause');
  const isDistributed = target in DISTRIBUTED_TABLES;
  if (kind !== 'InsertStmt' && from.length > 0 && isDistributed !== readsDistributed(from) && namesTable(from)) {
    if (isDistributed ? readsLocal(from) : readsDistributed(from)) {
      broken.add('local-in-update');
    }
  }
  if (!isDistributed) {
    return;
  }
  const { withClause: _, ...own } = write;
  const conflict = write['onConflictClause'];
  const parts = kind === 'InsertStmt' ? [conflict] : [own];
  if (contains(parts, (name, fields) => (name === 'CaseExpr' || name === 'CoalesceExpr') && hasUnstable(fields))) {
    broken.add('unstable-case');
  }
  if (hasUnstable(conflict)) {
    broken.add('unstable-conflict');
  }
  if (kind !== 'InsertStmt') {
    if (contains(own, isStableCast)) {
      broken.add('cast-in-update');
    }
    const column = DISTRIBUTED_TABLES[target as keyof typeof DISTRIBUTED_TABLES];
    if (listOf(write, 'targetList').some((item) => fieldsOf(item, 'ResTarget')?.['name'] === column)) {
      broken.add('moved-bucket');
    }
    if (!new BucketClasses([{ RangeVar: relation }, ...from], write['whereClause']).isColocated()) {
      broken.add('other-bucket');
    }
  }
}

function hasUnstable(node: unknown): boolean {
  return contains(
    node,
    (kind, fields) =>
      kind === 'SQLValueFunction' ||
      (kind === 'FuncCall' && UNSTABLE.has(nameParts(listOf(fields, 'funcname')).at(-1) ?? '')),
  );
}

/** A cast of a column to an array or a time. */
function isStableCast(kind: string, fields: Tree): boolean {
  const type = fields['typeName'];
  return (
    kind === 'TypeCast' &&
    isTree(type) &&
    (listOf(type, 'arrayBounds').length > 0 || STABLE_CASTS.has(nameParts(listOf(type, 'names')).at(-1) ?? '')) &&
    fieldsOf(fields['arg'], 'ColumnRef') !== undefined
  );
}

const readsDistributed = (node: unknown): boolean =>
  contains(node, (kind, fields) => kind === 'RangeVar' && tableName(fields) in DISTRIBUTED_TABLES);

/** Names without a schema are those of WITH. */
const namesTable = (node: unknown): boolean => contains(node, isTable);

function readsLocal(node: unknown): boolean {
  return contains(node, (kind, fields) => isTable(kind, fields) && !(tableName(fields) in DISTRIBUTED_TABLES));
}

function isTable(kind: string, fields: Tree): boolean {
  return kind === 'RangeVar' && fields['schemaname'] !== undefined;
}

/** The name of a table with its schema. */
export function tableName(range: Tree): string {
  return `${textOf(range, 'schemaname')}.${textOf(range, 'relname')}`;
}
