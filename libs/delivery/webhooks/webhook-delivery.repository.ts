import { Injectable } from '@nestjs/common';
import { extIdsOfSql } from '#libs/users/identities';
import { Database, prepared, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { STATUSES } from '../model/delivery.types.js';
import { isStaleOffer } from '../dispatches/stale-offer.sql.js';
import { decodeIds, encodeIds } from '../model/recipient-set.js';
import { HELD_BY } from './held-by.sql.js';

/** A webhook delivery under a lease. */
interface LeasedDelivery {
  deliveryId: number;
  appId: number;
  hookId: number;
  /** Number of attempts, with this one. */
  attempt: number;
  createdAt: Date;
  /** The parameters of the message's hook; they may have placeholders. */
  params: Record<string, string>;
  /** Parameters of the send. */
  values: Record<string, unknown>;
}

/** A leased delivery of results. */
export interface LeasedResults extends LeasedDelivery {
  event: null;
  notificationKey: number;
  dispatchId: number;
  channel: number;
  recipientIds: number[];
}

/**
 * A leased delivery of an event; `recipientIds` are users.
 *
 * @property notificationKey  null: the event is about no message, or about one that is no longer stored
 * @property fetcher          who fetched: 0 unknown, 1 a person, 2 a machine; null: nothing was fetched
 * @property data             further fields of the request; null: none
 */
export interface LeasedEvent extends LeasedDelivery {
  event: string;
  notificationKey: number | null;
  fetcher: number | null;
  data: Record<string, unknown> | null;
  recipientIds: number[];
}

export type LeasedWebhookDelivery = LeasedResults | LeasedEvent;

/** Recipients of a send and channel with a final result. */
export interface ReportedRecipients {
  dispatchId: number;
  channel: number;
  recipientIds: readonly number[];
}

/** The content of one request. */
export interface NewWebhookDelivery extends ReportedRecipients {
  deliveryId: number;
}

/** A final result for the body of a webhook. */
export interface WebhookResult {
  recipientId: number;
  platform: number;
  status: number;
  errorCode: string | null;
  reason: string | null;
  at: Date;
  extId: string | null;
}

/** Rows in one delete statement. */
const DELETE_BATCH_SIZE = 1000;

/** Statements of `delivery.hook_call`: its rows are webhook deliveries. */
@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores deliveries to the endpoints that their sends name · a row each, and one per send is read. Deliveries of
   * sends from before this database was copied wait until the copy is adopted. Its guard is locked: a command that
   * holds or releases all deliveries at the same time would not see these.
   */
  async insertDeliveries(tx: Tx, appId: number, deliveries: readonly NewWebhookDelivery[]): Promise<void> {
    await tx.affected(
      `WITH guard AS MATERIALIZED (SELECT f.held_at FROM delivery.fence AS f FOR SHARE)
       INSERT INTO delivery.hook_call (call_id, app_id, hook_id, dispatch_id, channel, ids, due_at)
       SELECT c.call_id, d.app_id, (d.options ->> 'hookId')::integer, d.dispatch_id, c.channel, c.ids,
              CASE WHEN g.held_at >= d.created_at THEN now() + ${HELD_BY} ELSE now() END
         FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::bytea[]) AS c (call_id, dispatch_id, channel, ids)
         JOIN delivery.dispatch AS d ON d.dispatch_id = c.dispatch_id AND d.app_id = $1 AND d.options ->> 'hookId' IS NOT NULL
         LEFT JOIN guard AS g ON true`,
      [
        appId,
        deliveries.map(({ deliveryId }) => deliveryId),
        deliveries.map(({ dispatchId }) => dispatchId),
        deliveries.map(({ channel }) => channel),
        deliveries.map(({ recipientIds }) => encodeIds(recipientIds)),
      ],
    );
  }

  /**
   * Takes the lease of a delivery, unless it is done, failed, not due, or leased. One row · primary key · locks that
   * row.
   */
  async claimDelivery(deliveryId: number, leaseMs: number): Promise<LeasedWebhookDelivery | undefined> {
    const row = await this.db.row<
      (Omit<LeasedResults, 'recipientIds'> | Omit<LeasedEvent, 'recipientIds'>) & { ids: Buffer }
    >(
      `UPDATE delivery.hook_call c
          SET attempt = c.attempt + 1, lease_until = now() + $2 * interval '1 millisecond'
         FROM delivery.hook_call o LEFT JOIN delivery.dispatch d ON d.dispatch_id = coalesce(o.dispatch_id, o.about)
        WHERE c.call_id = $1 AND o.call_id = c.call_id AND c.failed_at IS NULL AND c.due_at <= now()
          AND (c.lease_until IS NULL OR c.lease_until < now()) AND (c.event IS NOT NULL OR d.dispatch_id IS NOT NULL)
        RETURNING c.call_id AS "deliveryId", c.app_id AS "appId", c.hook_id AS "hookId", c.dispatch_id AS "dispatchId",
                  c.channel, c.event, c.fetcher, c.data, c.ids, c.attempt, c.created_at AS "createdAt",
                  d.notification_key AS "notificationKey",
                  CASE WHEN c.event IS NULL THEN coalesce(d.message -> 'hook' -> 'params', '{}') ELSE '{}' END AS params,
                  coalesce(d.message -> 'params', '{}') AS "values"`,
      [deliveryId, leaseMs],
    );
    if (!row) {
      return undefined;
    }
    const { ids, ...delivery } = row;
    return { ...delivery, recipientIds: decodeIds(ids) };
  }

  /**
   * Reads the results of a delivery; erased users have none. Some hundred rows · push_result_once by (bucket,
   * application, dispatch, channel, day, recipient), app_user's primary key.
   */
  async findResults({ appId, dispatchId, channel, recipientIds }: LeasedResults): Promise<WebhookResult[]> {
    return this.db.rows<WebhookResult>(
      `WITH found AS MATERIALIZED (
         SELECT r.vb, r.recipient_id, r.uid, r.platform, r.status, r.error_code, r.reason, r.ts
           FROM delivery.dispatch d
          CROSS JOIN unnest($4::smallint[], $5::bigint[]) AS q (vb, id)
           JOIN delivery.push_result r
             ON r.vb = q.vb AND r.app_id = $1 AND r.day = d.day AND r.dispatch_id = d.dispatch_id AND r.channel = $3
            AND r.recipient_id = q.id
          WHERE d.dispatch_id = $2 AND d.app_id = $1 AND r.status <> ${STATUSES.skipped}),
       named AS MATERIALIZED (
         ${extIdsOfSql({ from: 'found', app: '$1' })})
       SELECT f.recipient_id AS "recipientId", f.platform, f.status, f.error_code AS "errorCode", f.reason, f.ts AS at,
              n.ext_id AS "extId"
         FROM found AS f LEFT JOIN named AS n ON n.uid = f.uid
        ORDER BY f.vb, f.recipient_id`,
      [appId, dispatchId, channel, recipientIds.map(bucketOfId), recipientIds],
    );
  }

  async deleteDelivery(deliveryId: number): Promise<void> {
    await this.db.affected('DELETE FROM delivery.hook_call WHERE call_id = $1', [deliveryId]);
  }

  /** Stores a failed attempt and the time of the next. @param dueAt  null: there is no next attempt */
  async rescheduleDelivery(delivery: LeasedWebhookDelivery, dueAt: Date | null, failure: string): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.hook_call
          SET lease_until = NULL, failure = $4, due_at = coalesce($3, due_at),
              failed_at = CASE WHEN $3::timestamptz IS NULL THEN now() END
        WHERE call_id = $1 AND attempt = $2`,
      [delivery.deliveryId, delivery.attempt, dueAt, failure],
    );
  }

  /**
   * Takes due deliveries to enqueue: without a lease, and not enqueued since they are due.
   * At most 1000 rows · hook_call_due · marks them by compare and set.
   */
  async takeDueDeliveries(reenqueueMs: number): Promise<number[]> {
    const rows = await this.db.rows<{ deliveryId: number }>(
      prepared(`UPDATE delivery.hook_call c SET offered_at = now()
         FROM (SELECT o.call_id, o.offered_at FROM delivery.hook_call o
                WHERE o.failed_at IS NULL AND o.due_at <= now() AND (o.lease_until IS NULL OR o.lease_until < now())
                  AND (${isStaleOffer('o.offered_at', '$1')} OR o.offered_at < o.due_at
                       OR o.offered_at < o.lease_until)
                ORDER BY o.due_at LIMIT 1000) s
        WHERE c.call_id = s.call_id AND c.offered_at = s.offered_at
        RETURNING c.call_id AS "deliveryId"`),
      [reenqueueMs],
    );
    return rows.map(({ deliveryId }) => deliveryId);
  }

  /** Failed deliveries of an application, which are kept for a week · hook_call_failed. */
  async countFailed(appId: number, limit: number): Promise<number> {
    const row = await this.db.row<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT FROM delivery.hook_call AS c
         WHERE c.app_id = $1 AND c.failed_at IS NOT NULL LIMIT $2) AS f`,
      [appId, limit],
    );
    return row?.n ?? 0;
  }

  /** Deletes deliveries that failed before a time · hook_call_failed · in statements of 1,000 rows. */
  async deleteFailedDeliveries(before: Date): Promise<number> {
    for (let sum = 0; ;) {
      const deleted = await this.db.affected(
        `DELETE FROM delivery.hook_call WHERE call_id = ANY (ARRAY(
           SELECT c.call_id FROM delivery.hook_call c WHERE c.failed_at < $1 ORDER BY c.failed_at LIMIT $2))`,
        [before, DELETE_BATCH_SIZE],
      );
      sum += deleted;
      if (deleted < DELETE_BATCH_SIZE) {
        return sum;
      }
    }
  }
}
