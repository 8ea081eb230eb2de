import { Injectable } from '@nestjs/common';
import { DISPATCH_STATES, LANES } from '#libs/delivery';
import { Database, type Param } from '#platform/db';

/** A transactional send as it is stored, with the sums of its chunks and the next of its retries. */
export interface SendRow {
  dispatchId: number;
  notificationKey: number;
  /** When it was stored, to the microsecond. */
  at: string;
  state: number;
  isHeld: boolean;
  pauseReason: string | null;
  isStopped: boolean;
  isTest: boolean;
  finishedAt: Date | null;
  name: string | null;
  platforms: string[] | null;
  /** Users, devices or addresses that its target names; null: its target describes them. */
  named: number | null;
  planned: number;
  sent: number;
  failed: number;
  skipped: number;
  /** Numbers of the channels of its open chunks and retries. */
  channels: number[];
  openChunks: number;
  retries: number;
  nextAttempt: Date | null;
  errorCode: string | null;
  errorReason: string | null;
  words: string | null;
}

/** @property day  `yyyy-MM-dd`, UTC; null: it was not launched */
export interface TestRow {
  extIds: string[];
  day: string | null;
}

/** The position where a page ended. */
export interface SendCursor {
  at: string;
  dispatchId: number;
}

export interface SendRowPage {
  rows: SendRow[];
  /** The last send that was looked at, where more may be behind it. */
  last: SendCursor | null;
}

/** Sends that one page of failed ones looks at. */
const MAX_LOOKS = 5000;

