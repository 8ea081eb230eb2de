import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database, numberArray } from '#platform/db';
import { bucketOfId } from '#platform/ids';

/**
 * The kinds of reports on a message after its result. `machine`: a pixel or link that no person fetched; `late`: a bounce,
 * a complaint or another fact of a provider.
 */
type ReportKind = 'received' | 'opened' | 'clicked' | 'machine' | 'late';

/** Place of a report: time to the microsecond, and a number for equal times. */
export interface ReportPlace {
  moment: string;
  tie: string;
}

export interface UserReport extends ReportPlace {
  at: Date;
  kind: ReportKind;
  platform: number;
  /** The button; what a machine fetched and the rule; the kind and the code of a late fact; null where there is none. */
  detail: string | null;
  campaignKey: number | null;
  title: string | null;
}

/** A report on one message of a send. */
export interface MessageReport {
  uid: number;
  channel: number;
  recipientId: number;
  platform: number;
  kind: ReportKind;
  /** The detail, as in `UserReport.detail`. */
  detail: string | null;
}

/** Messages of one user whose reports are read: the newest before the place. */
const MAX_MESSAGES = 5000;

/** The rows of a table about each of `messages`, by its unique key, whatever the planner thinks of its size. */
function rowsOf(kind: ReportKind, table: string, detail: string): string {
  return `SELECT r.*, '${kind}' AS kind, f.at, f.detail FROM messages AS r CROSS JOIN LATERAL (
            SELECT o.at, ${detail} AS detail FROM ${table} AS o
             WHERE o.vb = r.vb AND o.app_id = $1 AND o.day = r.day AND o.dispatch_id = r.dispatch_id
               AND o.channel = r.channel AND o.recipient_id = r.recipient_id ${ALL_EACH}) AS f`;
}

const REPORTS = `
             ${rowsOf('received', 'delivery.receipt', 'NULL::text')} UNION ALL
             ${rowsOf('opened', 'delivery.open', 'NULL::text')} UNION ALL
             ${rowsOf('clicked', 'delivery.click', 'o.button')} UNION ALL
             ${rowsOf('machine', 'delivery.machine_fetch', "concat_ws(' ', o.kind, o.rule)")} UNION ALL
             ${rowsOf('late', 'delivery.provider_receipt', "concat_ws(' ', o.kind, nullif(o.code, ''))")}`;

/** Reads reports of devices and providers about the messages of some users. */
@Injectable()
export class UserReportRepository {
  constructor(private readonly db: Database) {}

  /**
   * A page of reports, the newest first · `limit` rows, made of at most 5,000 messages and their reports · push_result_once
   * of every day, then the unique keys of the reports in the day of their message · no locks. No report is older than its
   * message, so a late page leaves newer days out.
   *
   * @param recipientIds  that may have messages of the user
   */
  async findPage(
    appId: number,
    uid: number,
    recipientIds: readonly number[],
    before: ReportPlace | null,
    limit: number,
  ): Promise<UserReport[]> {
    return this.db.reads.rows<UserReport>(
      `WITH messages AS MATERIALIZED (
         SELECT r.vb, r.day, r.dispatch_id, r.channel, r.recipient_id, r.platform FROM delivery.push_result AS r
          WHERE r.vb = ANY ($3::smallint[]) AND r.app_id = $1 AND r.recipient_id = ANY ($4::bigint[]) AND r.uid = $2
            ${before ? "AND r.day <= ($6::timestamptz AT TIME ZONE 'UTC')::date" : ''}
          ORDER BY r.day DESC, r.dispatch_id DESC LIMIT ${MAX_MESSAGES}),
       reports AS (
         SELECT o.*, concat_ws('.', o.dispatch_id, o.channel, o.recipient_id, o.kind, o.detail) COLLATE "C" AS tie
           FROM (${REPORTS}) AS o)
       SELECT p.at, to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS moment, p.tie, p.kind, p.platform,
              p.detail, CASE WHEN d.lane = 'bulk' THEN d.notification_key END AS "campaignKey",
              coalesce(d.message ->> 'title', d.message ->> 'subject') AS title
         FROM (SELECT q.* FROM reports AS q
                ${before ? 'WHERE (q.at, q.tie) < ($6::timestamptz, $7 COLLATE "C")' : ''}
                ORDER BY q.at DESC, q.tie DESC LIMIT $5) AS p
         LEFT JOIN delivery.dispatch AS d ON d.dispatch_id = p.dispatch_id AND d.app_id = $1
        ORDER BY p.at DESC, p.tie DESC`,
      [
        appId,
        uid,
        numberArray([...new Set(recipientIds.map(bucketOfId))]),
        numberArray(recipientIds),
        limit,
        ...(before ? [before.moment, before.tie] : []),
      ],
    );
  }

  /**
   * Finds reports on the messages of one send to a few users, the oldest first · some rows for each · push_result_once
   * of the day, then the unique keys of the reports · no locks.
   *
   * @param day  of its launch
   */
  async findOfSend(
    appId: number,
    { dispatchId, day }: { dispatchId: number; day: string },
    recipientIds: readonly number[],
  ): Promise<MessageReport[]> {
    return this.db.reads.rows<MessageReport>(
      `WITH messages AS MATERIALIZED (
         SELECT r.uid, r.vb, r.day, r.dispatch_id, r.channel, r.recipient_id, r.platform FROM delivery.push_result AS r
          WHERE r.vb = ANY ($4::smallint[]) AND r.app_id = $1 AND r.day = $3::date AND r.dispatch_id = $2
            AND r.recipient_id = ANY ($5::bigint[]))
       SELECT o.uid, o.channel, o.recipient_id AS "recipientId", o.platform, o.kind, o.detail
         FROM (${REPORTS}) AS o
        ORDER BY o.at`,
      [appId, dispatchId, day, numberArray([...new Set(recipientIds.map(bucketOfId))]), numberArray(recipientIds)],
    );
  }
}
