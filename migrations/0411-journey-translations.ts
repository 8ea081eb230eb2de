import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The texts of which the translations of a journey were made. */
export class JourneyTranslations0411 implements Migration {
  readonly name = 'JourneyTranslations1767225600411';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Digests of source texts by language and text. All versions share them: a step that stays has the same ids.
      ALTER TABLE journeys.journey ADD COLUMN translated jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE journeys.journey DROP COLUMN translated;
    `);
  }
}
