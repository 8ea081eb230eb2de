import { CONTACT_PLATFORMS } from '#libs/content';
import { ALL_EACH } from '#platform/db';
import { RESULT_KINDS, resultCounts, SEND_HEADER, skippedByReason } from '#libs/delivery/key-totals';
import { DISPATCH_STATES } from '../model/delivery.types.js';
import { PAST_COUNTS } from '../model/past-send.js';

/** Platforms whose messages have links that are followed, or addresses that reports name. */
const LINKED = CONTACT_PLATFORMS.map((name) => `'${name}'`).join(', ');

/**
 * Takes out dispatches and adds their headers to the totals of their keys. Application, first request, end, limit.
 * A send with open work stays: a chunk, a retry, or a webhook delivery that was not given up.
 */
export const TAKE_SENDS = `
  WITH taken AS (
    DELETE FROM delivery.dispatch AS d
     WHERE d.dispatch_id = ANY (ARRAY(
       SELECT o.dispatch_id FROM delivery.dispatch AS o
        WHERE o.app_id = $1 AND o.created_at >= $2 AND o.created_at < $3
          AND o.state >= ${DISPATCH_STATES.finished} AND o.finished_at < $3
          AND NOT EXISTS (SELECT FROM delivery.chunk AS c WHERE c.dispatch_id = o.dispatch_id AND c.state = 0)
          AND NOT EXISTS (SELECT FROM delivery.retry AS r WHERE r.dispatch_id = o.dispatch_id)
          AND NOT EXISTS (SELECT FROM delivery.hook_call AS h
                           WHERE h.dispatch_id = o.dispatch_id AND h.failed_at IS NULL)
        ORDER BY o.created_at LIMIT $4))
    RETURNING ${SEND_HEADER}, d.is_counted, d.lane, d.message -> 'platforms' AS platforms,
      CASE WHEN d.lane = 'bulk' AND delivery.named_in(d.target) = '{}' AND NOT d.target ? 'uids' THEN d.target END AS target,
      CASE WHEN d.lane = 'bulk' THEN d.options END AS options),
  gone AS MATERIALIZED (
    SELECT t.*, f.notification_key IS NULL OR f.kind = 'direct' AS has_own_key
      FROM taken AS t LEFT JOIN notifications.v_definition AS f ON f.notification_key = t.notification_key AND f.app_id = $1),
  totals AS (
    INSERT INTO delivery.send_total AS s
      (app_id, notification_key, day, sends, planned, is_finished, first_at, last_at, started_at, ended_at, due_at, target,
       options)
    SELECT $1, g.notification_key, g.day, count(*), sum(g.planned), bool_or(g.is_finished), min(g.created_at),
           max(g.created_at), min(g.started_at), max(g.ended_at), max(g.due_at), (array_agg(g.target))[1],
           (array_agg(g.options))[1]
      FROM gone AS g WHERE NOT g.has_own_key
     GROUP BY g.notification_key, g.day
    ON CONFLICT (app_id, notification_key, day) DO UPDATE
       SET sends = s.sends + excluded.sends, planned = s.planned + excluded.planned,
           is_finished = s.is_finished OR excluded.is_finished, first_at = least(s.first_at, excluded.first_at),
           last_at = greatest(s.last_at, excluded.last_at), started_at = least(s.started_at, excluded.started_at),
           ended_at = greatest(s.ended_at, excluded.ended_at), due_at = greatest(s.due_at, excluded.due_at))
  SELECT g.dispatch_id AS "dispatchId", g.notification_key AS "notificationKey", g.day::text AS day,
         g.launch_day::text AS "launchDay", g.planned, g.has_own_key AS "hasOwnKey", g.is_counted AS "isCounted",
         coalesce(g.platforms ?| ARRAY[${LINKED}], false) AS "hasLinks",
         coalesce(g.platforms, '[]') AS platforms, g.created_at AS "createdAt", g.started_at AS "startedAt",
         g.ended_at AS "endedAt", g.due_at AS "dueAt", g.is_finished AS "isFinished"
    FROM gone AS g ORDER BY g.created_at`;

/** Counters of reports, which are counted by slots. */
const REPORT_KINDS = (['clicked', 'opened', 'received', 'machineOpened', 'machineClicked'] as const)
  .map((kind) => PAST_COUNTS[kind])
  .join(', ');

