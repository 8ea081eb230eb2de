import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports that are checked first and run afterwards: the same row, with the same stored file. */
export class CheckedImports0106 implements MigrationInterface {
  readonly name = 'CheckedImports1767225600106';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- 'keeps_file': a dry run whose file stays behind its end, for the run that may follow. 'checked': the counts of that
      -- dry run, once the run was ordered. The release before knows neither, and deletes the file with the end.
      ALTER TABLE users.import
        ADD COLUMN keeps_file boolean NOT NULL DEFAULT false,
        ADD COLUMN file_name  text,
        ADD COLUMN checked    jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE users.import DROP COLUMN keeps_file, DROP COLUMN file_name, DROP COLUMN checked;
    `);
  }
}
