import { Injectable } from '@nestjs/common';
import { DISPATCH_STATES, PAST_COUNTS } from '#libs/delivery';
import { pastCounts } from '#libs/delivery/key-totals';
import { fetchSumsOf } from '#libs/delivery/engagement';
import { ALL_EACH, Database, prepared } from '#platform/db';
import type { CampaignOrder, CampaignState, RequestedKey } from '../results/reporting.types.js';

export interface SendSummary {
  notificationKey: number;
  state: CampaignState;
  /** Every send waits for an approval, whether it has a time or not. */
  isHeld: boolean;
  /** When the next open send begins; null: none is open, or it waits for an approval without a time. */
  nextDueAt: Date | null;
  /** When the last send begins or began; null: none has a time. */
  lastDueAt: Date | null;
  platforms: string[];
  sending: boolean;
  startDate: Date;
  endDate: Date | null;
}

export interface PlatformSums {
  notificationKey: number;
  platform: number;
  sent: number;
  failed: number;
  clicked: number;
  machineOpened: number;
  machineClicked: number;
}

/** A send that waits for approval has a time only where its schedule names one. */
const DUE_AT = `coalesce(d.due_at, (d.options ->> 'startTime')::timestamptz)`;

/** Statistics from the counters of chunks and the sums of keys, never from the results. */
@Injectable()
export class StatisticsRepository {
  constructor(private readonly db: Database) {}

  /** The stored message of a key, which may have no send yet. */
  async findDefinition(appId: number, key: number): Promise<{ platforms: string[]; createdAt: Date } | undefined> {
    return this.db.reads.row(
      `SELECT ARRAY(SELECT jsonb_array_elements_text(d.message -> 'platforms')) AS platforms, d.created_at AS "createdAt"
         FROM notifications.v_definition d WHERE d.app_id = $1 AND d.notification_key = $2`,
      [appId, key],
    );
  }

  /** Platforms of the stored messages of some keys · their primary key. */
  async findPlatforms(appId: number, keys: readonly number[]): Promise<Map<number, string[]>> {
    const rows = await this.db.reads.rows<{ key: number; platforms: string[] }>(
      `SELECT f.notification_key AS key, coalesce(f.message -> 'platforms', '[]') AS platforms
         FROM notifications.v_definition f WHERE f.app_id = $1 AND f.notification_key = ANY ($2::integer[])`,
      [appId, keys],
    );
    return new Map(rows.map(({ key, platforms }) => [key, platforms]));
  }

  /** Finds the order of a campaign's only dispatch · dispatch_by_key. */
  async findOrder(appId: number, key: number): Promise<CampaignOrder | undefined> {
    return this.db.reads.row(
      `SELECT d.target, d.options, d.planned, d.pace_size IS NOT NULL AS "isPaced" FROM delivery.v_dispatch d
        WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY d.dispatch_id LIMIT 1`,
      [appId, key],
    );
  }

