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

const KINDS = ['email', 'msisdn', 'wpNumber', 'chatAddress'];

/** Targets that name people by an id of WhatsApp are found by an erasure too. */
export class WhatsAppIdsInTargets0240 implements Migration {
  readonly name = 'WhatsAppIdsInTargets1767225600240';
  /** The index is built beside writes. Until it is there, an erasure reads the dispatches of its application. */
  readonly transaction = false;

  async up(runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.dropIndex('delivery.dispatch_people');
    await runner.query(functionOf([...KINDS, 'whatsappId']));
    await steps.buildIndex({
      index: 'dispatch_people',
      table: 'delivery.dispatch',
      columns: 'USING gin (delivery.named_in(target))',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery.dispatch_people');
    await runner.query(functionOf(KINDS));
    await runner.query(
      'CREATE INDEX CONCURRENTLY dispatch_people ON delivery.dispatch USING gin (delivery.named_in(target))',
    );
  }
}
