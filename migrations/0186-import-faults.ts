import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports that end after several attempts without progress, and every fault of a refused line. */
export class ImportFaults0186 implements MigrationInterface {
  readonly name = 'ImportFaults1767225600186';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- How often a process took the import over since its last batch; of a dry run since its beginning.
      ALTER TABLE users.import ADD COLUMN attempts smallint NOT NULL DEFAULT 0;

      -- The faults of a line behind its first one: [{field, reason}]. Null: none.
      ALTER TABLE users.import_refusal ADD COLUMN further_faults jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE users.import DROP COLUMN attempts;
      ALTER TABLE users.import_refusal DROP COLUMN further_faults;
    `);
  }
}
