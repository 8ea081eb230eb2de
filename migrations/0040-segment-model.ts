import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the served version of a PREDICT_SEGMENT was calculated with, so that a member's score can be told. */
export class SegmentModel0040 implements MigrationInterface {
  readonly name = 'SegmentModel1767225600040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience.segment ADD COLUMN model jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience.segment DROP COLUMN model');
  }
}
