import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { Database } from '#platform/db';
import type { DispatchOptions } from '../model/delivery.types.js';

/** Target and options of a campaign, as they are stored. */
export interface LedgerOrder {
  target: Target;
  options: DispatchOptions;
}

/** The dispatch of a campaign. */
export interface LedgerDispatch {
  dispatchId: number;
  planned: number;
  /** The state, as in `DISPATCH_STATES`. */
  state: number;
  /** Its partition of results. */
  day: string | null;
}

/** A final result. `channel` as stored. */
export interface LedgerRecord {
  channel: number;
  recipientId: number;
  status: number;
}

/** The recipients of a send that wait. */
export interface LedgerWait {
  planned: number;
  /** Recipients without a final result. */
  open: number;
  /** Open messages that were refused or cut, and wait for a retry. */
  retries: number;
  /** Times of the first and the last retry. */
  nextAt: Date | null;
  lastAt: Date | null;
}

/** Reads what became of each recipient of one campaign, from the tables that every campaign is written to. */
@Injectable()
export class SendLedgerRepository {
  constructor(private readonly db: Database) {}

  /** Reads the target of a campaign; undefined when it is only kept in sums by now · dispatch_by_key */
  async findOrder(appId: number, notificationKey: number): Promise<LedgerOrder | undefined> {
    return this.db.row(
      `SELECT d.target, d.options FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY d.dispatch_id LIMIT 1`,
      [appId, notificationKey],
    );
  }

  /** · dispatch_by_key */
  async findDispatch(appId: number, notificationKey: number): Promise<LedgerDispatch | undefined> {
    return this.db.row<LedgerDispatch>(
      `SELECT d.dispatch_id AS "dispatchId", coalesce(d.planned, 0)::integer AS planned, d.state, d.day::text AS day
         FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2 ORDER BY d.dispatch_id LIMIT 1`,
      [appId, notificationKey],
    );
  }

  /**
   * Counts the recipients that a campaign waits for · one row; undefined before its launch · chunk_by_dispatch,
   * retry_by_dispatch
   */
  async findWait(appId: number, notificationKey: number): Promise<LedgerWait | undefined> {
    return this.db.row<LedgerWait>(
      `SELECT d.planned, greatest(0, d.planned - coalesce(c.settled, 0))::integer AS open, r.retries, r."nextAt", r."lastAt"
         FROM delivery.dispatch AS d
         CROSS JOIN LATERAL (
           SELECT sum((SELECT sum(n) FROM unnest(c.sent || c.failed || c.skipped) AS n)) AS settled
             FROM delivery.chunk AS c WHERE c.dispatch_id = d.dispatch_id AND c.app_id = $1) AS c
         CROSS JOIN LATERAL (
           SELECT count(*)::integer AS retries, min(t.due_at) AS "nextAt", max(t.due_at) AS "lastAt"
             FROM delivery.retry AS t WHERE t.dispatch_id = d.dispatch_id AND t.app_id = $1) AS r
        WHERE d.app_id = $1 AND d.notification_key = $2 AND d.planned > 0 ORDER BY d.dispatch_id LIMIT 1`,
      [appId, notificationKey],
    );
  }

  /** The results of one day's partition: for small campaigns. */
  async listRecords(appId: number, { dispatchId, day }: LedgerDispatch): Promise<LedgerRecord[]> {
    return this.db.rows<LedgerRecord>(
      `SELECT r.channel, r.recipient_id AS "recipientId", r.status FROM delivery.push_result AS r
        WHERE r.app_id = $1 AND r.dispatch_id = $2 AND r.day = $3`,
      [appId, dispatchId, day],
    );
  }

  /** · in_doubt_by_dispatch */
  async listDoubts({ dispatchId }: LedgerDispatch): Promise<Pick<LedgerRecord, 'channel' | 'recipientId'>[]> {
    return this.db.rows(
      `SELECT DISTINCT d.channel, d.recipient_id AS "recipientId" FROM delivery.in_doubt AS d WHERE d.dispatch_id = $1`,
      [dispatchId],
    );
  }
}
