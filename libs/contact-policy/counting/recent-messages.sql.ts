import { prepared } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { DEVICE_CHANNELS, MESSAGE_CHANNELS } from '../model/match-caps.js';

/** Takes the entries of a row apart. */
const entriesOf = (row: string): string =>
  `unnest(${row}.times, ${row}.messages, ${row}.recipients, ${row}.marks) AS e (at, message, recipient, marks)`;

/** Groups by message: the devices of a user get one. A recipient in doubt is stored as a negative number. */
const ONE_MESSAGE = `e.message, CASE WHEN e.message % ${MESSAGE_CHANNELS} IN (${DEVICE_CHANNELS.join(', ')}) THEN 0 ELSE abs(e.recipient) END`;

/**
 * The windows as rows: $2 the counting bits of their caps, $3 the holding bits, $4 the most, $5 seconds, $6 the earliest time, $7
 * the place of the zone, null for all.
 */
const CAP_ARRAYS = 'unnest($2::bigint[], $3::bigint[], $4::integer[], $5::integer[], $6::timestamptz[], $7::integer[])';
const CAP_COLUMNS = 'counts, holds, most, seconds, since, zone';
const IN_WINDOW = `e.at > greatest(now() - c.seconds * interval '1 second', c.since) AND e.marks & c.counts <> 0`;

export const FIND_USED = prepared(`
  SELECT q.uid, c.place::integer AS place, coalesce(k.times, '{}') AS times, coalesce(k.messages, '{}') AS messages
    FROM unnest($8::bigint[], $9::integer[], $10::bigint[], $11::integer[]) AS q (uid, own, marks, zone)
    LEFT JOIN contact_policy.recent AS r ON r.vb = (q.uid % ${BUCKETS})::smallint AND r.app_id = $1 AND r.uid = q.uid
   CROSS JOIN ${CAP_ARRAYS} WITH ORDINALITY AS c (${CAP_COLUMNS}, place)
   CROSS JOIN LATERAL (
     SELECT array_agg(g.at ORDER BY g.at DESC) AS times, array_agg(g.message ORDER BY g.at DESC) AS messages,
            count(*) AS used
       FROM (SELECT (extract(epoch FROM max(e.at)) * 1000)::bigint AS at, e.message FROM ${entriesOf('r')}
              WHERE ${IN_WINDOW}
                AND NOT (e.message = $12 AND (e.message % ${MESSAGE_CHANNELS} IN (${DEVICE_CHANNELS.join(', ')})
                                              OR abs(e.recipient) = ANY ($13::bigint[])))
              GROUP BY ${ONE_MESSAGE}) AS g) AS k
   WHERE q.marks & c.holds <> 0 AND (c.zone IS NULL OR c.zone = q.zone) AND k.used + q.own > c.most`);

/** Rows are locked in the order of their key. $13 has the zones of each user, by uid; rolling windows read none. */
export const RESERVE = prepared(`
  INSERT INTO contact_policy.recent AS r (vb, app_id, uid, times, messages, recipients, marks)
  SELECT (q.uid % ${BUCKETS})::smallint, $1, q.uid, array_agg(now()), array_agg(q.message), array_agg(q.recipient),
         array_agg(q.marks)
    FROM unnest($8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) AS q (uid, message, recipient, marks)
   GROUP BY q.uid
   ORDER BY 1, q.uid
  ON CONFLICT (vb, app_id, uid) DO UPDATE SET (times, messages, recipients, marks) = (
    SELECT array_agg(a.at), array_agg(a.message), array_agg(a.recipient), array_agg(a.marks)
      FROM (SELECT e.at, e.message, e.recipient, e.marks FROM ${entriesOf('r')}
             WHERE e.at > now() - $12 * interval '1 second'
               AND NOT EXISTS (SELECT FROM unnest(excluded.messages, excluded.recipients) AS o (message, recipient)
                                WHERE o.message = e.message AND o.recipient = e.recipient)
            UNION ALL
            SELECT e.at, e.message, e.recipient, e.marks FROM ${entriesOf('excluded')}) AS a)
  WHERE NOT EXISTS (
    SELECT FROM ${CAP_ARRAYS} AS c (${CAP_COLUMNS})
     WHERE (c.zone IS NULL OR ($13::jsonb -> excluded.uid::text) @> to_jsonb(c.zone))
       AND EXISTS (SELECT FROM unnest(excluded.marks) AS m (marks) WHERE m.marks & c.holds <> 0)
       AND c.most < (
         SELECT count(*) FROM (
           SELECT ${ONE_MESSAGE} FROM ${entriesOf('r')} WHERE ${IN_WINDOW}
           UNION
           SELECT ${ONE_MESSAGE} FROM ${entriesOf('excluded')} WHERE e.marks & c.counts <> 0) AS k))
  RETURNING r.uid`);

export const SETTLE = prepared(`
  WITH settled AS (
    SELECT q.uid, q.message, q.recipient, q.in_doubt
      FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[]) AS q (uid, message, recipient, in_doubt)),
  locked AS MATERIALIZED (
    SELECT l.vb, l.app_id, l.uid FROM contact_policy.recent AS l
     WHERE l.app_id = $1 AND (l.vb, l.uid) IN (SELECT (s.uid % ${BUCKETS})::smallint, s.uid FROM settled AS s)
     ORDER BY l.vb, l.uid FOR UPDATE)
  UPDATE contact_policy.recent AS r SET (times, messages, recipients, marks) = (
    SELECT coalesce(array_agg(e.at), '{}'), coalesce(array_agg(e.message), '{}'),
           coalesce(array_agg(CASE WHEN s.in_doubt THEN -e.recipient ELSE e.recipient END), '{}'),
           coalesce(array_agg(e.marks), '{}')
      FROM ${entriesOf('r')}
      LEFT JOIN settled AS s ON s.uid = r.uid AND s.message = e.message AND s.recipient = e.recipient
     WHERE s.in_doubt IS DISTINCT FROM false)
    FROM locked AS k
   WHERE r.vb = k.vb AND r.app_id = k.app_id AND r.uid = k.uid`);
