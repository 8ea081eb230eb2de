import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';

/** Series of ids; the numbers are stored. */
export const SERIES = { user: 1, installation: 2 } as const;
export type Series = keyof typeof SERIES;

@Injectable()
export class UidBlockRepository {
  constructor(private readonly db: Database) {}

  /**
   * Reserves the next `counts[i]` numbers of bucket `vbs[i]` (buckets unique and sorted).
   * For: ids of all new users of a batch · rows: one per bucket, at most 1024 · index: primary key · locks: those
   * rows, in bucket order, until the statement's own commit · why not a sequence: it does not count densely per bucket,
   * and on a distributed database does not stay below 2^32. Runs outside the caller's transaction: several requests
   * share the statement, and the rollback of one must not return the numbers of the others.
   *
   * @returns the first reserved number of each bucket, in the given order
   */
  async reserve(appId: number, series: Series, vbs: readonly number[], counts: readonly number[]): Promise<number[]> {
    const rows = await this.db.outsideTransaction(() =>
      this.db.rows<{ vb: number; next_n: number }>(
        `INSERT INTO users.uid_block AS b (vb, app_id, series, next_n)
         SELECT q.vb, $1, $2, q.n + 1
         FROM unnest($3::smallint[], $4::integer[]) AS q (vb, n)
         ORDER BY q.vb
         ON CONFLICT (vb, app_id, series) DO UPDATE SET next_n = b.next_n + excluded.next_n - 1
         RETURNING b.vb, b.next_n`,
        [appId, SERIES[series], vbs, counts],
      ),
    );
    const next = new Map(rows.map((row) => [row.vb, row.next_n]));
    return vbs.map((vb, i) => (next.get(vb) ?? Number.NaN) - (counts[i] ?? 0));
  }

  /** Counts the reserved numbers of a series · sums at most 1024 rows · a scan of this small table. */
  async countAllocated(appId: number, series: Series, on: Statements = this.db): Promise<number> {
    const row = await on.row<{ reserved: number }>(
      'SELECT coalesce(sum(b.next_n - 1), 0)::bigint AS reserved FROM users.uid_block AS b WHERE b.app_id = $1 AND b.series = $2',
      [appId, SERIES[series]],
    );
    return row?.reserved ?? 0;
  }

  /** Applications with at least so many reserved numbers of a series · a scan, a thousand rows per application. */
  async findApps(series: Series, least: number): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT b.app_id AS "appId" FROM users.uid_block AS b WHERE b.series = $1
       GROUP BY b.app_id HAVING sum(b.next_n - 1) >= $2 ORDER BY b.app_id`,
      [SERIES[series], least],
    );
    return rows.map(({ appId }) => appId);
  }

  /** The number after the highest reserved one of any bucket · at most 1024 rows · a scan of this small table. */
  async findUpperBound(appId: number, series: Series): Promise<number> {
    const row = await this.db.row<{ highest: number }>(
      'SELECT coalesce(max(b.next_n), 0)::bigint AS highest FROM users.uid_block AS b WHERE b.app_id = $1 AND b.series = $2',
      [appId, SERIES[series]],
    );
    return row?.highest ?? 0;
  }
}
