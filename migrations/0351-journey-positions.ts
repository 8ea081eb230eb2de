import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Places that members gave the steps of a drawing. It is no part of the definition: a file has none, and no version is made for it. */
export class JourneyPositions0351 implements Migration {
  readonly name = 'JourneyPositions1767225600351';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE journeys.journey ADD COLUMN positions jsonb NOT NULL DEFAULT '[]';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE journeys.journey DROP COLUMN positions;
    `);
  }
}