  /** The dispatches of a key whose rows are there · dispatch_by_key. */
  async findDispatchIds(appId: number, key: number): Promise<number[]> {
    const rows = await this.db.reads.rows<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.v_dispatch d WHERE d.app_id = $1 AND d.notification_key = $2',
      [appId, key],
    );
    return rows.map(({ id }) => id);
  }

  /** Keys with a send in a period but tests, newest first, at most `limit` · dispatch_by_time. */
  async findKeysBetween(appId: number, start: Date, end: Date, limit: number): Promise<RequestedKey[]> {
    return this.db.reads.rows(
      `SELECT d.notification_key AS key, max(d.created_at) AS "lastAt" FROM delivery.v_dispatch d
        WHERE d.app_id = $1 AND d.created_at BETWEEN $2 AND $3 AND NOT d.options ? 'isTest'
        GROUP BY d.notification_key ORDER BY max(d.created_at) DESC LIMIT $4`,
      [appId, start, end, limit],
    );
  }

  /** One row for each key with a send that is in no sum · dispatch_by_key. */
  async findSummaries(appId: number, keys: readonly number[]): Promise<SendSummary[]> {
    return this.db.reads.rows(
      prepared(`SELECT d.notification_key AS "notificationKey",
              ARRAY(SELECT DISTINCT jsonb_array_elements_text(f.message -> 'platforms')
                      FROM notifications.v_definition f
                     WHERE f.app_id = d.app_id AND f.notification_key = d.notification_key) AS platforms,
              bool_or(d.state < ${DISPATCH_STATES.finished} AND d.stopped_at IS NULL) AS sending,
              CASE WHEN bool_or(d.state IN (${DISPATCH_STATES.launching}, ${DISPATCH_STATES.sending})
                                AND d.paused_at IS NULL AND d.stopped_at IS NULL) THEN 'SENDING'
                   WHEN bool_or(d.state < ${DISPATCH_STATES.finished}
                                AND d.paused_at IS NOT NULL AND d.stopped_at IS NULL) THEN 'PAUSED'
                   WHEN bool_or(d.state = ${DISPATCH_STATES.stored}) THEN 'STARTING'
                   WHEN bool_or(d.state = ${DISPATCH_STATES.finished} AND d.stopped_at IS NULL) THEN 'FINISHED'
                   ELSE 'STOPPED' END AS state,
              bool_and(d.due_at IS NULL AND d.state = ${DISPATCH_STATES.stored}) AS "isHeld",
              min(${DUE_AT}) FILTER (WHERE d.state < ${DISPATCH_STATES.finished}) AS "nextDueAt", max(${DUE_AT}) AS "lastDueAt",
              min(coalesce(d.launched_at, d.created_at)) AS "startDate",
              max(coalesce(d.stopped_at, d.finished_at)) AS "endDate"
         FROM delivery.v_dispatch d
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND NOT d.is_counted
        GROUP BY d.app_id, d.notification_key`),
      [appId, keys],
    );
  }

  /**
   * Sums by key and platform · reads one row for each chunk of sends that are in no sum, and the sums of the others ·
   * chunk_by_dispatch, the key of click_stat, `pastCounts`.
   * Counting results would read a row for each recipient. A busy key has few sends that are in no sum, which no planner
   * guesses.
   */
  async sumByPlatform(appId: number, keys: readonly number[]): Promise<PlatformSums[]> {
    return this.db.reads.rows(
      prepared(`WITH dispatches AS (
         SELECT d.dispatch_id, d.notification_key FROM delivery.v_dispatch d
          WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND NOT d.is_counted),
       counted AS (
         SELECT d.notification_key, n.platform, n.sent, n.failed, 0::bigint AS clicked, 0::bigint AS machine_opened,
                0::bigint AS machine_clicked
           FROM dispatches d CROSS JOIN LATERAL (
             SELECT u.* FROM delivery.v_chunk c,
                    LATERAL unnest(c.sent, c.failed) WITH ORDINALITY AS u (sent, failed, platform)
              WHERE c.dispatch_id = d.dispatch_id AND c.app_id = $1 ${ALL_EACH}) AS n
         UNION ALL
         SELECT d.notification_key, s.platform, 0, 0, s.clicked, s.machine_opened, s.machine_clicked
           FROM dispatches d CROSS JOIN LATERAL (${fetchSumsOf('d')}) AS s
         UNION ALL
         SELECT p.key, p.platform, CASE p.kind WHEN ${PAST_COUNTS.sent} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.failed} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.clicked} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.machineOpened} THEN p.count ELSE 0 END,
                CASE p.kind WHEN ${PAST_COUNTS.machineClicked} THEN p.count ELSE 0 END
           FROM (${pastCounts('sent', 'failed', 'clicked', 'machineOpened', 'machineClicked')}) AS p)
       SELECT n.notification_key AS "notificationKey", n.platform::integer, sum(n.sent)::bigint AS sent,
              sum(n.failed)::bigint AS failed, sum(n.clicked)::bigint AS clicked,
              sum(n.machine_opened)::bigint AS "machineOpened", sum(n.machine_clicked)::bigint AS "machineClicked"
         FROM counted n
        GROUP BY n.notification_key, n.platform`),
      [appId, keys],
    );
  }
}
