import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/** Creates the function with the names of people in a target: extIds, tokens, and addresses of these kinds. */
const functionOf = (kinds: readonly string[]): string => `
  CREATE OR REPLACE FUNCTION delivery.named_in(target jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT md5(lower(n.name #>> '{}'))), '{}')
    FROM (SELECT jsonb_path_query(target, '$.** ? (@.type == "extIds").extIds[*]') AS name
          UNION ALL SELECT jsonb_path_query(target, '$.** ? (@.type == "tokens").tokens[*]')
          UNION ALL SELECT jsonb_path_query(target,
            '$.** ? (@.type == "profile" && (${kinds.map((kind) => `@.code == "${kind}"`).join(' || ')})).values[*]')) AS n
  $$`;

const NAMED = 'USING gin (delivery.named_in(target))';
const INDEXES = [
  { index: 'dispatch_people', table: 'delivery.dispatch', columns: NAMED },
  // An erasure reads what the members of one application wrote.
  { index: 'segment_application', table: 'audience.segment', columns: '(app_id, segment_id)' },
  {
    index: 'approval_request_application',
    table: 'notifications.approval_request',
    columns: '(app_id, approval_id)',
  },
];
/** Totals of one statement. */
const BATCH_SIZE = 1000;

/** Key of a total: application, key of the notification, day. */
type TotalKey = readonly [number, number, string];

/** Targets that name people by a number of WhatsApp or a chat address are found by an erasure too. */
export class NamedInTargets0199 implements Migration {
  readonly name = 'NamedInTargets1767225600199';
  /** The indexes are built beside writes, which no transaction can do; a second run continues where the first ended. */
  readonly transaction = false;

  async up(runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    // The index has names of the earlier function, and an erasure that used it would miss some. Until the new one is there,
    // an erasure reads the dispatches of its application.
    await steps.dropIndex('delivery.dispatch_named');
    await runner.query(functionOf(['email', 'msisdn', 'wpNumber', 'chatAddress']));
    for (const plan of INDEXES) {
      await steps.buildIndex(plan);
    }
    let last: TotalKey | undefined = [0, 0, '-infinity'];
    while (last) {
      last = await clearTotals(runner, last);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { index, table } of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table.slice(0, table.indexOf('.'))}.${index}`);
    }
    await runner.query(functionOf(['email', 'msisdn']));
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery.dispatch_named');
    await runner.query(`CREATE INDEX CONCURRENTLY dispatch_named ON delivery.dispatch ${NAMED}`);
  }
}

/** Takes targets that name people out of some totals of past sends. @returns the last one; undefined: there are no more */
async function clearTotals(runner: QueryRunner, after: TotalKey): Promise<TotalKey | undefined> {
  const [last] = (await runner.query(
    `WITH page AS MATERIALIZED (
       SELECT t.app_id, t.notification_key, t.day FROM delivery.send_total AS t
        WHERE (t.app_id, t.notification_key, t.day) > ($1::integer, $2::integer, $3::date)
        ORDER BY t.app_id, t.notification_key, t.day LIMIT ${BATCH_SIZE}),
     cleared AS (
       UPDATE delivery.send_total AS t SET target = NULL FROM page AS p
        WHERE t.app_id = p.app_id AND t.notification_key = p.notification_key AND t.day = p.day
          AND delivery.named_in(t.target) <> '{}')
     SELECT p.app_id, p.notification_key, p.day::text AS day FROM page AS p
      ORDER BY p.app_id DESC, p.notification_key DESC, p.day DESC LIMIT 1`,
    [...after],
  )) as { app_id: number; notification_key: number; day: string }[];
  return last && [last.app_id, last.notification_key, last.day];
}
