import { Injectable } from '@nestjs/common';
import { attributeSql } from '#libs/users/profiles';
import { Database } from '#platform/db';
import type { BucketRange } from '../sql-engine/ranges.js';
import { Params } from '../sql-engine/predicate.sql.js';
import type { AttributeRef } from '../targets/target.js';
import type { CustomerHistory } from './prediction.types.js';

/** @property value  code of the attribute with the value of a purchase */
export interface PurchaseEvent {
  eventId: number;
  value: string;
}

/** Selects the purchases of a range of buckets or of one user. */
export type BuyerSelection = BucketRange | { uid: number };

/** Reads purchases and uploaded scores from tables of the events and users modules. */
@Injectable()
export class PurchaseRepository {
  constructor(private readonly db: Database) {}

  /**
   * Histories of customers, ascending by uid · one row of JSON, which the driver parses natively · all partitions, in
   * each event_user by bucket · no locks. Purchases of one day (UTC) are summed first: the model counts occasions.
   *
   * @param today  last observed day, `YYYY-MM-DD`
   */
  async findHistories(
    appId: number,
    { eventId, value }: PurchaseEvent,
    buyers: BuyerSelection,
    today: string,
  ): Promise<CustomerHistory[]> {
    const params = new Params();
    const buyerCondition =
      'uid' in buyers
        ? `e.vb = (${params.add(buyers.uid)}::bigint % 1024)::smallint AND e.uid = ${params.add(buyers.uid)}`
        : `e.vb >= ${params.add(buyers.vbFrom)}::smallint AND e.vb < ${params.add(buyers.vbTo)}::smallint`;
    const code = `${params.add(value)}::text`;
    const row = await this.db.row<{ histories: CustomerHistory[] }>(
      `WITH d AS (
         SELECT e.uid, e.day, sum(CASE WHEN jsonb_typeof(e.attrs -> ${code}) = 'number'
                                       THEN (e.attrs -> ${code})::double precision END) AS value
         FROM events.v_event AS e
         WHERE ${buyerCondition} AND e.app_id = ${params.add(appId)} AND e.event_id = ${params.add(eventId)}
           AND e.day <= ${params.add(today)}::date
         GROUP BY e.uid, e.day),
       n AS (SELECT d.uid, d.day, d.value, row_number() OVER (PARTITION BY d.uid ORDER BY d.day) AS n FROM d),
       h AS (SELECT n.uid, count(*) - 1 AS x, max(n.day) - min(n.day) AS tx, ${params.add(today)}::date - min(n.day) AS "T",
                    avg(n.value) FILTER (WHERE n.n > 1) AS mean
             FROM n GROUP BY n.uid)
       SELECT coalesce(json_agg(h ORDER BY h.uid), '[]') AS histories FROM h`,
      params.values,
    );
    return row?.histories ?? [];
  }

  /**
   * Users of a range with a numeric value of an attribute, ascending by uid · one row of JSON · primary key by bucket ·
   * no locks.
   */
  async findScores(
    appId: number,
    attribute: AttributeRef,
    range: BucketRange,
  ): Promise<{ uid: number; score: number }[]> {
    const params = new Params();
    const app = params.add(appId);
    const value = attributeSql.visible(attribute, params.add(String(attribute.attrId)), app);
    const row = await this.db.row<{ scores: { uid: number; score: number }[] }>(
      `SELECT coalesce(json_agg(json_build_object('uid', s.uid, 'score', s.score) ORDER BY s.uid), '[]') AS scores
       FROM (SELECT u.uid, ${value} AS score FROM users.v_app_user AS u
             WHERE u.app_id = ${app} AND u.vb >= ${params.add(range.vbFrom)}::smallint AND u.vb < ${params.add(range.vbTo)}::smallint) AS s
       WHERE jsonb_typeof(s.score) = 'number'`,
      params.values,
    );
    return row?.scores ?? [];
  }
}
