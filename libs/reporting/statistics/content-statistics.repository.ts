import { fetchSumsOf } from '#libs/delivery/engagement';
import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { ALL_EACH, Database } from '#platform/db';
import type { PlatformSums } from './statistics.repository.js';

/** The sends of one content of a campaign. */
export interface ContentSends {
  notificationKey: number;
  content: number;
  platforms: string[];
  planned: number;
}

/** The sums of a content on one platform. */
export type ContentSums = PlatformSums & { content: number };

/** Sends of the keys `$2` of the application `$1` that are contents of a campaign: they stand in no sum of their key. */
const SENDS = `
  SELECT d.dispatch_id, d.notification_key, d.content, d.day FROM delivery.v_dispatch d
   WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND NOT d.is_counted AND d.content IS NOT NULL`;

/** Statistics of the contents of campaigns, as long as their sends are kept. */
@Injectable()
export class ContentStatisticsRepository {
  constructor(private readonly db: Database) {}

  /** A row for each content · dispatch_by_key. */
  async findContents(appId: number, keys: readonly number[]): Promise<ContentSends[]> {
    return this.db.reads.rows(
      `SELECT d.notification_key AS "notificationKey", d.content, sum(d.planned)::bigint AS planned,
              CASE WHEN bool_or(d.message ? 'inboxOnly') THEN '["INBOX"]'
                   ELSE coalesce((array_agg(d.message -> 'platforms'))[1], '[]') END AS platforms
         FROM delivery.v_dispatch d
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND NOT d.is_counted AND d.content IS NOT NULL
        GROUP BY d.notification_key, d.content ORDER BY d.notification_key, d.content`,
      [appId, keys],
    );
  }

  /** The messages of a campaign with several contents, in their order · dispatch_by_key. */
  async findMessages(appId: number, key: number): Promise<{ content: number; message: Message }[]> {
    return this.db.reads.rows(
      `SELECT DISTINCT ON (d.content) d.content, d.message FROM delivery.v_dispatch d
        WHERE d.app_id = $1 AND d.notification_key = $2 AND d.content IS NOT NULL
        ORDER BY d.content, d.dispatch_id`,
      [appId, key],
    );
  }

  /** Sums by content and platform · a row for each chunk · chunk_by_dispatch, the key of click_stat. */
  async sumByPlatform(appId: number, keys: readonly number[]): Promise<ContentSums[]> {
    return this.db.reads.rows(
      `WITH sends AS MATERIALIZED (${SENDS}),
       counted AS (
         SELECT s.notification_key, s.content, n.platform, n.sent, n.failed, 0::bigint AS clicked,
                0::bigint AS machine_opened, 0::bigint AS machine_clicked
           FROM sends s CROSS JOIN LATERAL (
             SELECT u.* FROM delivery.v_chunk c,
                    LATERAL unnest(c.sent, c.failed) WITH ORDINALITY AS u (sent, failed, platform)
              WHERE c.dispatch_id = s.dispatch_id AND c.app_id = $1 ${ALL_EACH}) AS n
         UNION ALL
         SELECT s.notification_key, s.content, n.platform, 0, 0, n.clicked, n.machine_opened, n.machine_clicked
           FROM sends s CROSS JOIN LATERAL (${fetchSumsOf('s')}) AS n)
       SELECT n.notification_key AS "notificationKey", n.content, n.platform::integer, sum(n.sent)::bigint AS sent,
              sum(n.failed)::bigint AS failed, sum(n.clicked)::bigint AS clicked,
              sum(n.machine_opened)::bigint AS "machineOpened", sum(n.machine_clicked)::bigint AS "machineClicked"
         FROM counted n GROUP BY n.notification_key, n.content, n.platform`,
      [appId, keys],
    );
  }

  /** Users by content and reason: left out at the launch, and skipped at the send · left_out, push_result_skipped. */
  async sumReasons(
    appId: number,
    keys: readonly number[],
  ): Promise<{ notificationKey: number; content: number; reason: string; users: number }[]> {
    return this.db.reads.rows(
      `WITH sends AS MATERIALIZED (${SENDS} AND d.day IS NOT NULL),
       skipping AS (
         SELECT s.* FROM sends s CROSS JOIN LATERAL (
           SELECT FROM delivery.v_chunk c WHERE c.dispatch_id = s.dispatch_id AND 0 < ANY (c.skipped) LIMIT 1) c)
       SELECT n.notification_key AS "notificationKey", n.content, n.reason, sum(n.users)::bigint AS users FROM (
         SELECT s.notification_key, s.content, l.reason, l.users FROM sends s CROSS JOIN LATERAL (
           SELECT o.reason, o.users FROM delivery.v_left_out o
            WHERE o.dispatch_id = s.dispatch_id AND o.day = s.day ${ALL_EACH}) AS l
         UNION ALL
         SELECT s.notification_key, s.content, coalesce(r.reason, 'SKIPPED'), 1 FROM skipping s
           JOIN delivery.v_push_result r
             ON r.app_id = $1 AND r.dispatch_id = s.dispatch_id AND r.day = s.day AND r.status = 3) AS n
        GROUP BY n.notification_key, n.content, n.reason ORDER BY 1, 2, 3`,
      [appId, keys],
    );
  }
}
