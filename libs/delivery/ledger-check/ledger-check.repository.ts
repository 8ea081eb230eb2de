import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { DISPATCH_STATES, STATUSES } from '../model/delivery.types.js';

/** The totals of one dispatch from three sources: the plan, the counters of its chunks, its results. */
export interface DispatchTotals {
  dispatchId: number;
  state: keyof typeof DISPATCH_STATES;
  /** Recipients of the frozen audience. */
  planned: number;
  /** Sums of the chunk counters. */
  chunkCounts: StatusCounts;
  /** Number of results; null after the retention of the application. */
  resultCounts: StatusCounts | null;
  /** Recipients with more than one result. */
  duplicates: number;
  openChunks: number;
  retries: number;
  inDoubt: number;
}

export interface StatusCounts {
  success: number;
  failed: number;
  skipped: number;
}

interface DispatchTotalsRow extends Omit<DispatchTotals, 'state' | 'chunkCounts' | 'resultCounts'> {
  state: number;
  chunkCounts: [number, number, number];
  resultCounts: [number, number, number] | null;
}

@Injectable()
export class LedgerCheckRepository {
  constructor(private readonly db: Database) {}

  /**
   * Reads the totals of every dispatch of a key in one snapshot, so that a campaign in progress is consistent.
   * For the command line only · all results of the launch day, because an index by dispatch would slow down every write ·
   * no locks.
   */
  async readTotals(appId: number, notificationKey: number): Promise<DispatchTotals[]> {
    const rows = await this.db.rows<DispatchTotalsRow>(
      `SELECT d.dispatch_id AS "dispatchId", d.state, d.planned::bigint AS planned,
              ARRAY[c.sent, c.failed, c.skipped] AS "chunkCounts", c.open AS "openChunks",
              CASE WHEN r.rows > 0 OR c.sent + c.failed + c.skipped = 0
                   THEN ARRAY[r.success, r.failed, r.skipped] END AS "resultCounts",
              r.rows - r.recipients AS duplicates,
              (SELECT count(*) FROM delivery.retry t WHERE t.dispatch_id = d.dispatch_id) AS retries,
              (SELECT count(DISTINCT (i.channel, i.recipient_id)) FROM delivery.in_doubt i
                WHERE i.dispatch_id = d.dispatch_id) AS "inDoubt"
         FROM delivery.dispatch d
        CROSS JOIN LATERAL (
              SELECT count(*) FILTER (WHERE k.state = 0) AS open,
                     coalesce(sum((SELECT sum(n) FROM unnest(k.sent) n)), 0)::bigint AS sent,
                     coalesce(sum((SELECT sum(n) FROM unnest(k.failed) n)), 0)::bigint AS failed,
                     coalesce(sum((SELECT sum(n) FROM unnest(k.skipped) n)), 0)::bigint AS skipped
                FROM delivery.chunk k WHERE k.dispatch_id = d.dispatch_id) c
        CROSS JOIN LATERAL (
              SELECT count(*) AS rows, count(DISTINCT (p.channel, p.recipient_id)) AS recipients,
                     count(*) FILTER (WHERE p.status = ${STATUSES.success}) AS success,
                     count(*) FILTER (WHERE p.status = ${STATUSES.failed}) AS failed,
                     count(*) FILTER (WHERE p.status = ${STATUSES.skipped}) AS skipped
                FROM delivery.push_result p
               WHERE p.app_id = d.app_id AND p.day = d.day AND p.dispatch_id = d.dispatch_id) r
        WHERE d.app_id = $1 AND d.notification_key = $2
        ORDER BY d.dispatch_id`,
      [appId, notificationKey],
    );
    return rows.map(({ state, chunkCounts, resultCounts, ...row }) => ({
      ...row,
      state: toStateName(state),
      chunkCounts: toStatusCounts(chunkCounts),
      resultCounts: resultCounts && toStatusCounts(resultCounts),
    }));
  }
}

function toStatusCounts([success, failed, skipped]: [number, number, number]): StatusCounts {
  return { success, failed, skipped };
}

function toStateName(state: number): DispatchTotals['state'] {
  const name = (Object.keys(DISPATCH_STATES) as DispatchTotals['state'][]).find(
    (key) => DISPATCH_STATES[key] === state,
  );
  if (!name) {
    throw new Error(`No dispatch state has number ${state}`);
  }
  return name;
}
