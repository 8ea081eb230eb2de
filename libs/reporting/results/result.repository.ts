import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_NUMBERS } from '#libs/channels/definitions';
import { DISPATCH_STATES, type DispatchOptions, type StoredText } from '#libs/delivery';
import { Database, type Param } from '#platform/db';
import { BUCKETS, bucketOfId } from '#platform/ids';
import type { ResultCursor } from './result-cursor.js';

/** The message of a send. All null: the send is gone. */
export interface MessageRow {
  campaignKey: number | null;
  title: string | null;
  /** The text for all recipients. */
  text: string | null;
  /** The index among the contents of the campaign; null: it has one. */
  content: number | null;
  /** The step of a journey that it left from; null: none. */
  step: NonNullable<DispatchOptions['step']> | null;
}

export interface ResultRow extends MessageRow {
  /** The time to the microsecond. */
  at: string;
  day: string;
  vb: number;
  dispatchId: number;
  channel: number;
  recipientId: number;
  uid: number;
  platform: number;
  status: number;
  errorCode: string | null;
  reason: string | null;
  /** The account of e-mails and text messages. */
  accountId: number | null;
  ts: Date;
  extId: string | null;
  /** The run of a recurring campaign; null: it does not recur. */
  run: number | null;
  /** The text that this recipient was sent; null: the text of the message. */
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
  /** One send; null: all. */
  dispatchId: number | null;
  /** Sends of the key; null: every key, or one with too many sends to list. */
  dispatchIds: readonly number[] | null;
  /** Results of these kinds, as stored. */
  statuses: readonly number[];
  /** Null: every reason. */
  reason: string | null;
  /** By number; null: every platform. */
  platform: number | null;
  /** Cursor of the previous page. */
  after: ResultCursor | null;
  limit: number;
}

/** A time to the microsecond, as `ResultCursor` has it. */
export const momentSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

interface SendTimes {
  dispatchId: number;
  launchedAt: Date | null;
  finishedAt: Date | null;
}

/** Sends, when the first of them was launched and the last one finished (null: not all are). */
export interface KeySends {
  dispatchIds: number[];
  from: Date | null;
  to: Date | null;
}

const SEND_TIMES = `d.dispatch_id AS "dispatchId", d.launched_at AS "launchedAt",
  CASE WHEN d.state = ${DISPATCH_STATES.finished} THEN d.finished_at END AS "finishedAt"`;

/** Channels whose recipients are users: their ids may equal ids of installations. */
const USER_CHANNELS = CONTACT_CHANNEL_NUMBERS.join(', ');

/** Columns of the message of the send `d`: `MessageRow`. */
export const MESSAGE_COLUMNS = `
  CASE WHEN d.lane = 'bulk' THEN d.notification_key END AS "campaignKey",
  coalesce(d.message ->> 'title', d.message ->> 'subject') AS title, d.message ->> 'text' AS text, d.content,
  d.options -> 'step' AS step`;

const COLUMNS = `
  ${momentSql('r.ts')} AS at,
  r.day, r.vb, r.dispatch_id AS "dispatchId", r.channel, r.recipient_id AS "recipientId", r.uid, r.platform, r.status,
  r.error_code AS "errorCode", r.reason, r.account_id AS "accountId", r.ts, u.ext_id AS "extId",
  d."campaignKey", d.run, d.title, d.text, d.content, d.step, r.shown`;
/** The sends of `page`, read by themselves: Citus joins no view of the coordinator with a table of the workers row by row. */
const SENDS = `
  SELECT d.dispatch_id, (d.options #>> '{series,run}')::integer AS run, ${MESSAGE_COLUMNS} FROM delivery.v_dispatch d
   WHERE d.dispatch_id = ANY (ARRAY(SELECT DISTINCT r.dispatch_id FROM page r))`;
const JOINS = `
  LEFT JOIN users.v_app_user u ON u.vb = r.uid % ${BUCKETS} AND u.app_id = r.app_id AND u.uid = r.uid
  LEFT JOIN sends d ON d.dispatch_id = r.dispatch_id`;

@Injectable()
export class ResultRepository {
  constructor(private readonly db: Database) {}

  /**
   * A page over all results, the newest first · push_result_by_time of the days in question, each read from its newest row
   * until the page is full; of a key with few sends and its skipped ones push_result_skipped · no locks. Rows of a batch
   * have one time, and their keys order them. Days from before the index are sorted.
   */
  async findPage(window: ResultWindow): Promise<ResultRow[]> {
    return this.find(window, []);
  }

