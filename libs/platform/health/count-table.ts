import type { MetricValue } from './metrics.js';

/**
 * Numbers for each combination of two labels whose values are fixed: an addition is one to a plain number, without a
 * look-up of labels. Every combination is shown from the start, so that a rate sees the first count.
 */
export class CountTable<R extends string, C extends string> {
  private readonly rows: Map<R, Record<C, number>>;

  /** @param labels  names of the labels whose values are `rows` and `columns` */
  constructor(
    private readonly labels: readonly [string, string],
    rows: readonly R[],
    private readonly columns: readonly C[],
  ) {
    this.rows = new Map(rows.map((row) => [row, this.makeRow()]));
  }

  /** The numbers of a row, to add to. */
  row(name: R): Record<C, number> {
    const row = this.rows.get(name);
    if (row === undefined) {
      throw new Error(`${name} is no row of these counts`);
    }
    return row;
  }

  read(): MetricValue[] {
    const [rowLabel, columnLabel] = this.labels;
    return [...this.rows].flatMap(([row, numbers]) =>
      this.columns.map((column) => ({ labels: { [rowLabel]: row, [columnLabel]: column }, value: numbers[column] })),
    );
  }

  private makeRow(): Record<C, number> {
    return Object.fromEntries(this.columns.map((column) => [column, 0])) as Record<C, number>;
  }
}
