import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys by which the contents of sends are counted, by their steps. */
export class JourneyContents0312 implements MigrationInterface {
  readonly name = 'JourneyContents1767225600312';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE journeys.version ADD COLUMN keys jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE journeys.version DROP COLUMN keys');
  }
}
