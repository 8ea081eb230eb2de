import { PAST_COUNTS } from '../model/past-send.js';

/** Sends of the keys `$2` of the application `$1` that were made for one send and whose rows are gone: `key`, `send`. */
export const OWN_KEY_SENDS = `
  SELECT (e.send ->> 1)::integer AS key, e.send -> 2 AS send
    FROM delivery.past_send AS p CROSS JOIN LATERAL json_array_elements(p.sends) AS e (send)
   WHERE p.own_keys && (SELECT range_agg(int4range(q.key, q.key, '[]')) FROM unnest($2::integer[]) AS q (key))
     AND p.own_count > 0 AND p.app_id = $1
     AND (e.send ->> 1)::integer = ANY ($2::integer[]) AND e.send ->> 2 IS NOT NULL`;

/**
 * Figures of sends whose rows are gone or that are in the sums of their keys, of the keys `$2` of the application `$1`: `key`, `kind`, `platform`, `name`, `count`.
 * It stands in one statement with the figures of the others, so that no send is counted twice or not at all while it goes.
 * The primary keys of send_count and key_count, past_send_by_key · some rows for each key and day.
 */
export function pastCounts(...kinds: readonly (keyof typeof PAST_COUNTS)[]): string {
  const codes = kinds.map((kind) => PAST_COUNTS[kind]).join(', ');
  return `
    SELECT c.notification_key AS key, c.kind, c.platform, c.name, c.count FROM delivery.send_count AS c
     WHERE c.app_id = $1 AND c.notification_key = ANY ($2::integer[]) AND c.kind IN (${codes})
    UNION ALL
    SELECT k.notification_key, k.kind, k.platform, k.name, k.count FROM delivery.key_count AS k
     WHERE k.app_id = $1 AND k.notification_key = ANY ($2::integer[]) AND k.kind IN (${codes})
    UNION ALL
    SELECT o.key, (n.c ->> 0)::smallint, (n.c ->> 1)::smallint, n.c ->> 2, (n.c ->> 3)::bigint
      FROM (${OWN_KEY_SENDS}) AS o CROSS JOIN LATERAL json_array_elements(o.send -> 'counts') AS n (c)
     WHERE (n.c ->> 0)::smallint IN (${codes})`;
}
