import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_NUMBERS } from '#libs/channels/definitions';
import { Database, type Tx } from '#platform/db';
import { PAST_COUNTS } from '../model/past-send.js';
import { COUNT_SENDS, MOVE_REPORTS, TAKE_SENDS } from './roll-up.sql.js';
import type { TakenSend, ChunkIds, CountedBucket, SendCount } from './send-retention.types.js';

/** First key of this advisory lock; no other lock has it. */
const RETENTION_LOCK = 4_812_097;
/** Chunks of a large send in one statement. */
const CHUNKS_PER_STEP = 250;

/** Statements by which sends go. Each handles a bounded number of rows. */
@Injectable()
export class SendRetentionRepository {
  constructor(private readonly db: Database) {}

  /** Tests if this transaction may take sends of an application: of several schedulers one does. */
  async lockApplication(tx: Tx, appId: number): Promise<boolean> {
    const row = await tx.row<{ isLocked: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS "isLocked"', [
      RETENTION_LOCK,
      appId,
    ]);
    return row?.isLocked === true;
  }

  /**
   * Deletes dispatches that ended before a time and have no open work, the oldest requests first, and adds their headers to
   * the totals. At most `limit` rows · dispatch_by_time · locks them.
   *
   * @param from  no request before it is looked at: the last one of the previous batch
   */
  async takeSends(tx: Tx, appId: number, from: Date, before: Date, limit: number): Promise<TakenSend[]> {
    return tx.rows<TakenSend>(TAKE_SENDS, [appId, from, before, limit]);
  }

  /**
   * Recipients of taken sends that may have clicked buttons or callbacks. Clicks of a shared key are known for its day
   * alone · chunk_by_dispatch, the keys of click_stat and send_count · no locks.
   */
  async findCountedRecipients(tx: Tx, appId: number, sends: readonly TakenSend[]): Promise<ChunkIds[]> {
    return tx.rows<ChunkIds>(
      `SELECT c.dispatch_id AS "dispatchId", c.vb, CASE WHEN c.planned > 1 THEN c.ids END AS ids
         FROM unnest($2::bigint[], $3::integer[], $4::date[]) AS g (dispatch_id, notification_key, day)
         JOIN delivery.chunk AS c ON c.dispatch_id = g.dispatch_id
        WHERE c.dispatch_id = ANY ($2::bigint[]) AND c.app_id = $1 AND c.attempt = 0
          AND (c.channel IN (${CONTACT_CHANNEL_NUMBERS.join(', ')})
               OR EXISTS (SELECT FROM delivery.click_stat AS s
                           WHERE s.app_id = $1 AND s.dispatch_id = c.dispatch_id AND s.clicked > 0)
               OR EXISTS (SELECT FROM delivery.send_count AS n
                           WHERE n.app_id = $1 AND n.notification_key = g.notification_key AND n.day = g.day
                             AND n.kind = ${PAST_COUNTS.clicked}))`,
      [
        appId,
        sends.map(({ dispatchId }) => dispatchId),
        sends.map(({ notificationKey }) => notificationKey),
        sends.map(({ day }) => day),
      ],
    );
  }

  /**
   * Adds the figures of taken sends to the counters, and deletes what they are made of; chunks of large sends are left for
   * `deleteCountedChunks`. Rows of the sends · the keys by dispatch of each table; clicks and callbacks by their buckets.
   *
   * @returns the figures of those with a key of their own
   */
  async countSends(
    tx: Tx,
    appId: number,
    sends: readonly TakenSend[],
    largeIds: ReadonlySet<number>,
    buckets: readonly CountedBucket[],
  ): Promise<SendCount[]> {
    const smallIds = sends.flatMap(({ dispatchId }) => (largeIds.has(dispatchId) ? [] : [dispatchId]));
    return tx.rows<SendCount>(COUNT_SENDS, [
      appId,
      sends.map(({ dispatchId }) => dispatchId),
      sends.map(({ notificationKey }) => notificationKey),
      sends.map(({ day }) => day),
      sends.map(({ launchDay }) => launchDay),
      sends.map(({ hasOwnKey }) => hasOwnKey),
      smallIds,
      [...largeIds],
      buckets.map(({ dispatchId }) => dispatchId),
      buckets.map(({ vb }) => vb),
      sends.map(({ isCounted }) => isCounted),
    ]);
  }

  /**
   * Deletes some chunks of one large send that was counted. Up to 250 rows · chunk_by_dispatch · locks them.
   *
   * @returns false when nothing is left to do
   */
  async deleteCountedChunks(): Promise<boolean> {
    return this.db.tx(async (tx) => {
      const send = await tx.row<{ dispatchId: number }>(
        `SELECT s.dispatch_id AS "dispatchId" FROM delivery.counted_send AS s
          ORDER BY s.dispatch_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!send) {
        return false;
      }
      const deleted = await tx.affected(
        `DELETE FROM delivery.chunk AS c
          WHERE c.dispatch_id = $1 AND c.chunk_id = ANY (ARRAY(
            SELECT o.chunk_id FROM delivery.chunk AS o WHERE o.dispatch_id = $1 LIMIT $2))`,
        [send.dispatchId, CHUNKS_PER_STEP],
      );
      if (deleted < CHUNKS_PER_STEP) {
        await tx.affected('DELETE FROM delivery.counted_send WHERE dispatch_id = $1', [send.dispatchId]);
      }
      return true;
    });
  }

  /** Shared answers of live data that are too old · live_answer_expiry. @returns how many */
  async deleteLiveAnswers(limit: number): Promise<number> {
    return this.db.affected(
      `DELETE FROM delivery.live_answer AS a USING (
         SELECT o.source_id, o.key FROM delivery.live_answer AS o WHERE o.expires_at <= now() LIMIT $1) AS e
        WHERE a.source_id = e.source_id AND a.key = e.key`,
      [limit],
    );
  }

  /** Gives reports that were counted by send to the sums of its key · the key of click_stat · locks those rows. */
  async moveReports(appId: number): Promise<void> {
    await this.db.affected(MOVE_REPORTS, [appId]);
  }

  /** Deletes totals and counters of days before one. At most `limit` keys and days · send_total_by_day. */
  async deleteTotals(appId: number, before: string, limit: number): Promise<number> {
    const rows = await this.db.rows<{ total: number }>(
      `WITH expired AS MATERIALIZED (
         SELECT t.notification_key, t.day FROM delivery.send_total AS t
          WHERE t.app_id = $1 AND t.day < $2::date ORDER BY t.day LIMIT $3),
       counts AS (
         DELETE FROM delivery.send_count AS c USING expired AS e
          WHERE c.app_id = $1 AND c.notification_key = e.notification_key AND c.day = e.day),
       totals AS (
         DELETE FROM delivery.send_total AS t USING expired AS e
          WHERE t.app_id = $1 AND t.notification_key = e.notification_key AND t.day = e.day
         RETURNING 1)
       SELECT count(*) AS total FROM totals`,
      [appId, before, limit],
    );
    return rows[0]?.total ?? 0;
  }

  /** Deletes batches of sends that were requested before a time · past_send_by_time. */
  async deletePastSends(appId: number, before: Date, limit: number): Promise<number> {
    return this.db.affected(
      `DELETE FROM delivery.past_send AS p WHERE p.ctid = ANY (ARRAY(
         SELECT o.ctid FROM delivery.past_send AS o
          WHERE o.app_id = $1 AND o.last_at < $2 ORDER BY o.last_at LIMIT $3))`,
      [appId, before, limit],
    );
  }

  /**
   * Launch days before one with a dispatch that is still there · dispatch_by_day, one probe for each day and
   * application.
   */
  async findDaysInUse(appIds: readonly number[], before: string): Promise<string[]> {
    const rows = await this.db.rows<{ day: string }>(
      `SELECT g.day::date::text AS day
         FROM (SELECT (SELECT min(d.day) FROM delivery.dispatch AS d WHERE d.app_id = a.id) AS first
                 FROM unnest($1::integer[]) AS a (id)) AS f
        CROSS JOIN LATERAL generate_series(f.first, $2::date - 1, interval '1 day') AS g (day)
        WHERE EXISTS (SELECT FROM delivery.dispatch AS d WHERE d.app_id = ANY ($1::integer[]) AND d.day = g.day::date)
        GROUP BY g.day`,
      [appIds, before],
    );
    return rows.map(({ day }) => day);
  }
}
