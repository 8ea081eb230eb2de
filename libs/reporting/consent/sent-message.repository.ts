import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import type { DispatchOptions, MessageRef } from '#libs/delivery';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';

/** The result of a message, with its send. Null: the send is gone. */
export interface SentMessageRow {
  uid: number | null;
  extId: string | null;
  /** False: the user is deleted. */
  isThere: boolean;
  platform: number;
  status: number;
  errorCode: string | null;
  reason: string | null;
  at: Date;
  checkedAt: Date | null;
  /** When consent was read, else the time of the result, in microseconds since 1970. */
  readAt: string;
  notificationKey: number | null;
  message: Message | null;
  options: DispatchOptions | null;
}

/** A send with its message. */
export interface SentSendRow {
  dispatchId: number;
  message: Message;
  options: DispatchOptions;
  launchedAt: Date;
}

/** Reads single messages by their id. */
@Injectable()
export class SentMessageRepository {
  constructor(private readonly db: Database) {}

  /** Finds the result of a message · one row · push_result_once of every day · no locks. */
  async find(appId: number, { dispatchId, channel, recipientId }: MessageRef): Promise<SentMessageRow | undefined> {
    return this.db.reads.row<SentMessageRow>(
      `WITH r AS MATERIALIZED (
         SELECT r.* FROM delivery.v_push_result r
          WHERE r.vb = $4::bigint % ${BUCKETS} AND r.app_id = $1 AND r.dispatch_id = $2 AND r.channel = $3
            AND r.recipient_id = $4),
       d AS MATERIALIZED (SELECT d.* FROM delivery.v_dispatch d WHERE d.app_id = $1 AND d.dispatch_id = $2)
       SELECT r.uid, u.ext_id AS "extId", u.uid IS NOT NULL AS "isThere", r.platform, r.status, r.error_code AS "errorCode", r.reason, r.ts AS at,
              r.checked_at AS "checkedAt",
              (extract(epoch FROM coalesce(r.checked_at, r.ts)) * 1000000)::bigint::text AS "readAt",
              d.notification_key AS "notificationKey", d.message, d.options
         FROM r LEFT JOIN d ON true
         LEFT JOIN users.v_app_user u ON u.vb = r.uid % ${BUCKETS} AND u.app_id = r.app_id AND u.uid = r.uid`,
      [appId, dispatchId, channel, recipientId],
    );
  }

  /** The text of a send · primary key · no locks. */
  async findWords(
    appId: number,
    dispatchId: number,
  ): Promise<{ title: string | null; text: string | null } | undefined> {
    return this.db.reads.row(
      `SELECT coalesce(d.message ->> 'title', d.message ->> 'subject') AS title, d.message ->> 'text' AS text
         FROM delivery.v_dispatch d WHERE d.app_id = $1 AND d.dispatch_id = $2`,
      [appId, dispatchId],
    );
  }

  /** Messages of some sends, as they were launched · up to 100 rows · primary key · no locks. */
  async findSends(appId: number, dispatchIds: readonly number[]): Promise<SentSendRow[]> {
    return this.db.reads.rows<SentSendRow>(
      `SELECT d.dispatch_id AS "dispatchId", d.message, d.options, coalesce(d.launched_at, d.created_at) AS "launchedAt"
         FROM delivery.v_dispatch d WHERE d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[])`,
      [appId, dispatchIds],
    );
  }

  /** The first user of an installation · one row · primary keys · no locks. */
  async findFirstUser(appId: number, uid: number, instId: number): Promise<number | undefined> {
    const row = await this.db.reads.row<{ firstUid: number | null }>(
      `SELECT i.first_uid AS "firstUid" FROM users.v_installation i
        WHERE i.vb = $2::bigint % ${BUCKETS} AND i.app_id = $1 AND i.inst_id = $3`,
      [appId, uid, instId],
    );
    return row?.firstUid ?? undefined;
  }
}
