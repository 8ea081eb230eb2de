import { Injectable } from '@nestjs/common';
import type { ResultPlace } from '#libs/users/identities';
import { inPlaces } from '../model/result-places.sql.js';
import type { StoredText } from '../model/shown-text.js';
import type { StoredLiveData } from '#libs/delivery/live-data';
import type { StoredParams } from '../recipient-params/recipient-params.repository.js';
import { Database } from '#platform/db';

/** Position after a result in the order of an export. */
export interface ExportCursor {
  day: string;
  dispatchId: number;
  channel: number;
  recipientId: number;
}

/** A result with what was reported about it later. Times in the lists are ISO 8601. */
export interface ExportedResultRow extends ExportCursor {
  notificationKey: number | null;
  lane: string | null;
  sentAt: Date | null;
  platform: number;
  status: number;
  reason: string | null;
  errorCode: string | null;
  at: Date;
  title: string | null;
  text: string | null;
  shown: StoredText | null;
  /** Parameters of this user alone in the send; null: none. */
  params: StoredParams | null;
  /** Fetched for the person; sealed: of a secret message. */
  live: StoredLiveData | null;
  clicks: object[];
  opens: string[];
  receipts: string[];
  callbacks: object[];
  machines: object[];
}

/** The rows of a table about the recipient of the result `r`, as one JSON list. */
function rowsOf(table: string, value: string): string {
  return `coalesce((SELECT json_agg(${value} ORDER BY o.at) FROM ${table} AS o
            WHERE o.vb = r.vb AND o.app_id = $1 AND o.day = r.day AND o.dispatch_id = r.dispatch_id
              AND o.channel = r.channel AND o.recipient_id = r.recipient_id), '[]')`;
}

/** Reads results of one person with everything that providers and devices reported about them. */
@Injectable()
export class DeliveryExportRepository {
  constructor(private readonly db: Database) {}

  /**
   * A page of results, oldest first, skipped ones included · `limit` rows · push_result_once of every day; the unique
   * keys of the other tables · no locks. A user has few rows, so each page reads and sorts all of them. Sends come last:
   * they may lie on another server.
   *
   * @param places where results of the user may lie
   * @param after  the last row of the previous page
   */
  async findResults(
    appId: number,
    uid: number,
    places: readonly ResultPlace[],
    after: ExportCursor | null,
    limit: number,
  ): Promise<ExportedResultRow[]> {
    const { condition, params } = inPlaces('r', places, 8);
    return this.db.rows<ExportedResultRow>(
      `WITH page AS MATERIALIZED (
         SELECT r.day, r.dispatch_id, r.channel, r.recipient_id, r.platform, r.status, r.reason, r.error_code, r.ts, r.shown,
                ${rowsOf('delivery.click', "json_build_object('at', o.at, 'button', o.button)")} AS clicks,
                ${rowsOf('delivery.open', 'o.at')} AS opens,
                ${rowsOf('delivery.receipt', 'o.at')} AS receipts,
                ${rowsOf('delivery.provider_receipt', "json_build_object('at', o.at, 'kind', o.kind, 'code', o.code)")} AS callbacks,
                ${rowsOf('delivery.machine_fetch', "json_build_object('at', o.at, 'kind', o.kind, 'rule', o.rule)")} AS machines
           FROM delivery.push_result AS r
          WHERE ${condition} AND r.app_id = $1 AND r.uid = $2
            AND ($3::date IS NULL OR (r.day, r.dispatch_id, r.channel, r.recipient_id) > ($3::date, $4::bigint, $5::smallint, $6::bigint))
          ORDER BY r.day, r.dispatch_id, r.channel, r.recipient_id LIMIT $7)
       SELECT p.day::text AS day, p.dispatch_id AS "dispatchId", p.channel, p.recipient_id AS "recipientId",
              d.notification_key AS "notificationKey", d.lane, coalesce(d.launched_at, d.created_at) AS "sentAt",
              p.platform, p.status, p.reason, p.error_code AS "errorCode", p.ts AS at,
              coalesce(d.message ->> 'title', d.message ->> 'subject') AS title, d.message ->> 'text' AS text, p.shown,
              p.clicks, p.opens, p.receipts, p.callbacks, p.machines,
              (SELECT o.params FROM delivery.recipient_params AS o WHERE o.dispatch_id = p.dispatch_id AND o.uid = $2) AS params,
              (SELECT l.data FROM delivery.live_value AS l WHERE l.dispatch_id = p.dispatch_id AND l.uid = $2) AS live
         FROM page AS p LEFT JOIN delivery.dispatch AS d ON d.dispatch_id = p.dispatch_id AND d.app_id = $1
        ORDER BY p.day, p.dispatch_id, p.channel, p.recipient_id`,
      [
        appId,
        uid,
        after?.day ?? null,
        after?.dispatchId ?? 0,
        after?.channel ?? 0,
        after?.recipientId ?? 0,
        limit,
        ...params,
      ],
    );
  }
}
