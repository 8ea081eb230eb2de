/**
 * Stores the events of a request that tell their own time or an id against repeats. `$2` to `$5` are arrays: event ids,
 * attributes, times in epoch milliseconds, repeat keys.
 *
 * An event with an id is stored when its id is new for today and for tomorrow. Today's row refuses a repeat on the same
 * day, tomorrow's one on the next day. Both have to be new: a request that began before midnight may meet one that began
 * after it, and tomorrow's row is the one that both write. A time of its own is never later than the arrival.
 *
 * @param columns  of the arrays in `source`, which name the user
 * @param uid      expression for the user's number, NULL for a missing user
 */
export function insertWithOriginSql({
  columns,
  source,
  uid,
  vb,
}: {
  columns: string;
  source: string;
  uid: string;
  vb: string;
}): string {
  const today = "(now() AT TIME ZONE 'UTC')::date";
  return `
    WITH fired AS MATERIALIZED (
      SELECT ${uid} AS found, (${vb})::smallint AS bucket, q.event_id, q.attrs, q.own_ms, q.repeat_key, q.n
      FROM ROWS FROM (unnest($2::integer[]), jsonb_array_elements($3::jsonb), unnest($4::bigint[]), unnest($5::uuid[]),
                      ${source})
        WITH ORDINALITY AS q (event_id, attrs, own_ms, repeat_key, ${columns}, n)),
    new_today AS (
      INSERT INTO events.message_id (day, app_id, vb, id)
      SELECT ${today}, $1, f.bucket, f.repeat_key FROM fired AS f
      WHERE f.repeat_key IS NOT NULL AND f.found IS NOT NULL ORDER BY f.bucket, f.repeat_key
      ON CONFLICT DO NOTHING RETURNING vb, id),
    new_id AS (
      INSERT INTO events.message_id (day, app_id, vb, id)
      SELECT ${today} + 1, $1, t.vb, t.id FROM new_today AS t
      ON CONFLICT DO NOTHING RETURNING id),
    stored AS (
      INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
      SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, f.found, $1, f.event_id, f.bucket, f.attrs
      FROM fired AS f
      CROSS JOIN LATERAL (SELECT CASE WHEN f.own_ms IS NULL THEN now() + f.n * interval '1 microsecond'
                                      ELSE least(to_timestamp(f.own_ms / 1000.0), now()) END AS ts) AS t
      WHERE f.found IS NOT NULL
        AND (f.repeat_key IS NULL OR f.repeat_key IN (SELECT i.id FROM new_id AS i))
      ORDER BY f.n
      RETURNING uid, event_id)
    SELECT array_agg(DISTINCT s.uid ORDER BY s.uid) AS uids,
           array_agg(DISTINCT s.event_id ORDER BY s.event_id) AS "eventIds",
           (SELECT count(*) FROM fired AS f WHERE f.found IS NULL) AS missing
    FROM stored AS s`;
}
