import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels';
import { STATUSES, type StoredText } from '#libs/delivery';
import { Database, type Param } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { ResultCursor } from './result-cursor.js';

export interface ResultRow {
  day: string;
  vb: number;
  dispatchId: number;
  channel: number;
  recipientId: number;
  platform: number;
  status: number;
  errorCode: string | null;
  reason: string | null;
  ts: Date;
  extId: string | null;
  title: string | null;
  /** Of the message. */
  text: string | null;
  /** What this recipient was sent; null: the text of the message. */
  shown: StoredText | null;
}

/** Bounds of a page of results. */
export interface ResultWindow {
  appId: number;
  /** Newest and oldest launch day, inclusive. */
  dayTo: string;
  dayFrom: string;
  start: Date;
  end: Date;
  /** Null: every key. */
  notificationKey: number | null;
  /** Cursor of the previous page. */
  after: ResultCursor | null;
  limit: number;
}

/** Channels whose recipients are users: their ids may equal ids of installations. */
const USER_CHANNELS = `${CHANNELS.smtp}, ${CHANNELS.sms}`;

const COLUMNS = `
  r.day, r.vb, r.dispatch_id AS "dispatchId", r.channel, r.recipient_id AS "recipientId", r.platform, r.status,
  r.error_code AS "errorCode", r.reason, r.ts, u.ext_id AS "extId",
  coalesce(d.message ->> 'title', d.message ->> 'subject') AS title, d.message ->> 'text' AS text, r.shown`;
const JOINS = `
  LEFT JOIN users.app_user u ON u.vb = r.uid % ${BUCKETS} AND u.app_id = r.app_id AND u.uid = r.uid
  LEFT JOIN delivery.dispatch d ON d.dispatch_id = r.dispatch_id`;

@Injectable()
export class ResultRepository {
  constructor(private readonly db: Database) {}

  /**
   * A page over all results, newest day first, then by bucket. Each (day, bucket) is one probe of push_result_once with the
   * limit of the page. Days without a launch are skipped, and the nested loop ends when the page is full. So a page touches
   * few partitions and, on a distributed database, few shards. Sorting by time would read the whole window.
   */
  async findPage(window: ResultWindow): Promise<ResultRow[]> {
    const params: Param[] = [
      window.appId,
      window.dayTo,
      window.dayFrom,
      window.start,
      window.end,
      window.notificationKey,
      window.limit,
      window.after?.day ?? window.dayTo,
      window.after?.vb ?? 0,
      window.after?.dispatchId ?? 0,
      window.after?.channel ?? 0,
      window.after?.recipientId ?? -1,
    ];
    return this.db.rows<ResultRow>(
      `WITH page AS MATERIALIZED (
         SELECT r.* FROM (
           SELECT at FROM generate_series($8::date, $3::date, interval '-1 day') AS at
            WHERE EXISTS (SELECT FROM delivery.dispatch e WHERE e.app_id = $1 AND e.day = at::date)) AS day
          CROSS JOIN generate_series(0, ${BUCKETS - 1}) AS bucket (vb)
          CROSS JOIN LATERAL (
            SELECT p.* FROM delivery.push_result p
             WHERE p.vb = bucket.vb AND p.app_id = $1 AND p.day = day.at::date AND p.day <= $2::date
               AND p.status < ${STATUSES.skipped} AND p.ts BETWEEN $4 AND $5
               AND ($6::integer IS NULL OR p.dispatch_id IN (
                     SELECT f.dispatch_id FROM delivery.dispatch f WHERE f.app_id = $1 AND f.notification_key = $6))
               AND (day.at::date < $8::date OR bucket.vb > $9::integer OR (bucket.vb = $9::integer
                    AND (p.dispatch_id, p.channel, p.recipient_id) > ($10::bigint, $11::smallint, $12::bigint)))
             ORDER BY p.dispatch_id, p.channel, p.recipient_id LIMIT $7) r
          LIMIT $7)
       SELECT ${COLUMNS} FROM page r ${JOINS}
        ORDER BY r.day DESC, r.vb, r.dispatch_id, r.channel, r.recipient_id`,
      params,
    );
  }

  /**
   * A page of results of one user or one installation, in the same order. A user has few rows, so all rows of the window
   * are read and cut · push_result_by_user.
   *
   * @param vbs          buckets of the results: a result is in the bucket of its recipient
   * @param recipientId  an installation; null: all results of the user
   */
  async findByUser(
    window: ResultWindow,
    uid: number,
    vbs: readonly number[],
    recipientId: number | null,
  ): Promise<ResultRow[]> {
    return this.db.rows<ResultRow>(
      `SELECT ${COLUMNS} FROM delivery.push_result r ${JOINS}
        WHERE r.vb = ANY ($1::smallint[]) AND r.app_id = $2 AND r.uid = $3 AND r.ts BETWEEN $4 AND $5
          AND r.day BETWEEN $6::date AND $7::date AND r.status < ${STATUSES.skipped}
          AND ($8::bigint IS NULL OR (r.recipient_id = $8 AND r.channel NOT IN (${USER_CHANNELS}))) AND ($9::integer IS NULL OR d.notification_key = $9)
          AND ($10::date IS NULL OR r.day < $10::date
               OR (r.day = $10::date AND (r.dispatch_id, r.channel, r.recipient_id) > ($11::bigint, $12::smallint, $13::bigint)))
        ORDER BY r.day DESC, r.dispatch_id, r.channel, r.recipient_id
        LIMIT $14`,
      [
        vbs,
        window.appId,
        uid,
        window.start,
        window.end,
        window.dayFrom,
        window.dayTo,
        recipientId,
        window.notificationKey,
        window.after?.day ?? null,
        window.after?.dispatchId ?? 0,
        window.after?.channel ?? 0,
        window.after?.recipientId ?? -1,
        window.limit,
      ],
    );
  }
}
