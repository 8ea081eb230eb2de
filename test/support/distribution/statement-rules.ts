import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '#platform/distribution';
import { BucketClasses } from './bucket-classes.js';
import { aliasOf, conditionsOf, itemsOf, namesOutside, subqueriesOf } from './subqueries.js';
import { contains, fieldsOf, isTree, listOf, nameParts, tableName, type Tree, walk } from './tree.js';

/** Refusals of Citus 13 for a statement, by the text of its message. */
export const RULES = {
  'lateral-limit': 'cannot push down this subquery: Limit or Offset in a lateral subquery',
  'unstable-case': 'non-IMMUTABLE functions are not allowed in CASE or COALESCE',
  'unstable-conflict': 'functions used in the DO UPDATE SET clause must be marked IMMUTABLE',
  'cast-in-update': 'STABLE functions used in UPDATE queries cannot be called with column references',
  'lock-across-shards': 'could not run distributed query with FOR UPDATE/SHARE commands',
  'local-in-update': 'a table of the coordinator beside a distributed one in UPDATE or DELETE',
  'other-bucket': 'complex joins are only supported when all tables are joined on their distribution columns',
  'single-subquery':
    'correlated subqueries are not supported when the FROM clause contains a set returning function, a CTE, a reference table or nothing',
  'local-subquery': 'direct joins between distributed and local tables are not supported: a correlated subquery',
  'empty-list':
    'a column definition list is required for functions returning "record": EXISTS (SELECT FROM …) of its own',
  'lateral-group': 'cannot push down this subquery: GROUP BY without the partition column in a lateral subquery',
  'lateral-union':
    'complex joins are only supported when all distributed tables are co-located and joined on their distribution columns: UNION in a lateral subquery',
  'bare-lateral':
    'correlated subqueries are not supported when the FROM clause contains a subquery without FROM; or: invalid attnum',
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
/** Functions refused in CASE and COALESCE alone: they depend on settings of the session. */
const UNSTABLE_IN_CASE = new Set([
  ...UNSTABLE,
  'jsonb_build_array',
  'jsonb_build_object',
  'json_build_array',
  'json_build_object',
  'to_json',
  'to_jsonb',
  'concat',
  'concat_ws',
  'format',
  'to_char',
]);
/** A cast to these is done by way of text, by functions that are not immutable. */
const STABLE_CASTS = new Set(['date', 'timestamptz', 'timestamp', 'interval']);

/**
 * Finds what Citus would refuse of one statement. The rules were learned from its answers, not from its code: a statement
 * that passes may still be refused, and the replay on the engine shows it.
 *
 * @param tree  of `libpg-query`: what `stmt` holds
 * @returns broken rules, each once
 */
export function findBrokenRules(tree: unknown): Rule[] {
  const broken = new Set<Rule>();
  const isSpread = readsDistributed(tree);
  walk(tree, (kind, fields) => {
    // The two sides of a UNION are named by their place.
    if (kind === 'SelectStmt' || ((kind === 'larg' || kind === 'rarg') && 'targetList' in fields)) {
      checkSelect(fields, broken, isSpread);
    }
    if (kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt') {
      checkWrite(kind, fields, broken);
    }
  });
  return [...broken];
}

function checkSelect(select: Tree, broken: Set<Rule>, isWhole: boolean): void {
  const from = listOf(select, 'fromClause');
  const classes = new BucketClasses(from, select['whereClause']);
  if (listOf(select, 'lockingClause').length > 0 && classes.tables.length > 0 && !classes.isOneShard()) {
    broken.add('lock-across-shards');
  }
  if (!classes.isColocated()) {
    broken.add('other-bucket');
  }
  const isSpread = readsDistributed(from);
  // The answer of such a subquery is a table without columns, which the next part of the plan cannot read.
  const isEmpty = (sub: Tree): boolean => listOf(sub, 'targetList').length === 0 && namesOutside(sub).length === 0;
  if (
    isWhole &&
    subqueriesOf([select['targetList'], select['whereClause']]).some((sub) => isEmpty(sub) && namesTable(sub))
  ) {
    broken.add('empty-list');
  }
  for (const sub of subqueriesOf([select['targetList'], select['whereClause'], conditionsOf(from)])) {
    if (isSpread) {
      checkCorrelated(select, sub, broken);
    } else if (namesOutside(sub).length > 0 && readsDistributed(sub)) {
      broken.add('single-subquery');
    }
  }
  const single = new Set(itemsOf(from).flatMap((item) => (readsDistributed(item) ? [] : [aliasOf(item)])));
  for (const item of itemsOf(from)) {
    const fields = fieldsOf(item, 'RangeSubselect');
    const inner = fields?.['lateral'] === true ? fieldsOf(fields['subquery'], 'SelectStmt') : undefined;
    if (inner && namesOutside(inner).some((name) => single.has(name))) {
      checkLateral(inner, broken);
    }
    if (inner && listOf(inner, 'fromClause').length === 0 && subqueriesOf(inner['targetList']).some(readsReference)) {
      broken.add('bare-lateral');
    }
  }
}

/** A subquery that depends on the row of a distributed table must stay in its bucket. */
function checkCorrelated(select: Tree, sub: Tree, broken: Set<Rule>): void {
  if (namesOutside(sub).length === 0) {
    return;
  }
  if (readsLocal(sub)) {
    broken.add('local-subquery');
  }
  const both = [select['whereClause'], sub['whereClause']].filter((condition) => condition !== undefined);
  const classes = new BucketClasses([...listOf(select, 'fromClause'), ...listOf(sub, 'fromClause')], {
    BoolExpr: { boolop: 'AND_EXPR', args: both },
  });
  if (readsDistributed(sub['fromClause']) && !classes.isColocated()) {
    broken.add('other-bucket');
  }
}

/** A lateral subquery that depends on what every worker has as a whole: a function, a WITH, a table of the coordinator. */
function checkLateral(inner: Tree, broken: Set<Rule>): void {
  if (isTree(inner['larg']) && readsDistributed(inner)) {
    broken.add('lateral-union');
  }
  if (!readsDistributed(inner['fromClause'])) {
    return;
  }
  if ((inner['limitCount'] ?? inner['limitOffset']) !== undefined) {
    broken.add('lateral-limit');
  }
  if (listOf(inner, 'groupClause').length > 0) {
    broken.add('lateral-group');
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
  if (!isDistributed && !isReference(target)) {
    return;
  }
  const { withClause: _, ...own } = write;
  const conflict = write['onConflictClause'];
  const parts = kind === 'InsertStmt' ? [conflict] : [own];
  if (
    contains(
      parts,
      (name, fields) => (name === 'CaseExpr' || name === 'CoalesceExpr') && hasUnstable(fields, UNSTABLE_IN_CASE),
    )
  ) {
    broken.add('unstable-case');
  }
  if (hasUnstable(conflict)) {
    broken.add('unstable-conflict');
  }
  if (kind !== 'InsertStmt' && isDistributed) {
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

function hasUnstable(node: unknown, names = UNSTABLE): boolean {
  return contains(
    node,
    (kind, fields) =>
      kind === 'SQLValueFunction' ||
      (kind === 'FuncCall' && names.has(nameParts(listOf(fields, 'funcname')).at(-1) ?? '')),
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

const readsReference = (node: unknown): boolean =>
  contains(node, (kind, fields) => kind === 'RangeVar' && isReference(tableName(fields)));

/** Names without a schema are those of WITH. */
const namesTable = (node: unknown): boolean => contains(node, isTable);

function readsLocal(node: unknown): boolean {
  return contains(
    node,
    (kind, fields) =>
      isTable(kind, fields) && !(tableName(fields) in DISTRIBUTED_TABLES) && !isReference(tableName(fields)),
  );
}

function isReference(table: string): boolean {
  return (REFERENCE_TABLES as readonly string[]).includes(table);
}

function isTable(kind: string, fields: Tree): boolean {
  return kind === 'RangeVar' && fields['schemaname'] !== undefined;
}