const AT = `to_char(d.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const COLUMNS = `
  d.dispatch_id, d.notification_key, ${AT} AS at, d.created_at, d.state, d.due_at IS NULL AS is_held,
  CASE WHEN d.paused_at IS NOT NULL THEN d.pause_reason END AS pause_reason, d.stopped_at IS NOT NULL AS is_stopped, d.options ? 'isTest' AS is_test,
  d.finished_at, coalesce(d.message ->> 'title', d.message ->> 'subject') AS name,
  d.message -> 'platforms' AS platforms, d.planned,
  coalesce(jsonb_array_length(d.target -> 'extIds'), jsonb_array_length(d.target -> 'tokens'),
           jsonb_array_length(d.target -> 'uids')) AS named`;
/** Over a row `d` of dispatches. */
const FAILED = `EXISTS (
  SELECT FROM delivery.v_chunk AS c WHERE c.dispatch_id = d.dispatch_id AND c.app_id = $1
     AND (SELECT coalesce(sum(n), 0) FROM unnest(c.failed) AS n) > 0)`;

/** Reads transactional sends. They share their table with campaigns and their key with each other. */
@Injectable()
export class SendListRepository {
  constructor(private readonly db: Database) {}

  /**
   * Sends that are not over, the newest first · all open sends of dispatch_open, a few rows for each of the page · no
   * locks.
   */
  async listOpen(appId: number, after: SendCursor | null, limit: number): Promise<SendRowPage> {
    const rows = await this.read(
      `SELECT ${COLUMNS} FROM delivery.v_dispatch AS d
        WHERE d.app_id = $1 AND d.state < ${DISPATCH_STATES.finished} AND d.lane = '${LANES.transactional}'
          AND ${olderThan('d', 2)}
        ORDER BY d.created_at DESC, d.dispatch_id DESC LIMIT $4`,
      [appId, after?.at ?? null, after?.dispatchId ?? null, limit],
    );
    return { rows, last: rows.length === limit ? cursorOf(rows.at(-1)) : null };
  }

  /**
   * Sends of the last days that ended with a failure or a stop, the newest first. Looks at 5,000 sends at most, so a
   * page may have few or none and be followed by another one. dispatch_by_time, chunk_by_dispatch · no locks.
   */
  async listFailed(appId: number, since: Date, after: SendCursor | null, limit: number): Promise<SendRowPage> {
    const looked = `SELECT d.* FROM delivery.v_dispatch AS d
        WHERE d.app_id = $1 AND d.created_at >= $2 AND d.lane = '${LANES.transactional}' AND ${olderThan('d', 3)}
        ORDER BY d.created_at DESC, d.dispatch_id DESC LIMIT ${MAX_LOOKS}`;
    const params = [appId, since, after?.at ?? null, after?.dispatchId ?? null];
    const rows = await this.read(
      `SELECT ${COLUMNS} FROM (${looked}) AS d
        WHERE d.state >= ${DISPATCH_STATES.finished}
          AND (d.state = ${DISPATCH_STATES.stopped} OR ${FAILED})
        ORDER BY d.created_at DESC, d.dispatch_id DESC LIMIT $5`,
      [...params, limit],
    );
    if (rows.length === limit) {
      return { rows, last: cursorOf(rows.at(-1)) };
    }
    const end = await this.db.row<SendCursor & { count: number }>(
      `SELECT ${AT} AS at, d.dispatch_id AS "dispatchId", (SELECT count(*) FROM (${looked}) AS l)::integer AS count
         FROM (${looked}) AS d ORDER BY d.created_at, d.dispatch_id LIMIT 1`,
      params,
    );
    return { rows, last: end?.count === MAX_LOOKS ? { at: end.at, dispatchId: end.dispatchId } : null };
  }

  /** One transactional send · primary key. */
  async find(appId: number, dispatchId: number): Promise<SendRow | undefined> {
    const [row] = await this.read(
      `SELECT ${COLUMNS} FROM delivery.v_dispatch AS d
        WHERE d.app_id = $1 AND d.dispatch_id = $2 AND d.lane = '${LANES.transactional}'`,
      [appId, dispatchId],
    );
    return row;
  }

  /** Finds what a test names, and the day of its launch; undefined for every other send · primary key. */
  async findTest(appId: number, dispatchId: number): Promise<TestRow | undefined> {
    return this.db.row<TestRow>(
      `SELECT ARRAY(SELECT jsonb_array_elements_text(d.target -> 'extIds')) AS "extIds",
              to_char(d.launched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
         FROM delivery.v_dispatch AS d WHERE d.app_id = $1 AND d.dispatch_id = $2 AND d.options ? 'isTest'`,
      [appId, dispatchId],
    );
  }

  /** @param sends  selects `COLUMNS` */
  private async read(sends: string, params: readonly Param[]): Promise<SendRow[]> {
    return this.db.rows<SendRow>(
      `WITH sends AS MATERIALIZED (${sends}),
       sums AS (
         SELECT c.dispatch_id, sum((SELECT coalesce(sum(n), 0) FROM unnest(c.sent) AS n))::bigint AS sent,
                sum((SELECT coalesce(sum(n), 0) FROM unnest(c.failed) AS n))::bigint AS failed,
                sum((SELECT coalesce(sum(n), 0) FROM unnest(c.skipped) AS n))::bigint AS skipped,
                (count(*) FILTER (WHERE c.state = 0))::integer AS open,
                array_agg(DISTINCT c.channel) FILTER (WHERE c.state = 0) AS channels,
                max(c.error_code) FILTER (WHERE c.state = 0) AS error_code,
                max(c.reason) FILTER (WHERE c.state = 0) AS reason, max(c.words) FILTER (WHERE c.state = 0) AS words
           FROM sends AS s JOIN delivery.v_chunk AS c ON c.dispatch_id = s.dispatch_id AND c.app_id = $1
          GROUP BY c.dispatch_id),
       again AS (
         SELECT r.dispatch_id, count(*)::integer AS retries, min(r.due_at) AS due_at,
                array_agg(DISTINCT r.channel) AS channels, max(r.error_code) AS error_code, max(r.reason) AS reason,
                max(r.words) AS words
           FROM sends AS s JOIN delivery.v_retry AS r ON r.dispatch_id = s.dispatch_id AND r.app_id = $1
          GROUP BY r.dispatch_id)
       SELECT s.dispatch_id AS "dispatchId", s.notification_key AS "notificationKey", s.at, s.state,
              s.is_held AS "isHeld", s.pause_reason AS "pauseReason", s.is_stopped AS "isStopped", s.is_test AS "isTest",
              s.finished_at AS "finishedAt", s.name, s.platforms, s.named, s.planned,
              coalesce(u.sent, 0) AS sent, coalesce(u.failed, 0) AS failed, coalesce(u.skipped, 0) AS skipped,
              coalesce(u.channels, '{}') || coalesce(a.channels, '{}') AS channels,
              coalesce(u.open, 0) AS "openChunks", coalesce(a.retries, 0) AS retries, a.due_at AS "nextAttempt",
              coalesce(a.error_code, u.error_code) AS "errorCode", coalesce(a.reason, u.reason) AS "errorReason",
              coalesce(a.words, u.words) AS words
         FROM sends AS s LEFT JOIN sums AS u ON u.dispatch_id = s.dispatch_id
         LEFT JOIN again AS a ON a.dispatch_id = s.dispatch_id
        ORDER BY s.created_at DESC, s.dispatch_id DESC`,
      params,
    );
  }
}

/** @param place  of the time in the parameters; that of the id follows */
function olderThan(table: string, place: number): string {
  const [at, id] = [`$${place}`, `$${place + 1}`];
  return `(${at}::text IS NULL OR (${table}.created_at, ${table}.dispatch_id) < (${at}::timestamptz, ${id}::bigint))`;
}

function cursorOf(row: SendRow | undefined): SendCursor | null {
  return row ? { at: row.at, dispatchId: row.dispatchId } : null;
}