  /**
   * Finds the results of one user or one installation. A user has few rows · push_result_once, a probe for each recipient and day.
   *
   * @param recipientIds  whose results may be the user's
   * @param instId        an installation; null: all results of the user
   */
  async findByUser(
    window: ResultWindow,
    uid: number,
    recipientIds: readonly number[],
    instId: number | null,
  ): Promise<ResultRow[]> {
    return this.find(window, [
      ['r.vb = ANY (?::smallint[])', [...new Set(recipientIds.map(bucketOfId))]],
      [
        `r.recipient_id = ANY (?::bigint[])${instId === null ? '' : ` AND r.channel NOT IN (${USER_CHANNELS})`}`,
        recipientIds,
      ],
      ['r.uid = ?', uid],
    ]);
  }

  /** Only the given conditions: the planner must see which index serves them. */
  private async find(window: ResultWindow, more: readonly [condition: string, value: Param][]): Promise<ResultRow[]> {
    const { after } = window;
    const conditions: [string, Param][] = [
      ['r.app_id = ?', window.appId],
      ['r.day <= ?::date', window.dayTo],
      ['r.day >= ?::date', window.dayFrom],
      ['r.ts >= ?', window.start],
      ['r.ts <= ?', window.end],
      ['r.status = ANY (?::smallint[])', window.statuses],
      ...more,
    ];
    if (window.dispatchIds) {
      conditions.push(['r.dispatch_id = ANY (?::bigint[])', window.dispatchIds]);
    } else if (window.notificationKey !== null) {
      const isOfKey = 'f.dispatch_id = r.dispatch_id AND f.app_id = r.app_id AND f.notification_key = ?';
      conditions.push([`EXISTS (SELECT FROM delivery.v_dispatch f WHERE ${isOfKey})`, window.notificationKey]);
    }
    if (window.reason !== null) {
      conditions.push(['coalesce(r.reason, r.error_code) = ?', window.reason]);
    }
    if (window.platform !== null) {
      conditions.push(['r.platform = ?', window.platform]);
    }
    const params: Param[] = [];
    const place = (value: Param): string => `$${params.push(value)}`;
    const where = conditions.map(([condition, value]) => condition.replace('?', place(value)));
    if (after?.source === 'leftOut') {
      where.push(`r.ts < ${place(after.at)}::timestamptz`);
    } else if (after?.source === 'result') {
      const at = `${place(after.at)}::timestamptz`;
      const key = [after.vb, after.dispatchId, after.channel, after.recipientId].map(place).join(', ');
      where.push(`r.ts <= ${at} AND (r.ts < ${at} OR (r.vb, r.dispatch_id, r.channel, r.recipient_id) > (${key}))`);
    }
    return this.db.reads.rows<ResultRow>(
      `WITH page AS MATERIALIZED (
         SELECT r.* FROM delivery.v_push_result r WHERE ${where.join(' AND ')}
          ORDER BY r.ts DESC, r.vb, r.dispatch_id, r.channel, r.recipient_id LIMIT ${place(window.limit)}),
       sends AS MATERIALIZED (${SENDS})
       SELECT ${COLUMNS} FROM page r ${JOINS}
        ORDER BY r.ts DESC, r.vb, r.dispatch_id, r.channel, r.recipient_id`,
      params,
    );
  }

  /**
   * Sends of a key, when the first of them was launched and the last one finished (null: not all are); at most one more
   * than `limit` · dispatch_by_key · no locks.
   */
  async findSends(appId: number, key: number, limit: number): Promise<KeySends> {
    return toSends(
      await this.db.reads.rows(
        `SELECT ${SEND_TIMES} FROM delivery.v_dispatch d WHERE d.app_id = $1 AND d.notification_key = $2 LIMIT $3`,
        [appId, key, limit + 1],
      ),
    );
  }

  /** Finds one send of a key · primary key · no locks. */
  async findSend(appId: number, dispatchId: number): Promise<KeySends> {
    return toSends(
      await this.db.reads.rows(
        `SELECT ${SEND_TIMES} FROM delivery.v_dispatch d WHERE d.app_id = $1 AND d.dispatch_id = $2`,
        [appId, dispatchId],
      ),
    );
  }
}

function toSends(rows: readonly SendTimes[]): KeySends {
  const times = rows.flatMap(({ launchedAt }) => launchedAt?.getTime() ?? []);
  const ends = rows.flatMap(({ finishedAt }) => finishedAt?.getTime() ?? []);
  return {
    dispatchIds: rows.map(({ dispatchId }) => dispatchId),
    from: times.length > 0 ? new Date(Math.min(...times)) : null,
    to: ends.length > 0 && ends.length === rows.length ? new Date(Math.max(...ends)) : null,
  };
}
