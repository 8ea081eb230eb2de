import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an application says about the times of its sends. */
export class SendTimes0024 implements MigrationInterface {
  readonly name = 'SendTimes1767225600024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- time_zone: IANA name, of recipients whose own is not known. late_*: what becomes of a scheduled send that is found
      -- more than late_after_minutes after its time.
      ALTER TABLE tenancy.application
        ADD COLUMN time_zone          text    NOT NULL DEFAULT 'UTC',
        ADD COLUMN late_policy        text    NOT NULL DEFAULT 'ask' CHECK (late_policy IN ('send', 'skip', 'ask')),
        ADD COLUMN late_after_minutes integer NOT NULL DEFAULT 180 CHECK (late_after_minutes > 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE tenancy.application DROP COLUMN time_zone, DROP COLUMN late_policy, DROP COLUMN late_after_minutes',
    );
  }
}
