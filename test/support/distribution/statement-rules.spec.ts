import { parse } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { findBrokenRules, type Rule } from './statement-rules.js';

/** Statements that Citus 13.2 refused, each with the rule that stands for its answer, and how Herald says the same now. */
const CASES: readonly [Rule, refused: string, accepted: string][] = [
  [
    'lateral-limit',
    `SELECT found.* FROM unnest($2::smallint[], $3::text[]) AS q (vb, ext_id) CROSS JOIN LATERAL (
       SELECT u.uid FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id LIMIT 1) AS found`,
    `SELECT found.* FROM unnest($2::smallint[], $3::text[]) AS q (vb, ext_id) CROSS JOIN LATERAL (
       SELECT u.uid FROM users.app_user AS u WHERE u.vb = q.vb AND u.app_id = $1 AND u.ext_id = q.ext_id) AS found`,
  ],
  [
    'unstable-case',
    `UPDATE users.installation AS i SET retired_at = CASE WHEN $3 THEN now() END FROM unnest($2::bigint[]) AS q (inst_id)
      WHERE i.vb = q.inst_id % 1024 AND i.app_id = $1 AND i.inst_id = q.inst_id`,
    `UPDATE users.installation AS i SET retired_at = $3::timestamptz FROM unnest($2::bigint[]) AS q (inst_id)
      WHERE i.vb = q.inst_id % 1024 AND i.app_id = $1 AND i.inst_id = q.inst_id`,
  ],
  [
    'unstable-conflict',
    `INSERT INTO users.installation_location AS l (vb, app_id, uid, inst_id, latitude) VALUES (1, 1, 1, 1, $1)
     ON CONFLICT (vb, app_id, uid, inst_id) DO UPDATE SET latitude = excluded.latitude, located_at = now()`,
    `INSERT INTO users.installation_location AS l (vb, app_id, uid, inst_id, latitude, located_at)
     VALUES (1, 1, 1, 1, $1, now())
     ON CONFLICT (vb, app_id, uid, inst_id) DO UPDATE
     SET latitude = excluded.latitude, located_at = excluded.located_at`,
  ],
  [
    'cast-in-update',
    `UPDATE delivery.push_result AS r SET status = q.status FROM unnest($1::bigint[], $2::text[]) AS q (id, codes)
      WHERE r.vb = q.id % 1024 AND r.recipient_id = q.id AND r.error_code = ANY (q.codes::integer[])`,
    `UPDATE delivery.push_result AS r SET status = q.status FROM unnest($1::bigint[], $2::integer[]) AS q (id, code)
      WHERE r.vb = q.id % 1024 AND r.recipient_id = q.id AND r.error_code = q.code`,
  ],
  [
    'lock-across-shards',
    `SELECT o.uid FROM users.departed AS o WHERE o.app_id = $1 ORDER BY o.departed_at FOR UPDATE SKIP LOCKED`,
    `SELECT u.uid FROM users.app_user AS u WHERE u.vb = $2::bigint % 1024 AND u.app_id = $1 AND u.uid = $2 FOR KEY SHARE`,
  ],
  [
    'local-in-update',
    `UPDATE users.suppression AS s SET address = NULL FROM (SELECT c.bucket FROM users.contact_lookup AS c) AS q
      WHERE s.bucket = q.bucket`,
    `WITH q AS MATERIALIZED (SELECT c.bucket FROM users.contact_lookup AS c)
     UPDATE users.suppression AS s SET address = NULL FROM q WHERE s.bucket = q.bucket`,
  ],
  [
    'other-bucket',
    `SELECT u.uid FROM users.contact_lookup AS c JOIN users.app_user AS u ON u.vb = c.uid % 1024 AND u.uid = c.uid
      WHERE c.bucket = $1`,
    `WITH hint AS MATERIALIZED (SELECT c.uid FROM users.contact_lookup AS c WHERE c.bucket = $1)
     SELECT u.uid FROM hint JOIN users.app_user AS u ON u.vb = hint.uid % 1024 AND u.uid = hint.uid`,
  ],
  [
    'single-subquery',
    `SELECT (SELECT u.uid FROM users.app_user AS u WHERE u.vb = q.vb AND u.ext_id = q.ext_id LIMIT 1) AS uid
       FROM unnest($1::smallint[], $2::text[]) AS q (vb, ext_id)`,
    `SELECT q.ext_id, u.uid FROM unnest($1::smallint[], $2::text[]) AS q (vb, ext_id)
       JOIN users.app_user AS u ON u.vb = q.vb AND u.ext_id = q.ext_id`,
  ],
  [
    'single-subquery',
    `SELECT users.without(u.attrs, (SELECT coalesce(jsonb_agg(r.value), '[]') FROM users.removal AS r
       WHERE NOT EXISTS (SELECT FROM users.removal_survivor AS s WHERE s.vb = u.vb AND s.removal_id = r.removal_id)))
       FROM users.app_user AS u`,
    `SELECT users.without(u.attrs, jsonb_path_query_array(
         (SELECT coalesce(jsonb_object_agg(r.removal_id, r.value), '{}') FROM users.removal AS r)
         - ARRAY(SELECT s.removal_id::text FROM users.removal_survivor AS s WHERE s.vb = u.vb AND s.uid = u.uid), '$.*'))
       FROM users.app_user AS u`,
  ],
  [
    'single-subquery',
    `SELECT s.is_settled FROM delivery.dispatch AS d CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM delivery.push_result AS r WHERE r.vb = $1 AND r.day = d.day) AS is_settled) AS s`,
    `WITH d AS MATERIALIZED (SELECT d.day FROM delivery.dispatch AS d WHERE d.dispatch_id = $2),
     success AS MATERIALIZED (SELECT r.uid FROM d JOIN delivery.push_result AS r ON r.vb = $1 AND r.day = d.day)
     SELECT EXISTS (SELECT FROM success) AS is_settled FROM d`,
  ],
  [
    'local-subquery',
    `SELECT m.piid FROM inbox.message AS m WHERE m.vb = $1
       AND EXISTS (SELECT FROM inbox.content AS c WHERE c.dispatch_id = m.dispatch_id AND c.categories && $2)`,
    `WITH mine AS MATERIALIZED (SELECT m.piid, m.dispatch_id FROM inbox.message AS m WHERE m.vb = $1)
     SELECT m.piid FROM mine AS m
      WHERE EXISTS (SELECT FROM inbox.content AS c WHERE c.dispatch_id = m.dispatch_id AND c.categories && $2)`,
  ],
  [
    'local-subquery',
    `SELECT m.piid FROM unnest($1::bigint[]) AS o (uid) JOIN inbox.message AS m ON m.vb = $2 AND m.uid = o.uid
       AND EXISTS (SELECT FROM inbox.content AS c WHERE c.dispatch_id = m.dispatch_id)`,
    `SELECT m.piid FROM unnest($1::bigint[]) AS o (uid) JOIN inbox.message AS m ON m.vb = $2 AND m.uid = o.uid`,
  ],
  [
    'other-bucket',
    `SELECT r.recipient_id, (SELECT u.ext_id FROM users.app_user AS u WHERE u.vb = r.uid % 1024 AND u.uid = r.uid) AS ext_id
       FROM delivery.push_result AS r WHERE r.vb = $1`,
    `SELECT r.recipient_id, (SELECT u.ext_id FROM users.app_user AS u WHERE u.vb = r.vb AND u.uid = r.uid) AS ext_id
       FROM delivery.push_result AS r WHERE r.vb = $1`,
  ],
  [
    'other-bucket',
    `SELECT 1 UNION ALL SELECT m.piid FROM inbox.message AS m JOIN users.app_user AS u USING (app_id, uid)`,
    `SELECT m.piid FROM inbox.message AS m JOIN users.app_user AS u USING (vb, app_id, uid)`,
  ],
  [
    'empty-list',
    `WITH success AS MATERIALIZED (SELECT r.uid FROM delivery.push_result AS r WHERE r.vb = $1)
     SELECT EXISTS (SELECT FROM success) OR EXISTS (SELECT FROM delivery.in_doubt AS i WHERE i.recipient_id = $2)`,
    `WITH success AS MATERIALIZED (SELECT r.uid FROM delivery.push_result AS r WHERE r.vb = $1)
     SELECT EXISTS (SELECT FROM success) OR EXISTS (SELECT 1 FROM delivery.in_doubt AS i WHERE i.recipient_id = $2)`,
  ],
  [
    'empty-list',
    `SELECT 'events' AS stray WHERE EXISTS (SELECT FROM events.event_default)`,
    `SELECT 'events' AS stray WHERE EXISTS (SELECT 1 FROM events.event_default)`,
  ],
  [
    'empty-list',
    `SELECT EXISTS (SELECT FROM delivery.click_20361231)`,
    `SELECT EXISTS (SELECT 1 FROM delivery.click_20361231)`,
  ],
  [
    'lateral-union',
    `WITH messages AS MATERIALIZED (SELECT r.vb, r.recipient_id FROM delivery.push_result AS r WHERE r.vb = $1)
     SELECT o.at FROM messages AS r CROSS JOIN LATERAL (
       SELECT c.at FROM delivery.click AS c WHERE c.vb = r.vb AND c.recipient_id = r.recipient_id UNION ALL
       SELECT p.at FROM delivery.open AS p WHERE p.vb = r.vb AND p.recipient_id = r.recipient_id) AS o`,
    `WITH messages AS MATERIALIZED (SELECT r.vb, r.recipient_id FROM delivery.push_result AS r WHERE r.vb = $1)
     SELECT c.at FROM messages AS r JOIN delivery.click AS c ON c.vb = r.vb AND c.recipient_id = r.recipient_id UNION ALL
     SELECT p.at FROM messages AS r JOIN delivery.open AS p ON p.vb = r.vb AND p.recipient_id = r.recipient_id`,
  ],
  [
    'lateral-group',
    `WITH gone AS MATERIALIZED (SELECT * FROM unnest($1::bigint[]) AS g (dispatch_id))
     SELECT g.dispatch_id, r.reason, r.users FROM gone AS g CROSS JOIN LATERAL (
       SELECT o.reason, count(*) AS users FROM delivery.push_result AS o WHERE o.dispatch_id = g.dispatch_id
       GROUP BY o.reason) AS r`,
    `WITH gone AS MATERIALIZED (SELECT * FROM unnest($1::bigint[]) AS g (dispatch_id))
     SELECT o.dispatch_id, o.reason, count(*) AS users FROM gone AS g
       JOIN delivery.push_result AS o ON o.dispatch_id = g.dispatch_id GROUP BY o.dispatch_id, o.reason`,
  ],
  [
    'bare-lateral',
    `SELECT e.value, count(*) FROM users.app_user AS u CROSS JOIN LATERAL (
       SELECT users.without(u.attrs, (SELECT coalesce(jsonb_agg(r.value), '[]') FROM users.removal AS r)) AS value) AS e
      WHERE u.app_id = $1 GROUP BY e.value`,
    `SELECT e.value, count(*) FROM (
       SELECT users.without(u.attrs, (SELECT coalesce(jsonb_agg(r.value), '[]') FROM users.removal AS r)) AS value
         FROM users.app_user AS u WHERE u.app_id = $1) AS e GROUP BY e.value`,
  ],
  [
    'bare-lateral',
    `WITH person AS MATERIALIZED (SELECT u.attrs FROM users.app_user AS u WHERE u.vb = $1)
     SELECT (SELECT jsonb_object_agg(a.key, v.value) FROM jsonb_each(p.attrs) AS a CROSS JOIN LATERAL (
       SELECT users.without(a.value, (SELECT coalesce(jsonb_agg(r.value), '[]') FROM users.removal AS r)) AS value) AS v)
       FROM person AS p`,
    `WITH person AS MATERIALIZED (SELECT u.attrs FROM users.app_user AS u WHERE u.vb = $1)
     SELECT (SELECT jsonb_object_agg(v.key, v.value) FROM (
       SELECT a.key, users.without(a.value, (SELECT coalesce(jsonb_agg(r.value), '[]') FROM users.removal AS r)) AS value
         FROM jsonb_each(p.attrs) AS a) AS v)
       FROM person AS p`,
  ],
  [
    'unstable-case',
    `UPDATE users.removal AS r SET done_at = CASE WHEN $2 THEN now() END WHERE r.removal_id = $1`,
    `UPDATE users.removal AS r SET done_at = now() WHERE r.removal_id = $1`,
  ],
  [
    'unstable-case',
    `UPDATE users.app_user AS u SET attrs = CASE WHEN users.without(u.attrs, jsonb_build_array($1)) = '[]' THEN '{}' END
      WHERE u.vb = $2`,
    `UPDATE users.app_user AS u SET attrs = CASE WHEN users.without(u.attrs, '[]'::jsonb || $1) = '[]' THEN '{}' END
      WHERE u.vb = $2`,
  ],
  [
    'moved-bucket',
    `UPDATE events.event AS e SET uid = $2, vb = $2::bigint % 1024 WHERE e.vb = $1::bigint % 1024 AND e.uid = $1`,
    `WITH moved AS (DELETE FROM events.event AS e WHERE e.vb = $1::bigint % 1024 AND e.uid = $1 RETURNING e.ts)
     INSERT INTO events.event (vb, uid, ts) SELECT ($2::bigint % 1024)::smallint, $2::bigint, m.ts FROM moved AS m`,
  ],
];

