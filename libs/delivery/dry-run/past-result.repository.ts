import { Injectable } from '@nestjs/common';
import { platformByNumber } from '#libs/content';
import { Database } from '#platform/db';
import { STATUSES, type DispatchRequest } from '../model/delivery.types.js';
import type { PastResult } from './dry-run.types.js';

const STATUS_NAMES = {
  [STATUSES.success]: 'SUCCESS',
  [STATUSES.failed]: 'FAILED',
  [STATUSES.skipped]: 'SKIPPED',
} as const;

/** Reads the newest request of a notification key, and its results for a user. */
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

  /** Results of a user, newest first · a few rows · push_result_by_user of the dispatches' days · no locks. */
  async findUserResults(appId: number, notificationKey: number, uid: number): Promise<PastResult[]> {
    const rows = await this.db.rows<{
      platform: number;
      status: keyof typeof STATUS_NAMES;
      reason: string | null;
      at: Date;
    }>(
      `SELECT r.platform, r.status, r.reason, r.ts AS at
       FROM delivery.dispatch AS d
       JOIN delivery.push_result AS r
         ON r.vb = ($3::bigint % 1024)::smallint AND r.app_id = d.app_id AND r.uid = $3 AND r.day = d.day
        AND r.dispatch_id = d.dispatch_id
       WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY r.ts DESC LIMIT 100`,
      [appId, notificationKey, uid],
    );
    return rows.flatMap(({ platform, status, ...result }) => {
      const name = platformByNumber(platform);
      return name ? [{ ...result, platform: name, status: STATUS_NAMES[status] }] : [];
    });
  }
}
