import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { DispatchRequest } from '../model/delivery.types.js';
import type { StoredParams } from '../recipient-params/recipient-params.repository.js';

type PastRequest = Omit<DispatchRequest, 'speed'>;

/** Reads the newest request of a notification key. */
@Injectable()
export class PastResultRepository {
  constructor(private readonly db: Database) {}

  /** Notification keys of dispatches · at most as many rows as ids · primary key. */
  async findKeys(appId: number, dispatchIds: readonly number[]): Promise<Map<number, number>> {
    if (dispatchIds.length === 0) {
      return new Map();
    }
    const rows = await this.db.rows<{ id: number; key: number }>(
      `SELECT d.dispatch_id AS id, d.notification_key AS key FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.dispatch_id = ANY ($2::bigint[])`,
      [appId, dispatchIds],
    );
    return new Map(rows.map(({ id, key }) => [id, key]));
  }

  /**
   * The newest dispatch of a key, with the parameters of one user, which stay unread where they are sealed · one row ·
   * dispatch_by_key, primary key.
   */
  async findRequest(appId: number, notificationKey: number, uid: number): Promise<PastRequest | undefined> {
    const row = await this.db.row<PastRequest & { params: StoredParams | null }>(
      `SELECT d.app_id AS "appId", d.notification_key AS "notificationKey", d.lane, d.message, d.target, d.options,
              d.due_at AS "dueAt",
              (SELECT p.params FROM delivery.recipient_params AS p
                WHERE p.dispatch_id = d.dispatch_id AND p.uid = $3) AS params
       FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY d.dispatch_id DESC LIMIT 1`,
      [appId, notificationKey, uid],
    );
    if (!row) {
      return undefined;
    }
    const { params, ...request } = row;
    return typeof params === 'object' && params ? { ...request, recipientParams: new Map([[uid, params]]) } : request;
  }
}
