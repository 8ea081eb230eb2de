import { prepared } from '#platform/db';
import { hasSharedKey } from '#libs/delivery/key-totals';
import { DISPATCH_STATES, LANES, type Lane } from '../model/delivery.types.js';
import { lockedInOrder } from './lock-order.sql.js';

/**
 * No one comes to a dispatch `d` any more from another content of its campaign: those before it have ended, no person is to go
 * on, and no e-mail before it may bounce in time.
 */
const GETS_NOBODY = `
  (d.lead_id IS NULL OR d.stopped_at IS NOT NULL OR coalesce(d.options #>> '{reach,reach}', 'all') = 'all' OR (
    NOT EXISTS (SELECT FROM delivery.next_content n WHERE n.lead_id = d.lead_id)
    AND NOT EXISTS (
      SELECT FROM delivery.dispatch e
       WHERE e.app_id = d.app_id AND e.notification_key = d.notification_key AND e.lead_id = d.lead_id
         AND e.state < ${DISPATCH_STATES.finished}
         AND (e.content < d.content OR e.state < ${DISPATCH_STATES.sending}))
    AND NOT EXISTS (
      SELECT FROM delivery.dispatch e
       WHERE e.app_id = d.app_id AND e.notification_key = d.notification_key AND e.lead_id = d.lead_id
         AND e.content < d.content AND e.message -> 'platforms' ? 'EMAIL'
         AND e.launched_at + (e.options #>> '{reach,within}')::integer * interval '1 second' > now())))`;

/** No open chunk and no retry, and no one who is to come, over a dispatch `d`. */
export const HAS_NO_WORK = `
  ${GETS_NOBODY} AND
  NOT EXISTS (SELECT FROM delivery.chunk c WHERE c.dispatch_id = d.dispatch_id AND c.state = 0)
  AND NOT EXISTS (SELECT FROM delivery.retry r WHERE r.dispatch_id = d.dispatch_id)`;

/** The recipients of a dispatch `d` in some counts of its chunks. */
function sumOf(ends: string): string {
  return `(SELECT coalesce(sum(n), 0) FROM delivery.chunk c, unnest(${ends}) n WHERE c.dispatch_id = d.dispatch_id)::bigint`;
}

/** The recipients of a dispatch `d` with a final state. */
export const SETTLED = sumOf('c.sent || c.failed || c.skipped');

/** A dispatch that ended just now. */
export interface FinishedSend {
  dispatchId: number;
  appId: number;
  notificationKey: number;
  lane: Lane;
  isStopped: boolean;
  /** Since its first launch. */
  seconds: number;
  /** Launch day, UTC. */
  day: string;
  planned: number;
  settled: number;
  /** Sent messages of a campaign; null: a single send. */
  sent: number | null;
  failed: number | null;
  isCounted: boolean;
}

/** The release before counts clicks of every send by dispatch: a send that has such clicks stays out of the sums. */
export const FINISH = prepared(`
  UPDATE delivery.dispatch d
     SET state = CASE WHEN d.stopped_at IS NULL THEN ${DISPATCH_STATES.finished} ELSE ${DISPATCH_STATES.stopped} END,
         finished_at = now(),
         is_counted = ${hasSharedKey('d')} AND NOT EXISTS (
           SELECT FROM delivery.click_stat s WHERE s.app_id = d.app_id AND s.dispatch_id = d.dispatch_id)
   WHERE ${lockedInOrder(
     `d.dispatch_id = ANY ($1::bigint[]) AND d.state = ${DISPATCH_STATES.sending} AND ${HAS_NO_WORK}`,
   )}
   RETURNING d.dispatch_id AS "dispatchId", d.app_id AS "appId", d.notification_key AS "notificationKey", d.lane,
     d.stopped_at IS NOT NULL AS "isStopped", d.day::text AS day, d.planned,
     extract(epoch FROM now() - d.launched_at)::float8 AS seconds,
     CASE WHEN d.lane = '${LANES.bulk}' THEN ${sumOf('c.sent')} END AS sent,
     CASE WHEN d.lane = '${LANES.bulk}' THEN ${sumOf('c.failed')} END AS failed,
     ${SETTLED} AS settled, d.is_counted AS "isCounted"`);
