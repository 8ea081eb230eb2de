import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Quiet hours, send windows and holdouts. */
export class ContactHours0281 implements MigrationInterface {
  readonly name = 'ContactHours1767225600281';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE contact_policy.policy
        ADD COLUMN quiet_hours  jsonb,
        ADD COLUMN send_windows jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN holdouts     jsonb NOT NULL DEFAULT '[]'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE contact_policy.policy DROP COLUMN quiet_hours, DROP COLUMN send_windows, DROP COLUMN holdouts',
    );
  }
}