/** Rows of a table about one send in one bucket, never by a scan of its day: `OFFSET` keeps the look-up a loop. */
function rowsInBuckets(table: string, columns: string, condition: string): string {
  return `
    SELECT g.dispatch_id, o.* FROM bucket AS b JOIN send AS g ON g.dispatch_id = b.dispatch_id
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM ${table} AS r
        WHERE r.vb = b.vb AND r.app_id = $1 AND r.day = g.launch_day AND r.dispatch_id = g.dispatch_id AND ${condition}
       ${ALL_EACH}) AS o`;
}

/**
 * Counts what `TAKE_SENDS` took out. The dispatches are locked by then: a click waits for the end of this transaction and
 * finds its message gone, or was counted before.
 *
 * Parameters: application; dispatch ids, keys, days of the requests, launch days, whether the key is the send's own; ids of
 * small and of large sends; dispatch ids and buckets of clicks and callbacks; whether the sums of the key have it.
 */
export const COUNT_SENDS = `
  WITH send AS MATERIALIZED (
    SELECT g.*, $1::integer AS app_id
      FROM unnest($2::bigint[], $3::integer[], $4::date[], $5::date[], $6::boolean[], $11::boolean[])
        AS g (dispatch_id, notification_key, day, launch_day, has_own_key, is_counted)),
  bucket AS MATERIALIZED (SELECT * FROM unnest($9::bigint[], $10::smallint[]) AS b (dispatch_id, vb)),
  small AS (
    DELETE FROM delivery.chunk AS c WHERE c.dispatch_id = ANY ($7::bigint[])
    RETURNING c.dispatch_id, c.sent, c.failed, c.skipped),
  chunk AS MATERIALIZED (
    SELECT * FROM small UNION ALL
    SELECT c.dispatch_id, c.sent, c.failed, c.skipped FROM delivery.chunk AS c
     WHERE c.dispatch_id = ANY ($8::bigint[])),
  later AS (INSERT INTO delivery.counted_send (dispatch_id, app_id) SELECT l.id, $1 FROM unnest($8::bigint[]) AS l (id)),
  clicks AS (
    DELETE FROM delivery.click_stat AS s WHERE s.app_id = $1 AND s.dispatch_id = ANY ($2::bigint[])
    RETURNING s.dispatch_id, s.platform, s.clicked, s.opened, s.received, s.machine_opened, s.machine_clicked),
  doubts AS (DELETE FROM delivery.in_doubt AS i WHERE i.dispatch_id = ANY ($2::bigint[])),
  samples AS (DELETE FROM delivery.sample AS s WHERE s.dispatch_id = ANY ($2::bigint[])),
  persons AS (DELETE FROM delivery.frozen_person AS f WHERE f.dispatch_id = ANY ($2::bigint[])),
  params AS (DELETE FROM delivery.recipient_params AS p WHERE p.dispatch_id = ANY ($2::bigint[])),
  live AS (DELETE FROM delivery.live_value AS l WHERE l.dispatch_id = ANY ($2::bigint[])),
  strikes AS (DELETE FROM delivery.token_strike AS s WHERE s.dispatch_id = ANY ($2::bigint[])),
  ${skippedByReason('$5::date[]')},
  counted AS MATERIALIZED (
    SELECT n.dispatch_id, n.kind, n.platform, n.name, sum(n.count) AS count
      FROM (
        ${resultCounts('$5::date[]')}
        UNION ALL
        SELECT s.dispatch_id, ${PAST_COUNTS.clicked}, s.platform, '', s.clicked FROM clicks AS s
        UNION ALL
        SELECT s.dispatch_id, ${PAST_COUNTS.opened}, s.platform, '', s.opened FROM clicks AS s
        UNION ALL
        SELECT s.dispatch_id, ${PAST_COUNTS.received}, s.platform, '', s.received FROM clicks AS s
        UNION ALL
        SELECT s.dispatch_id, ${PAST_COUNTS.machineOpened}, s.platform, '', s.machine_opened FROM clicks AS s
        UNION ALL
        SELECT s.dispatch_id, ${PAST_COUNTS.machineClicked}, s.platform, '', s.machine_clicked FROM clicks AS s
        UNION ALL
        SELECT k.dispatch_id, ${PAST_COUNTS.button}, k.platform, k.button, 1
          FROM (${rowsInBuckets('delivery.click', 'r.platform, r.button', 'r.button IS NOT NULL')}) AS k
        UNION ALL
        SELECT k.dispatch_id, ${PAST_COUNTS.callback}, k.channel, k.kind || ' ' || k.code, 1
          FROM (${rowsInBuckets('delivery.provider_receipt', 'r.channel, r.kind, r.code', 'true')}) AS k) AS n
     WHERE n.count > 0
     GROUP BY n.dispatch_id, n.kind, n.platform, n.name),
  -- Reports of sends with a shared key were counted by slots: one row is enough from now on.
  slots AS (
    DELETE FROM delivery.send_count AS s USING (SELECT DISTINCT g.notification_key, g.day FROM send AS g) AS g
     WHERE s.app_id = $1 AND s.notification_key = g.notification_key AND s.day = g.day AND s.name <> ''
       AND s.kind IN (${REPORT_KINDS})
    RETURNING s.notification_key, s.day, s.kind, s.platform, s.count),
  counts AS (
    INSERT INTO delivery.send_count AS s (app_id, notification_key, day, kind, platform, name, count)
    SELECT $1, n.notification_key, n.day, n.kind, n.platform, n.name, sum(n.count) FROM (
      SELECT g.notification_key, g.day, c.kind, c.platform, c.name, c.count
        FROM counted AS c JOIN send AS g ON g.dispatch_id = c.dispatch_id WHERE NOT g.has_own_key
      UNION ALL
      SELECT o.notification_key, o.day, o.kind, o.platform, '', o.count FROM slots AS o) AS n
     GROUP BY n.notification_key, n.day, n.kind, n.platform, n.name
    ON CONFLICT (app_id, notification_key, day, kind, platform, name) DO UPDATE SET count = s.count + excluded.count),
  uncounts AS (
    INSERT INTO delivery.key_count AS k (app_id, notification_key, day, kind, platform, name, count)
    SELECT $1, g.notification_key, g.day, c.kind, c.platform, c.name, -sum(c.count)
      FROM counted AS c JOIN send AS g ON g.dispatch_id = c.dispatch_id AND g.is_counted
     WHERE c.kind IN (${RESULT_KINDS})
     GROUP BY g.notification_key, g.day, c.kind, c.platform, c.name
    ON CONFLICT (app_id, notification_key, day, kind, platform, name) DO UPDATE SET count = k.count + excluded.count)
  SELECT c.dispatch_id AS "dispatchId", c.kind, c.platform::integer, c.name, c.count::bigint
    FROM counted AS c JOIN send AS g ON g.dispatch_id = c.dispatch_id AND g.has_own_key
   ORDER BY c.dispatch_id, c.kind, c.platform, c.name`;

