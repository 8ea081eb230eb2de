import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Ways that people took in journeys. */
export class JourneyWays0386 implements Migration {
  readonly name = 'JourneyWays1767225600386';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- For each step with several ways that the visit passed: its id, the way, the time in epoch ms, and the conditions that
      -- were not met. A visit passes at most 100 steps.
      ALTER TABLE journeys.visit ADD COLUMN ways jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE journeys.past_visit ADD COLUMN ways jsonb NOT NULL DEFAULT '[]';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE journeys.past_visit DROP COLUMN ways;
      ALTER TABLE journeys.visit DROP COLUMN ways;
    `);
  }
}
