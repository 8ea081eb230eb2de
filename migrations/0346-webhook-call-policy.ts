import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Webhook deliveries have data of persons since 0313: no statement of another application may read them. */
export class WebhookCallPolicy0346 implements Migration {
  readonly name = 'WebhookCallPolicy1767225600346';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      CREATE POLICY of_application ON delivery.hook_call
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP POLICY of_application ON delivery.hook_call;
    `);
  }
}
