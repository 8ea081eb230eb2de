import { DISTRIBUTED_TABLES } from '#platform/distribution';
import { aliasOf, itemsOf } from './subqueries.js';
import {
  contains,
  fieldsOf,
  isSameExpression,
  isTree,
  listOf,
  nameParts,
  tableName,
  textOf,
  type Tree,
} from './tree.js';

interface JoinedTable {
  alias: string;
  column: string;
}

/** Finds the distributed tables of one FROM that are joined by their buckets: sets of expressions that conditions equate. */
export class BucketClasses {
  readonly tables: JoinedTable[] = [];
  private readonly classes: unknown[][] = [];

  /**
   * @param from   items of FROM; lateral subqueries count as if their tables stood here
   * @param where  the condition beside them
   */
  constructor(from: readonly unknown[], where: unknown) {
    from.forEach((item) => this.addItem(item));
    this.addConditions(where);
  }

  /** True where every two tables have their buckets in one class. */
  isColocated(): boolean {
    const [first, ...others] = this.tables.map((table) => this.classOf(table));
    return others.every((other) => other === first && other !== undefined);
  }

  /** True where conditions name the one bucket of every table, by a value and not by a column. */
  isOneShard(): boolean {
    return this.tables.every((table) =>
      (this.classOf(table) ?? []).some((expression) => !contains(expression, (kind) => kind === 'ColumnRef')),
    );
  }

  private classOf({ alias, column }: JoinedTable): unknown[] | undefined {
    return this.classes.find((expressions) => expressions.some((expression) => isColumn(expression, alias, column)));
  }

  private addItem(item: unknown): void {
    const table = fieldsOf(item, 'RangeVar');
    if (table) {
      this.addTable(table);
    }
    const join = fieldsOf(item, 'JoinExpr');
    if (join) {
      this.addItem(join['larg']);
      this.addItem(join['rarg']);
      this.addConditions(join['quals']);
      this.addUsing(join);
    }
    const lateral = fieldsOf(item, 'RangeSubselect');
    const inner = fieldsOf(lateral?.['subquery'], 'SelectStmt');
    if (lateral?.['lateral'] === true && inner) {
      const before = this.tables.length;
      listOf(inner, 'fromClause').forEach((part) => this.addItem(part));
      this.addConditions(inner['whereClause']);
      // Its buckets have the name of the subquery outside.
      this.tables.slice(before).forEach((table) => {
        this.join(columnOf({ ...table, alias: aliasOf(item) }), columnOf(table));
      });
    }
  }

  /** `JOIN … USING (vb)` calls the buckets of both sides equal; a bucket that it does not name stays alone. */
  private addUsing(join: Tree): void {
    const names = nameParts(listOf(join, 'usingClause'));
    const sides = [itemsOf([join['larg']]), itemsOf([join['rarg']])].map((items) =>
      this.tables.find(({ alias, column }) => names.includes(column) && items.some((item) => aliasOf(item) === alias)),
    );
    const [left, right] = sides;
    if (left && right) {
      this.join(columnOf(left), columnOf(right));
    }
  }

  private addTable(range: Tree): void {
    const column = (DISTRIBUTED_TABLES as Record<string, string>)[tableName(range)];
    if (column !== undefined) {
      const alias = isTree(range['alias']) ? textOf(range['alias'], 'aliasname') : textOf(range, 'relname');
      this.tables.push({ alias, column });
    }
  }

  private addConditions(condition: unknown): void {
    const both = fieldsOf(condition, 'BoolExpr');
    if (both?.['boolop'] === 'AND_EXPR') {
      listOf(both, 'args').forEach((part) => this.addConditions(part));
    }
    const equal = fieldsOf(condition, 'A_Expr');
    if (equal && equal['kind'] === 'AEXPR_OP' && nameParts(listOf(equal, 'name'))[0] === '=') {
      this.join(equal['lexpr'], equal['rexpr']);
    }
  }

  private join(left: unknown, right: unknown): void {
    const touched = this.classes.filter((expressions) =>
      expressions.some((expression) => isSameExpression(expression, left) || isSameExpression(expression, right)),
    );
    const joined = [...touched.flat(), left, right];
    touched.forEach((old) => this.classes.splice(this.classes.indexOf(old), 1));
    this.classes.push(joined);
  }
}

function columnOf({ alias, column }: JoinedTable): Tree {
  return { ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: column } }] } };
}

function isColumn(expression: unknown, alias: string, column: string): boolean {
  const names = nameParts(listOf(fieldsOf(expression, 'ColumnRef'), 'fields'));
  return names.at(-1) === column && (names.length === 1 || names[0] === alias);
}
