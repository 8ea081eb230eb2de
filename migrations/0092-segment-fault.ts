import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a segment was not calculated, so that clients see it. */
export class SegmentFault0092 implements MigrationInterface {
  readonly name = 'SegmentFault1767225600092';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- The reason of the last calculation that failed; null: it did not fail. Older members are served meanwhile.
      ALTER TABLE audience.segment ADD COLUMN fault text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE audience.segment DROP COLUMN fault;
    `);
  }
}
