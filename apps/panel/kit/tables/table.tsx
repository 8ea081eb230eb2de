import type { ReactNode } from 'react';
import { join } from '../layout/join.js';
import css from './table.module.css';

export interface Column<Row> {
  id: string;
  name: string;
  renderCell: (row: Row) => ReactNode;
  /** Numbers stand at the right, below each other. */
  isNumber?: boolean;
  /** Stays on one line, such as a time. */
  isShort?: boolean;
  /** Names the row for screen readers. */
  isName?: boolean;
  /** How much space the table must have for it. */
  from?: 'always' | 'middle' | 'wide';
}

interface TableProps<Row> {
  /** Read out, not shown: what the rows are. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/**
 * Rows of one kind. It is a table of HTML and no grid: readers know how to walk through it, and every way out of a row is
 * a link or a button in it.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // A box that scrolls sideways is reached by the keyboard too (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={css['table']}>
        <caption className="only-read">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) =>
                column.isName === true ? (
                  <th key={column.id} scope="row" className={classOf(column)}>
                    {column.renderCell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={classOf(column)}>
                    {column.renderCell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>({ isNumber = false, isShort = false, from = 'always' }: Column<Row>): string {
  return join(isNumber && css['number'], isShort && css['short'], from !== 'always' && css[from]);
}
