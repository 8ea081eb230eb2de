import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

const TABLE = 'notifications.definition';

/** Names by which journeys find definitions. */
export class DefinitionNames0270 implements Migration {
  readonly name = 'DefinitionNames1767225600270';
  /** The index is built beside writers: the table has a row for each send to one address. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.lockBriefly(`ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS name text`);
    await steps.buildIndex({
      index: 'definition_name',
      table: TABLE,
      columns: '(app_id, name) WHERE name IS NOT NULL AND ended_at IS NULL',
      isUnique: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN name`);
  }
}
