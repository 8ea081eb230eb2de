import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Recipients that were settled in one slot. @property slot  from 0, in slots of `width` seconds since the first mark */
export interface SeriesSlot {
  /** Seconds since 1970, of the first slot. */
  start: number;
  width: number;
  slot: number;
  settled: number;
}

/** When the recipients of a campaign were settled, from the marks that commits leave at their chunks. */
@Injectable()
export class CampaignSeriesRepository {
  constructor(private readonly db: Database) {}

  /**
   * At most `most` rows and one · reads one row for each chunk of the key, with some marks each: 1,000 recipients and more
   * share a row · dispatch_by_key, chunk_by_dispatch.
   *
   * @param widths  seconds of a slot that may be taken, ascending; the first one with which the run fits is
   */
  async findSeries(appId: number, key: number, widths: readonly number[], most: number): Promise<SeriesSlot[]> {
    return this.db.rows(
      `WITH marks AS MATERIALIZED (
         SELECT c.marks[i] AS at, c.marks[i + 1] AS n
           FROM delivery.v_dispatch AS d
           JOIN delivery.v_chunk AS c ON c.dispatch_id = d.dispatch_id AND c.app_id = $1,
                LATERAL generate_series(1, cardinality(c.marks), 2) AS i
          WHERE d.app_id = $1 AND d.notification_key = $2),
       bounds AS (SELECT min(m.at) AS first, max(m.at) AS last FROM marks AS m),
       scale AS (
         SELECT b.first, (SELECT min(w) FROM unnest($3::integer[]) AS w WHERE b.last / w - b.first / w < $4) AS width
           FROM bounds AS b)
       SELECT s.first / s.width * s.width AS start, s.width, m.at / s.width - s.first / s.width AS slot,
              sum(m.n)::bigint AS settled
         FROM marks AS m CROSS JOIN scale AS s
        GROUP BY s.first, s.width, m.at / s.width
        ORDER BY 3`,
      [appId, key, widths, most],
    );
  }
}