async function rulesOf(sql: string): Promise<Rule[]> {
  return findBrokenRules((await parse(sql)).stmts);
}

describe('Statement rules learned from Citus', () => {
  it.each(CASES)(
    'The rule %s finds the statement that was refused, and passes the one that was accepted',
    async (rule, refused, accepted) => {
      expect(await rulesOf(refused)).toEqual([rule]);
      expect(await rulesOf(accepted)).toEqual([]);
    },
  );

  it.each([
    [
      'tables of the coordinator',
      `SELECT c.chunk_id FROM delivery.chunk AS c WHERE c.app_id = $1 FOR UPDATE SKIP LOCKED`,
    ],
    [
      'users and their devices',
      `SELECT FROM users.app_user AS u JOIN users.installation AS i ON i.vb = u.vb AND i.uid = u.uid`,
    ],
    [
      'a limit for each row of a distributed table',
      `SELECT u.uid, z.time_zone FROM users.app_user AS u LEFT JOIN LATERAL (
         SELECT i.time_zone FROM users.installation AS i WHERE i.vb = u.vb AND i.uid = u.uid LIMIT 1) AS z ON true`,
    ],
    [
      'devices of users that a lateral subquery has found',
      `SELECT u.uid, (SELECT i.time_zone FROM users.installation AS i WHERE i.vb = u.vb AND i.uid = u.uid LIMIT 1) AS zone
         FROM unnest($1::bigint[]) AS q (uid) CROSS JOIN LATERAL (
           SELECT n.* FROM users.app_user AS n WHERE n.vb = q.uid % 1024 AND n.uid = q.uid) AS u`,
    ],
    ['one bucket by two values', `SELECT FROM users.app_user AS u, users.alias AS a WHERE u.vb = $1 AND a.vb = $1`],
  ])('The statement rules pass %s', async (_, sql) => {
    expect(await rulesOf(sql)).toEqual([]);
  });
});
