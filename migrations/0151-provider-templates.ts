import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates that a provider has approved or not, as it last listed them. */
export class ProviderTemplates0151 implements MigrationInterface {
  readonly name = 'ProviderTemplates1767225600151';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- One row for an account whose provider approves templates. 'templates' is the whole list, in its order.
      CREATE TABLE delivery.provider_templates (
        account_id bigint      NOT NULL PRIMARY KEY,
        app_id     integer     NOT NULL,
        read_at    timestamptz NOT NULL,
        templates  jsonb       NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '5s'; DROP TABLE delivery.provider_templates");
  }
}
