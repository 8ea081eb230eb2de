import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import type { DispatchRequest } from '../model/delivery.types.js';

/** Reads the newest request of a notification key. */
@Injectable()
export class PastResultRepository {
  constructor(private readonly db: Database) {}

  /** The newest dispatch of a key · one row · dispatch_by_key. */
  async findRequest(appId: number, notificationKey: number): Promise<Omit<DispatchRequest, 'speed'> | undefined> {
    return this.db.row<Omit<DispatchRequest, 'speed'>>(
      `SELECT d.app_id AS "appId", d.notification_key AS "notificationKey", d.lane, d.message, d.target, d.options,
              d.due_at AS "dueAt"
       FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY d.dispatch_id DESC LIMIT 1`,
      [appId, notificationKey],
    );
  }
}
