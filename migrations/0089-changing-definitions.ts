import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Definitions that change and end, and lists of definitions and campaigns. */
export class ChangingDefinitions0089 implements MigrationInterface {
  readonly name = 'ChangingDefinitions1767225600089';
  /** The index is built beside writes, which no transaction can do; a second run continues where the first ended. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Constant defaults and columns without one: no table is rewritten.
    await runner.query(`SET lock_timeout = '5s'`);
    await runner.query('ALTER TABLE notifications.definition ADD COLUMN IF NOT EXISTS updated_at timestamptz');
    await runner.query('ALTER TABLE notifications.definition ADD COLUMN IF NOT EXISTS ended_at timestamptz');
    // Grows with every change of a definition: gateways keep the messages of one version.
    await runner.query(
      'ALTER TABLE tenancy.application ADD COLUMN IF NOT EXISTS definition_version integer NOT NULL DEFAULT 0',
    );
    await runner.query('RESET lock_timeout');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS notifications.definition_listed');
    await runner.query(`
      CREATE INDEX CONCURRENTLY definition_listed ON notifications.definition (app_id, kind, notification_key)
        WHERE kind <> 'direct'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = '5s'`);
    await runner.query('DROP INDEX IF EXISTS notifications.definition_listed');
    await runner.query('ALTER TABLE tenancy.application DROP COLUMN IF EXISTS definition_version');
    await runner.query('ALTER TABLE notifications.definition DROP COLUMN IF EXISTS ended_at');
    await runner.query('ALTER TABLE notifications.definition DROP COLUMN IF EXISTS updated_at');
    await runner.query('RESET lock_timeout');
  }
}
