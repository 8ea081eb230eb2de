import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { Database, prepared } from '#platform/db';
import { DISPATCH_STATES } from '../model/delivery.types.js';
import type { Series } from '../model/series.types.js';
import type { CampaignRun, RecurringCampaign } from './series-report.types.js';

/** Reads recurring campaigns and their runs for reports. */
@Injectable()
export class SeriesReportRepository {
  constructor(private readonly db: Database) {}

  /** Finds the recurring campaigns among some keys · primary key. */
  async find(appId: number, keys: readonly number[]): Promise<RecurringCampaign[]> {
    return this.db.reads.rows(
      prepared(`SELECT s.notification_key AS key, s.rule, s.created_at AS "createdAt", s.next_at AS "nextAt",
              s.next_wall AS "nextWall", s.next_number AS "nextNumber", s.runs, s.missed, s.missed_count AS "missedCount",
              s.asked_id IS NOT NULL AS "isAsked", s.paused_at IS NOT NULL AS "isPaused", s.ended_at AS "endedAt",
              s.stopped_at IS NOT NULL AS "isStopped"
         FROM delivery.series AS s WHERE s.app_id = $1 AND s.notification_key = ANY ($2::integer[])`),
      [appId, keys],
    );
  }

  /** Finds the order of a campaign that has no run yet · primary key. */
  async findOrder(
    appId: number,
    key: number,
  ): Promise<(Pick<Series['request'], 'target' | 'options'> & { planned: number; isPaced: boolean }) | undefined> {
    return this.db.reads.row(
      `SELECT s.target, s.options, 0 AS planned, s.speed IS NOT NULL AS "isPaced" FROM delivery.series AS s
        WHERE s.app_id = $1 AND s.notification_key = $2`,
      [appId, key],
    );
  }

  /** Messages of the contents of a recurring campaign, in their order; empty: it has one · primary key. */
  async findMessages(appId: number, key: number): Promise<Message[]> {
    return (
      await this.db.reads.rows<{ message: Message }>(
        `SELECT c.content -> 'message' AS message
           FROM delivery.series AS s, jsonb_array_elements(s.contents) WITH ORDINALITY AS c (content, place)
          WHERE s.app_id = $1 AND s.notification_key = $2 ORDER BY c.place`,
        [appId, key],
      )
    ).map(({ message }) => message);
  }

  /** The newest runs of a key, with the counters of their chunks · dispatch_by_key, chunk_by_dispatch. */
  async listRuns(appId: number, key: number, limit: number): Promise<CampaignRun[]> {
    return this.db.reads.rows(
      `SELECT (d.options #>> '{series,run}')::integer AS run,
              CASE WHEN d.stopped_at IS NOT NULL OR d.state = ${DISPATCH_STATES.stopped} THEN 'STOPPED'
                   WHEN d.state = ${DISPATCH_STATES.finished} THEN 'FINISHED'
                   WHEN d.paused_at IS NOT NULL THEN 'PAUSED'
                   WHEN d.state = ${DISPATCH_STATES.stored} THEN 'STARTING' ELSE 'SENDING' END AS state,
              d.due_at IS NULL AND d.state = ${DISPATCH_STATES.stored} AS waits,
              coalesce(d.due_at, (d.options ->> 'startTime')::timestamptz, d.created_at) AS "dueAt",
              d.launched_at AS "startedAt", coalesce(d.stopped_at, d.finished_at) AS "endedAt",
              d.planned::float8 AS planned, n.sent, n.failed, n.skipped, o.clicked
         FROM (SELECT d.* FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2
                ORDER BY d.dispatch_id DESC LIMIT $3) AS d
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(u.sent), 0)::float8 AS sent, coalesce(sum(u.failed), 0)::float8 AS failed,
                 coalesce(sum(u.skipped), 0)::float8 AS skipped
            FROM delivery.chunk AS c, LATERAL unnest(c.sent, c.failed, c.skipped) AS u (sent, failed, skipped)
           WHERE c.dispatch_id = d.dispatch_id AND c.app_id = $1) AS n
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(s.clicked), 0)::float8 AS clicked FROM delivery.click_stat AS s
           WHERE s.dispatch_id = d.dispatch_id AND s.app_id = $1) AS o
        ORDER BY d.dispatch_id DESC`,
      [appId, key, limit],
    );
  }
}
