import { Injectable } from '@nestjs/common';
import { pastCounts } from '#libs/delivery/key-totals';
import { ALL_EACH, Database, type Param, prepared } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import { MESSAGE_COLUMNS, type MessageRow, momentSql, type ResultWindow } from './result.repository.js';

/** One reason of one launched range: a bitmap of users, or names without a user. */
export interface LeftOutPiece extends MessageRow {
  at: string;
  dispatchId: number;
  vbFrom: number;
  kind: number;
  reason: string;
  uids: Buffer | null;
  names: string[] | null;
}

/** The users to look for: a user, a name, or everyone. */
export interface LeftOutSubject {
  uid?: number;
  name?: string;
}

/** Reads the users that launches left out. */
@Injectable()
export class LeftOutPieceRepository {
  constructor(private readonly db: Database) {}

  /**
   * Pieces of a window, the newest first; from that of the cursor on, which may have more · left_out_by_time, or the
   * primary key for the sends of a key · no locks.
   */
  async findPieces(window: ResultWindow, { uid, name }: LeftOutSubject, limit: number): Promise<LeftOutPiece[]> {
    const { after } = window;
    const params: Param[] = [];
    const place = (value: Param): string => `$${params.push(value)}`;
    const where = [
      `l.app_id = ${place(window.appId)}`,
      `l.day <= ${place(window.dayTo)}::date AND l.day >= ${place(window.dayFrom)}::date`,
      `l.at >= ${place(window.start)} AND l.at <= ${place(window.end)} AND l.reason <> 'INBOX'`,
    ];
    if (window.dispatchIds) {
      where.push(`l.dispatch_id = ANY (${place(window.dispatchIds)}::bigint[])`);
    } else if (window.notificationKey !== null) {
      where.push(`d.notification_key = ${place(window.notificationKey)}`);
    }
    if (uid !== undefined) {
      const vb = place(bucketOfId(uid));
      where.push(`l.uids IS NOT NULL AND l.vb_from <= ${vb} AND l.vb_to > ${vb}`);
    } else if (name !== undefined) {
      where.push(`l.names && ARRAY[${place(name)}]::text[]`);
    }
    if (after?.source === 'result') {
      where.push(`l.at <= ${place(after.at)}::timestamptz`);
    } else if (after?.source === 'leftOut') {
      const at = `${place(after.at)}::timestamptz`;
      const key = [after.dispatchId, after.vbFrom, after.kind, after.reason].map(place).join(', ');
      where.push(`l.at <= ${at} AND (l.at < ${at} OR (l.dispatch_id, l.vb_from, l.kind, l.reason) >= (${key}))`);
    }
    return this.db.reads.rows<LeftOutPiece>(
      `SELECT ${momentSql('l.at')} AS at, l.dispatch_id AS "dispatchId", l.vb_from AS "vbFrom", l.kind, l.reason, l.uids,
              to_json(l.names) AS names, ${MESSAGE_COLUMNS}
         FROM delivery.v_left_out l LEFT JOIN delivery.v_dispatch d USING (dispatch_id)
        WHERE ${where.join(' AND ')}
        ORDER BY l.at DESC, l.dispatch_id, l.vb_from, l.kind, l.reason LIMIT ${place(limit)}`,
      params,
    );
  }

  /** Names of users that still exist · primary key. */
  async findExtIds(appId: number, uids: readonly number[]): Promise<Map<number, string | null>> {
    const rows = await this.db.reads.rows<{ uid: number; extId: string | null }>(
      `SELECT u.uid, u.ext_id AS "extId" FROM unnest($2::bigint[]) AS q (uid)
         JOIN users.v_app_user u ON u.vb = q.uid % ${BUCKETS} AND u.app_id = $1 AND u.uid = q.uid`,
      [appId, uids],
    );
    return new Map(rows.map(({ uid, extId }) => [uid, extId]));
  }

  /**
   * Users by key and reason: left out before the send, and skipped at it · a few rows per key · push_result_skipped. Most
   * sends skip no recipient, by the counters of their chunks; then no day of results is planned or read.
   */
  async sumReasons(
    appId: number,
    keys: readonly number[],
  ): Promise<{ notificationKey: number; reason: string; users: number }[]> {
    const rows = await this.db.reads.rows<{ notificationKey: number; reason: string | null; users: number }>(
      LEFT_OUT_SUMS,
      [appId, keys],
    );
    const sums = rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }]));
    // Both parts in one statement: a send that goes in between is in one of its snapshot's tables, never in two or
    // none.
    return sums.length === rows.length ? sums : this.db.reads.rows(ALL_SUMS, [appId, keys]);
  }
}

/** Sends of the keys `$2` of the application `$1` that were launched and are in no sum. */
const DISPATCHES = `
  SELECT d.dispatch_id, d.notification_key, d.day FROM delivery.v_dispatch d
   WHERE d.app_id = $1 AND d.notification_key = ANY ($2::integer[]) AND d.day IS NOT NULL AND NOT d.is_counted`;
/** Sends of them that have skipped users. */
const SKIPPING = `
  SELECT d.* FROM dispatches d CROSS JOIN LATERAL (
    SELECT FROM delivery.v_chunk c WHERE c.dispatch_id = d.dispatch_id AND 0 < ANY (c.skipped) LIMIT 1) c`;
const LEFT_OUT = `
  SELECT d.notification_key, l.reason, l.users FROM dispatches d CROSS JOIN LATERAL (
    SELECT o.reason, o.users FROM delivery.v_left_out o WHERE o.dispatch_id = d.dispatch_id AND o.day = d.day ${ALL_EACH}) AS l
  UNION ALL
  SELECT p.key, p.name, p.count FROM (${pastCounts('leftOut')}) AS p`;

function sumBy(parts: string): string {
  return `
  SELECT o.notification_key AS "notificationKey", o.reason, sum(o.users)::bigint AS users FROM (${parts}) AS o
   GROUP BY o.notification_key, o.reason ORDER BY o.notification_key, o.reason`;
}

/** A reason of null: recipients were skipped too. */
const LEFT_OUT_SUMS = prepared(
  `WITH dispatches AS (${DISPATCHES}) ${sumBy(`${LEFT_OUT} UNION ALL SELECT s.notification_key, NULL, 1 FROM (${SKIPPING}) AS s`)}`,
);
const ALL_SUMS = `
  WITH dispatches AS (${DISPATCHES}), skipping AS (${SKIPPING}) ${sumBy(`${LEFT_OUT}
    UNION ALL
    SELECT d.notification_key, coalesce(r.reason, 'SKIPPED'), 1 FROM skipping d
      JOIN delivery.v_push_result r ON r.app_id = $1 AND r.dispatch_id = d.dispatch_id AND r.day = d.day AND r.status = 3`)}`;
