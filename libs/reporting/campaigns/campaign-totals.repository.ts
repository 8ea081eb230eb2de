import { Injectable } from '@nestjs/common';
import { platformByNumber } from '#libs/content';
import { decodeIds } from '#libs/delivery';
import { Database, prepared } from '#platform/db';

/** Recipients of one key whose sends are still there. */
export interface CampaignTotals {
  notificationKey: number;
  /** Frozen at the launch. */
  planned: number;
  skipped: number;
  /** Sets of recipients whose message was under way when their worker vanished, as they are stored. */
  unsettled: Buffer[];
  /** Null: it begins at one moment for everyone, else by the clock of each person: `yyyy-MM-ddTHH:mm`. */
  localTime: string | null;
}

/** The part of a campaign that changes while it is sent. */
export interface CampaignPulse {
  /** Differs when its sends have another state. */
  mark: string;
  planned: number;
  skipped: number;
  inDoubt: number;
  /** Final results by platform; platforms without one are absent. */
  sums: Map<string, { sent: number; failed: number }>;
}

interface PulseRow {
  mark: string;
  planned: number;
  skipped: number;
  unsettled: Buffer[];
  sums: { platform: number; sent: number; failed: number }[];
}

@Injectable()
export class CampaignTotalsRepository {
  constructor(private readonly db: Database) {}

  /** One row a key with a send · reads one row for each chunk of the keys · dispatch_by_key, chunk_by_dispatch. */
  async findTotals(appId: number, keys: readonly number[], now: Date): Promise<CampaignTotals[]> {
    return this.db.rows(
      `WITH sends AS (
         SELECT d.dispatch_id, d.notification_key, d.planned, d.options ->> 'localTime' AS local_time
           FROM delivery.v_dispatch AS d
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[])),
       counted AS (
         SELECT s.notification_key,
                sum((SELECT coalesce(sum(n), 0) FROM unnest(c.skipped) AS n)) AS skipped,
                array_agg(c.intent) FILTER (WHERE c.intent IS NOT NULL AND c.lease_until < $3) AS unsettled
           FROM sends AS s JOIN delivery.v_chunk AS c ON c.dispatch_id = s.dispatch_id AND c.app_id = $1
          GROUP BY s.notification_key)
       SELECT s.notification_key AS "notificationKey", sum(s.planned)::bigint AS planned,
              coalesce(max(c.skipped), 0)::bigint AS skipped, coalesce(max(c.unsettled), '{}') AS unsettled,
              max(s.local_time) AS "localTime"
         FROM sends AS s LEFT JOIN counted AS c ON c.notification_key = s.notification_key
        GROUP BY s.notification_key`,
      [appId, keys, now],
    );
  }

  /** Sums one key, also by platform, in one row · undefined: it has no send · as `findTotals`. */
  async findPulse(appId: number, key: number, now: Date): Promise<CampaignPulse | undefined> {
    const row = await this.db.row<PulseRow>(
      prepared(`WITH sends AS MATERIALIZED (
         SELECT d.dispatch_id, d.planned,
                concat_ws(' ', d.dispatch_id, d.state, d.due_at, d.due_at <= $3, d.paused_at, d.stopped_at, d.finished_at)
                  AS mark
           FROM delivery.v_dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2),
       chunks AS MATERIALIZED (
         SELECT c.sent, c.failed, c.intent, c.lease_until, (SELECT coalesce(sum(n), 0) FROM unnest(c.skipped) AS n) AS skipped
           FROM sends AS s JOIN delivery.v_chunk AS c ON c.dispatch_id = s.dispatch_id AND c.app_id = $1)
       SELECT string_agg(s.mark, '; ' ORDER BY s.dispatch_id) AS mark, sum(s.planned)::bigint AS planned,
              (SELECT coalesce(sum(c.skipped), 0)::bigint FROM chunks AS c) AS skipped,
              (SELECT coalesce(array_agg(c.intent), '{}') FROM chunks AS c
                WHERE c.intent IS NOT NULL AND c.lease_until < $3) AS unsettled,
              (SELECT coalesce(json_agg(p), '[]') FROM (
                 SELECT n.platform, sum(n.sent)::bigint AS sent, sum(n.failed)::bigint AS failed
                   FROM chunks AS c, LATERAL unnest(c.sent, c.failed) WITH ORDINALITY AS n (sent, failed, platform)
                  GROUP BY n.platform HAVING sum(n.sent) > 0 OR sum(n.failed) > 0) AS p) AS sums
         FROM sends AS s HAVING count(*) > 0`),
      [appId, key, now],
    );
    return (
      row && {
        ...row,
        inDoubt: row.unsettled.flatMap((set) => decodeIds(set)).length,
        sums: new Map(
          row.sums.map(({ platform, ...sum }) => [platformByNumber(platform) ?? String(platform), sum] as const),
        ),
      }
    );
  }
}
