import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import { DISPATCH_STATES, type DispatchOptions, LANES } from '../model/delivery.types.js';

/**
 * A campaign and when it begins.
 *
 * @property dueAt      null: it waits for an approval
 * @property startTime  in the options, of a campaign with an approval: when it begins once it has it; ISO 8601
 * @property localTime  null: at one moment for everyone
 * @property hasBegun   its launch has begun, or is due by the clock of the database
 */
export interface LockedTime {
  dispatchId: number;
  dueAt: Date | null;
  startTime: string | null;
  localTime: string | null;
  needsApproval: boolean;
  hasBegun: boolean;
  isPaused: boolean;
  isStopped: boolean;
}

/** @property dueAt  null: it waits for an approval from now on */
export interface NewTime {
  dueAt: Date | null;
  options: Pick<DispatchOptions, 'late' | 'localTime' | 'timeZone' | 'startTime'>;
}

/** When campaigns begin. Each statement is for one row. */
@Injectable()
export class DueTimeRepository {
  /** Locks the dispatch of a campaign, as its launch does · dispatch_by_key. */
  async lock(tx: Tx, appId: number, key: number): Promise<LockedTime | undefined> {
    return tx.row<LockedTime>(
      `SELECT d.dispatch_id AS "dispatchId", d.due_at AS "dueAt", d.options ->> 'startTime' AS "startTime",
              d.options ->> 'localTime' AS "localTime", d.options ? 'approval' AS "needsApproval",
              d.state <> ${DISPATCH_STATES.stored} OR coalesce(d.due_at <= clock_timestamp(), false) AS "hasBegun",
              d.paused_at IS NOT NULL AS "isPaused", d.stopped_at IS NOT NULL AS "isStopped"
         FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.notification_key = $2 AND d.lane = '${LANES.bulk}'
        ORDER BY coalesce(d.lead_id, d.dispatch_id) DESC, d.dispatch_id LIMIT 1 FOR UPDATE`,
      [appId, key],
    );
  }

  /** The dispatches of a campaign that has not begun, one for each content; empty: there is none · dispatch_by_key. */
  async findUnbegun(on: Statements, appId: number, key: number): Promise<number[]> {
    const rows = await on.rows<{ dispatchId: number; isAhead: boolean }>(
      `SELECT d.dispatch_id AS "dispatchId",
              d.state = ${DISPATCH_STATES.stored} AND d.stopped_at IS NULL AS "isAhead"
         FROM delivery.dispatch AS d
        WHERE d.app_id = $1 AND d.notification_key = $2 AND d.lane = '${LANES.bulk}'
          AND coalesce(d.lead_id, d.dispatch_id) = (
            SELECT max(coalesce(l.lead_id, l.dispatch_id)) FROM delivery.dispatch AS l
             WHERE l.app_id = $1 AND l.notification_key = $2 AND l.lane = '${LANES.bulk}')
        ORDER BY d.dispatch_id`,
      [appId, key],
    );
    return rows.every(({ isAhead }) => isAhead) ? rows.map(({ dispatchId }) => dispatchId) : [];
  }

  /** Sets the time of a locked dispatch, and of the other contents of its campaign · dispatch_by_key. */
  async set(tx: Tx, appId: number, dispatchId: number, { dueAt, options }: NewTime): Promise<void> {
    await tx.affected(
      `UPDATE delivery.dispatch AS d SET due_at = $3, options = d.options || $4::jsonb
         FROM delivery.dispatch AS l
        WHERE l.app_id = $1 AND l.dispatch_id = $2 AND d.app_id = $1 AND d.notification_key = l.notification_key
          AND (d.dispatch_id = l.dispatch_id OR d.lead_id = l.dispatch_id)`,
      [appId, dispatchId, dueAt, JSON.stringify(options)],
    );
  }
}
