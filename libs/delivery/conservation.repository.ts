import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { DISPATCH_STATES, STATUSES } from './delivery.types.js';

/** What is written down about one dispatch, in its three places: the plan, the counters of its chunks, its results. */
export interface Books {
  dispatchId: number;
  state: keyof typeof DISPATCH_STATES;
  /** Recipients that were frozen at launch. */
  planned: number;
  /** Counters of the chunks. */
  counted: Tally;
  /** Final records; null where their day has been dropped, as the application's retention wants. */
  recorded: Tally | null;
  /** Recipients with more than one final record. */
  twice: number;
  openChunks: number;
  retries: number;
  inDoubt: number;
}

export interface Tally {
  success: number;
  failed: number;
  skipped: number;
}

interface BooksRow extends Omit<Books, 'state' | 'counted' | 'recorded'> {
  state: number;
  counted: [number, number, number];
  recorded: [number, number, number] | null;
}

@Injectable()
export class ConservationRepository {
  constructor(private readonly db: Database) {}

  /**
   * The books of every dispatch of a key. One snapshot, so that a campaign under way is seen whole.
   * For an operator, by hand · push_result_once, one probe per bucket: results have no index by dispatch, which every
   * write would pay for · no locks.
   */
  async books(appId: number, notificationKey: number): Promise<Books[]> {
    const rows = await this.db.rows<BooksRow>(
      `SELECT d.dispatch_id AS "dispatchId", d.state, d.planned::bigint AS planned,
              ARRAY[c.sent, c.failed, c.skipped] AS counted, c.open AS "openChunks",
              CASE WHEN r.rows > 0 OR c.sent + c.failed + c.skipped = 0
                   THEN ARRAY[r.success, r.failed, r.skipped] END AS recorded,
              r.rows - r.recipients AS twice,
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
               WHERE p.vb = ANY (ARRAY(SELECT generate_series(0, ${BUCKETS - 1})))
                 AND p.app_id = d.app_id AND p.day = d.day AND p.dispatch_id = d.dispatch_id) r
        WHERE d.app_id = $1 AND d.notification_key = $2
        ORDER BY d.dispatch_id`,
      [appId, notificationKey],
    );
    return rows.map(({ state, counted, recorded, ...row }) => ({
      ...row,
      state: stateName(state),
      counted: toTally(counted),
      recorded: recorded && toTally(recorded),
    }));
  }
}

function toTally([success, failed, skipped]: [number, number, number]): Tally {
  return { success, failed, skipped };
}

function stateName(state: number): Books['state'] {
  const name = (Object.keys(DISPATCH_STATES) as Books['state'][]).find((one) => DISPATCH_STATES[one] === state);
  if (!name) {
    throw new Error(`No dispatch state has number ${state}`);
  }
  return name;
}
