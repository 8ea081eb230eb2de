import { Injectable } from '@nestjs/common';
import { PAST_COUNTS } from '#libs/delivery';
import { pastFigures, pastSends } from '#libs/delivery/key-totals';
import { fetchSumsOf } from '#libs/delivery/engagement';
import { Database } from '#platform/db';
import type { ReportGroup } from './report.types.js';

/**
 * Sums of one line and platform. Platform 0 has what no platform is known of: planned recipients, campaigns, titles, and
 * the skipped ones of sends that went before platforms were counted.
 *
 * @property name  number of the day in the bounds, from 1, or label or key; null: beyond the limit
 */
export interface ReportSums {
  name: string | null;
  platform: number;
  title: string | null;
  campaigns: number;
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  received: number;
  opened: number;
  clicked: number;
  machineOpened: number;
  machineClicked: number;
}

const NAMES: Readonly<Record<ReportGroup, string>> = {
  day: 'width_bucket(s.at, $4::timestamptz[])::text',
  platform: `''`,
  label: `coalesce(f.message ->> 'labels', '')`,
  campaign: 's.key::text',
};

const { sent, failed, skipped, received, opened, clicked, machineOpened, machineClicked } = PAST_COUNTS;
const KINDS = Object.entries({ sent, failed, skipped, received, opened, clicked, machineOpened, machineClicked });
const pastColumns = KINDS.map(([name, kind]) => `CASE c.kind WHEN ${kind} THEN c.count ELSE 0 END AS "${name}"`).join(
  ', ',
);
const sums = KINDS.map(([name]) => `coalesce(sum(n."${name}"), 0)::bigint AS "${name}"`).join(', ');
const OF_SEND = { app: '$1', key: 'k.key', day: 'k.day' };
const zeros = KINDS.map(([name]) => `0::bigint AS "${name}"`).join(', ');

@Injectable()
export class ReportRepository {
  constructor(private readonly db: Database) {}

  /**
   * Sums of the campaigns that were launched between two instants · reads one row for each campaign, for each chunk of
   * about 1,000 recipients and sixteen for each of its platforms, or some sums of a send that is gone, never a result ·
   * dispatch_by_launch, send_total_by_start, chunk_by_dispatch, the keys of click_stat and send_count. `OFFSET` keeps
   * each look-up a loop: without statistics a join would read all chunks. One statement, so that no send is counted twice
   * or not at all while its rows go.
   *
   * @param bounds  where each day begins, ascending, and where the last one ends
   * @param limit   names that are distinguished: those with the most planned recipients
   */
  async sum(appId: number, by: ReportGroup, bounds: readonly Date[], limit: number): Promise<ReportSums[]> {
    return this.db.reads.rows(
      `WITH send AS MATERIALIZED (
         SELECT d.dispatch_id, d.notification_key AS key, d.launched_at AS at, d.planned, NULL::date AS day
           FROM delivery.v_dispatch AS d
          WHERE d.app_id = $1 AND d.lane = 'bulk' AND d.launched_at >= $2 AND d.launched_at < $3
            AND d.planned > 0 AND d.options ->> 'onlySimulated' IS NULL
         UNION ALL
         SELECT NULL, t.notification_key, t.started_at, t.planned, t.day
           FROM (${pastSends({ app: '$1', from: '$2', to: '$3' })}) AS t
          WHERE t.planned > 0 AND t.options ->> 'onlySimulated' IS NULL),
       named AS MATERIALIZED (
         SELECT s.*, ${NAMES[by]} AS name, f.message ->> 'title' AS title
           FROM send AS s JOIN notifications.v_definition AS f
             ON f.notification_key = s.key AND f.app_id = $1 AND f.kind = 'campaign'
          WHERE $4::timestamptz[] IS NOT NULL),
       longest AS (
         SELECT n.name FROM named AS n GROUP BY n.name ORDER BY sum(n.planned) DESC, n.name LIMIT $5),
       kept AS MATERIALIZED (
         SELECT n.dispatch_id, n.key, n.day, n.planned, n.title, l.name
           FROM named AS n LEFT JOIN longest AS l ON l.name = n.name),
       figure AS (
         SELECT k.name, c.platform, c.sent, c.failed, c.skipped, 0::bigint AS received, 0::bigint AS opened,
                0::bigint AS clicked, 0::bigint AS "machineOpened", 0::bigint AS "machineClicked"
           FROM kept AS k CROSS JOIN LATERAL (
             SELECT u.* FROM delivery.v_chunk AS o,
                    LATERAL unnest(o.sent, o.failed, o.skipped) WITH ORDINALITY AS u (sent, failed, skipped, platform)
              WHERE o.dispatch_id = k.dispatch_id AND o.app_id = $1 OFFSET 0) AS c
         UNION ALL
         SELECT k.name, s.platform, 0, 0, 0, s.received, s.opened, s.clicked, s.machine_opened, s.machine_clicked
           FROM kept AS k CROSS JOIN LATERAL (${fetchSumsOf('k')}) AS s
         UNION ALL
         SELECT k.name, p.platform, p.sent, p.failed, p.skipped, p.received, p.opened, p.clicked, p."machineOpened", p."machineClicked"
           FROM kept AS k CROSS JOIN LATERAL (
             SELECT c.platform, ${pastColumns}
               FROM (${pastFigures(
                 OF_SEND,
                 KINDS.map(([, kind]) => kind),
               )}) AS c OFFSET 0) AS p
         UNION ALL
         SELECT k.name, 0, 0, 0, k.planned - p.settled, 0, 0, 0, 0, 0
           FROM kept AS k CROSS JOIN LATERAL (
             SELECT coalesce(sum(c.count), 0)::bigint AS settled
               FROM (${pastFigures(OF_SEND, [sent, failed, skipped])}) AS c OFFSET 0) AS p
          WHERE k.day IS NOT NULL)
       SELECT n.name, n.platform::integer, NULL AS title, 0::bigint AS campaigns, 0::bigint AS planned, ${sums}
         FROM figure AS n GROUP BY n.name, n.platform
       UNION ALL
       SELECT k.name, 0, CASE WHEN count(DISTINCT k.key) = 1 THEN max(k.title) END, count(DISTINCT k.key),
              sum(k.planned)::bigint, ${zeros}
         FROM kept AS k GROUP BY k.name`,
      [appId, bounds[0], bounds.at(-1), bounds, limit],
    );
  }
}
