import type { Migration, OnlineSteps } from '#platform/migration';
import type { QueryRunner } from 'typeorm';

const TABLE = 'delivery.hook_call';

/** Webhook deliveries about one person, with data that goes when the person is erased. */
export class WebhookPersons0315 implements Migration {
  readonly name = 'WebhookPersons1767225600315';
  /** The index is built beside writers: many deliveries wait while an endpoint is away. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.lockBriefly(`ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS uid bigint`);
    await steps.buildIndex({
      index: 'hook_call_uid',
      table: TABLE,
      columns: '(app_id, uid) WHERE uid IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN uid`);
  }
}
