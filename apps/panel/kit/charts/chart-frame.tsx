import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Fold } from '../layout/fold.js';
import { type Column, Table } from '../tables/table.js';
import css from './charts.module.css';

interface ChartFrameProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children: ReactNode;
}

/** A chart and the table of the same figures. */
export function ChartFrame<Row>({ title, columns, rows, keyOf, children }: ChartFrameProps<Row>) {
  const { w } = useI18n();
  return (
    <figure className={css['frame']}>
      {children}
      <Fold title={w.asTable}>
        <Table caption={title} columns={columns} rows={rows} keyOf={keyOf} />
      </Fold>
    </figure>
  );
}