/**
 * Adds reports about sends that are in the sums of their keys, and that a gateway of the release before has counted by
 * send, to those of the keys, where readers look for them. Application.
 */
export const MOVE_REPORTS = `
  WITH late AS (
    DELETE FROM delivery.click_stat AS s USING delivery.dispatch AS d
     WHERE s.app_id = $1 AND d.dispatch_id = s.dispatch_id AND d.app_id = $1 AND d.is_counted
    RETURNING d.notification_key, (d.created_at AT TIME ZONE 'UTC')::date AS day, s.platform, s.slot, s.clicked, s.opened,
              s.received, s.machine_opened, s.machine_clicked)
  INSERT INTO delivery.send_count AS c (app_id, notification_key, day, kind, platform, name, count)
  SELECT $1, l.notification_key, l.day, n.kind, l.platform, l.slot::integer::text, sum(n.count)
    FROM late AS l CROSS JOIN LATERAL (VALUES
      (${PAST_COUNTS.clicked}, l.clicked), (${PAST_COUNTS.opened}, l.opened), (${PAST_COUNTS.received}, l.received),
      (${PAST_COUNTS.machineOpened}, l.machine_opened), (${PAST_COUNTS.machineClicked}, l.machine_clicked)
    ) AS n (kind, count)
   WHERE n.count > 0
   GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (app_id, notification_key, day, kind, platform, name) DO UPDATE SET count = c.count + excluded.count`;
