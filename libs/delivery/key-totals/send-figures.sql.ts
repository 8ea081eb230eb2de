import { DISPATCH_STATES, STATUSES } from '../model/delivery.types.js';
import { PAST_COUNTS } from '../model/past-send.js';

/**
 * The key of a dispatch is of a definition, so many sends may share it. Campaigns and messages to an address have their
 * own.
 */
export function hasSharedKey(dispatch: string): string {
  return `EXISTS (
    SELECT FROM notifications.v_definition AS f
     WHERE f.notification_key = ${dispatch}.notification_key AND f.app_id = ${dispatch}.app_id AND f.kind = 'definition')`;
}

/** Columns of sums from the row of a dispatch, `d`. Days are UTC: `day` of the request, `launch_day` of the results. */
export const SEND_HEADER = `
  d.dispatch_id, d.app_id, d.notification_key, (d.created_at AT TIME ZONE 'UTC')::date AS day, d.day AS launch_day,
  d.planned, d.created_at, coalesce(d.launched_at, d.created_at) AS started_at,
  coalesce(d.stopped_at, d.finished_at) AS ended_at,
  coalesce(d.due_at, (d.options ->> 'startTime')::timestamptz) AS due_at,
  d.state = ${DISPATCH_STATES.finished} AND d.stopped_at IS NULL AS is_finished`;

/**
 * Common table expression `skipped`: recipients of `send` by reason, read only for sends whose counters have some.
 *
 * @param days  the launch days as a value: it leaves other partitions out when the statement is planned
 */
export function skippedByReason(days: string): string {
  return `
  skipping AS MATERIALIZED (
    SELECT g.dispatch_id, g.app_id, g.launch_day FROM send AS g
     WHERE g.dispatch_id IN (SELECT c.dispatch_id FROM chunk AS c WHERE 0 < ANY (c.skipped))),
  skipped AS MATERIALIZED (
    SELECT o.dispatch_id, o.reason, count(*) AS users
      FROM skipping AS s
      JOIN delivery.push_result AS o
        ON o.app_id = s.app_id AND o.dispatch_id = s.dispatch_id AND o.day = s.launch_day AND o.day = ANY (${days})
       AND o.status = ${STATUSES.skipped}
     GROUP BY o.dispatch_id, o.reason)`;
}

/** Kinds that `resultCounts` gives. */
export const RESULT_KINDS = [PAST_COUNTS.sent, PAST_COUNTS.failed, PAST_COUNTS.skipped, PAST_COUNTS.leftOut].join(', ');

/**
 * Counts that no report changes after the end of a send: `dispatch_id`, `kind`, `platform`, `name`, `count`, also
 * zeros. From the common table expressions `send`, `chunk` and `skipped`.
 */
export function resultCounts(days: string): string {
  const ofPlatforms = (['sent', 'failed', 'skipped'] as const).map(
    (column) => `
    SELECT c.dispatch_id, ${PAST_COUNTS[column]} AS kind, u.platform, '' AS name, u.count::bigint AS count
      FROM chunk AS c CROSS JOIN LATERAL unnest(c.${column}) WITH ORDINALITY AS u (count, platform)`,
  );
  return `${ofPlatforms.join(' UNION ALL')}
    UNION ALL
    SELECT g.dispatch_id, ${PAST_COUNTS.leftOut}, 0, l.reason, l.users FROM send AS g
     CROSS JOIN LATERAL (
       SELECT o.reason, o.users FROM delivery.left_out AS o
        WHERE o.dispatch_id = g.dispatch_id AND o.day = g.launch_day AND o.day = ANY (${days}) OFFSET 0) AS l
    UNION ALL
    SELECT r.dispatch_id, ${PAST_COUNTS.leftOut}, 0, coalesce(r.reason, 'SKIPPED'), r.users FROM skipped AS r`;
}
