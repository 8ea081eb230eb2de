import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The default language may be absent. `en` was the default of the column and had no effect, so it counts as absent: whose
 * file names it gets it back with the next apply.
 */
export class DefaultLanguage0093 implements MigrationInterface {
  readonly name = 'DefaultLanguage1767225600093';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row for each application; changes of the catalogue alone.
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application ALTER COLUMN default_language DROP NOT NULL,
                                      ALTER COLUMN default_language DROP DEFAULT;
      UPDATE tenancy.application SET default_language = NULL WHERE default_language = 'en';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      UPDATE tenancy.application SET default_language = 'en' WHERE default_language IS NULL;
      ALTER TABLE tenancy.application ALTER COLUMN default_language SET DEFAULT 'en',
                                      ALTER COLUMN default_language SET NOT NULL;
    `);
  }
}
