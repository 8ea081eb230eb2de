import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the function with the names of people in a target: extIds, tokens, and addresses of these kinds. */
const functionOf = (kinds: readonly string[]): string => `
  CREATE OR REPLACE FUNCTION delivery.named_in(target jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT md5(lower(n.name #>> '{}'))), '{}')
    FROM (SELECT jsonb_path_query(target, '$.** ? (@.type == "extIds").extIds[*]') AS name
          UNION ALL SELECT jsonb_path_query(target, '$.** ? (@.type == "tokens").tokens[*]')
          UNION ALL SELECT jsonb_path_query(target,
            '$.** ? (@.type == "profile" && (${kinds.map((kind) => `@.code == "${kind}"`).join(' || ')})).values[*]')) AS n
  $$`;

/** Targets that name people by a number of WhatsApp or a chat address are found by an erasure too. */
export class NamedInTargets0199 implements MigrationInterface {
  readonly name = 'NamedInTargets1767225600199';
  /** The index is built beside writes, which no transaction can do; a second run continues where the first ended. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(functionOf(['email', 'msisdn', 'wpNumber', 'chatAddress']));
    // The present index has the names of the earlier function. It serves the release before until the new one is there.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery.dispatch_people');
    await runner.query(
      'CREATE INDEX CONCURRENTLY dispatch_people ON delivery.dispatch USING gin (delivery.named_in(target))',
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery.dispatch_named');
    // Totals of past sends keep no target that names a person.
    await runner.query(`UPDATE delivery.send_total SET target = NULL WHERE delivery.named_in(target) <> '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS delivery.dispatch_people');
    await runner.query(functionOf(['email', 'msisdn']));
    await runner.query('CREATE INDEX dispatch_named ON delivery.dispatch USING gin (delivery.named_in(target))');
  }
}
