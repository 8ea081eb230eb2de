import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database, integerArray, prepared } from '#platform/db';
import { PAST_COUNTS } from '../model/past-send.js';
import { OWN_KEY_SENDS } from './past-counts.sql.js';

/** Common properties of the sends in the sums of a key: they are gone, or have ended. */
export interface PastSummary {
  notificationKey: number;
  isFinished: boolean;
  startedAt: Date;
  endedAt: Date | null;
  dueAt: Date | null;
  /** The platforms of a key that was made for one send; else empty: its definition has them. */
  platforms: string[];
}

/** The order of a send whose row is gone, as it was stored. */
interface PastOrder {
  target: object;
  options: object;
  planned: number;
  /** Unknown by now. */
  isPaced: false;
}

/** Messages that left. @property day  of the request, UTC @property platform  its number */
export interface DaySum {
  day: string;
  platform: number;
  sent: number;
}

const toTime = (field: string): string => `to_timestamp((o.send ->> '${field}')::float8 / 1000)`;

/** Reads the sums of sends whose rows are gone, and of those of definitions that have ended. */
@Injectable()
export class PastStatisticsRepository {
  constructor(private readonly db: Database) {}

  /** One row for each key with such sends · the primary keys of send_total and key_total, past_send_by_key. */
  async findSummaries(appId: number, keys: readonly number[]): Promise<PastSummary[]> {
    return this.db.reads.rows(
      prepared(`SELECT s.key AS "notificationKey", bool_or(s.is_finished) AS "isFinished", min(s.started_at) AS "startedAt",
              max(s.ended_at) AS "endedAt", max(s.due_at) AS "dueAt",
              coalesce((array_agg(s.platforms) FILTER (WHERE s.platforms IS NOT NULL))[1], '[]') AS platforms
         FROM (
           SELECT t.notification_key AS key, t.is_finished, t.started_at, t.ended_at, t.due_at, NULL::json AS platforms
             FROM delivery.send_total AS t WHERE t.app_id = $1 AND t.notification_key = ANY ($2::integer[])
           UNION ALL
           SELECT k.notification_key, k.is_finished, k.started_at, k.ended_at, k.due_at, NULL
             FROM delivery.key_total AS k WHERE k.app_id = $1 AND k.notification_key = ANY ($2::integer[])
           UNION ALL
           SELECT o.key, (o.send ->> 'isFinished')::boolean, ${toTime('startedAt')}, ${toTime('endedAt')}, ${toTime('dueAt')},
                  o.send -> 'platforms'
             FROM (${OWN_KEY_SENDS}) AS o) AS s
        GROUP BY s.key`),
      [appId, keys],
    );
  }

  /** Finds the order of a campaign's sends; `{}` for a target that named people. */
  async findOrder(appId: number, key: number): Promise<PastOrder | undefined> {
    return this.db.reads.row(
      `SELECT coalesce(t.target, '{}') AS target, coalesce(t.options, '{}') AS options, t.planned,
              false AS "isPaced"
         FROM delivery.send_total AS t WHERE t.app_id = $1 AND t.notification_key = $2 ORDER BY t.day LIMIT 1`,
      [appId, key],
    );
  }

  /**
   * Keys with a send that was requested in a period, the newest first. A day's sends of one key count from the first of
   * them to the last · send_total_by_day, past_send_by_time.
   */
  async findKeysBetween(
    appId: number,
    start: Date,
    end: Date,
    limit: number,
  ): Promise<{ key: number; lastAt: Date }[]> {
    return this.db.reads.rows(
      `WITH batches AS (
         SELECT b.sends FROM (
           SELECT p.sends, sum(p.own_count) OVER (ORDER BY p.last_at DESC, p.own_keys) - p.own_count AS newer
             FROM delivery.past_send AS p
            WHERE p.app_id = $1 AND p.own_count > 0 AND p.last_at >= $2 AND p.first_at <= $3) AS b
          WHERE b.newer < 2 * $4::integer),
       own_key AS (
         SELECT (e.send ->> 1)::integer AS key, to_timestamp((e.send -> 2 ->> 'createdAt')::float8 / 1000) AS at
           FROM batches AS b CROSS JOIN LATERAL json_array_elements(b.sends) AS e (send)
          WHERE e.send ->> 2 IS NOT NULL)
       SELECT r.key, max(r.at) AS "lastAt" FROM (
         SELECT t.notification_key AS key, least(t.last_at, $3) AS at FROM delivery.send_total AS t
          WHERE t.app_id = $1 AND t.day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
            AND t.day <= ($3::timestamptz AT TIME ZONE 'UTC')::date AND t.last_at >= $2 AND t.first_at <= $3
         UNION ALL
         SELECT k.key, k.at FROM own_key AS k WHERE k.at BETWEEN $2 AND $3) AS r
        GROUP BY r.key ORDER BY max(r.at) DESC LIMIT $4`,
      [appId, start, end, limit],
    );
  }

  /**
   * Messages of some keys by day and platform · a row for each chunk of sends that are in no sum, and some for each key and
   * day · chunk_by_dispatch, the keys of key_count and send_count. One statement, so that no send is counted twice.
   */
  async sumByDay(appId: number, keys: readonly number[], { from, to }: { from: Date; to: Date }): Promise<DaySum[]> {
    const past = (table: string) =>
      `SELECT c.day, c.platform, c.count FROM delivery.${table} AS c
        WHERE c.app_id = $1 AND c.notification_key = ANY ($2::integer[]) AND c.kind = ${PAST_COUNTS.sent}
          AND c.day BETWEEN ($3::timestamptz AT TIME ZONE 'UTC')::date AND ($4::timestamptz AT TIME ZONE 'UTC')::date`;
    return this.db.reads.rows(
      `SELECT n.day::text AS day, n.platform::integer AS platform, sum(n.sent)::bigint AS sent
         FROM (
           SELECT (d.created_at AT TIME ZONE 'UTC')::date AS day, u.platform, u.sent
             FROM delivery.dispatch AS d CROSS JOIN LATERAL (
               SELECT o.platform, o.sent
                 FROM delivery.chunk AS c, LATERAL unnest(c.sent) WITH ORDINALITY AS o (sent, platform)
                WHERE c.dispatch_id = d.dispatch_id AND c.app_id = $1 ${ALL_EACH}) AS u
            WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND NOT d.is_counted
              AND d.created_at >= $3 AND d.created_at < $4
           UNION ALL ${past('key_count')}
           UNION ALL ${past('send_count')}) AS n (day, platform, sent)
        WHERE n.sent > 0 GROUP BY n.day, n.platform ORDER BY n.day, n.platform`,
      [appId, integerArray(keys), from, to],
    );
  }
}
