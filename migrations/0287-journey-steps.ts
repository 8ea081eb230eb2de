import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the nodes that a visit has passed, so that a loop ends. */
export class JourneySteps0287 implements MigrationInterface {
  readonly name = 'JourneySteps1767225600287';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE journeys.visit ADD COLUMN steps integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE journeys.visit DROP COLUMN steps');
  }
}
