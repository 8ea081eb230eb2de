import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data of events that webhooks get, beside their users. */
export class WebhookData0313 implements MigrationInterface {
  readonly name = 'WebhookData1767225600313';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.hook_call ADD COLUMN data jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.hook_call DROP COLUMN data');
  }
}
