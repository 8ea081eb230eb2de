/**
 * A column of values that `MasterKey` sealed. Each module names its own.
 *
 * @property table    with its schema
 * @property key      columns of the primary key
 * @property context  columns that the context is made of
 */
export interface SealedColumn {
  table: string;
  column: string;
  key: readonly string[];
  context: readonly string[];
  /** The text that is authenticated with the value, made of the row's `context` columns. */
  toContext(row: Readonly<Record<string, unknown>>): string;
}
