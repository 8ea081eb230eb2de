import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where the consent in a file of users comes, in the words of who brought it. */
export class ImportConsent0160 implements MigrationInterface {
  readonly name = 'ImportConsent1767225600160';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- The words, which the history of consent repeats for each of its changes with who
      -- brought it and the file. Null: nobody was asked.
      ALTER TABLE users.import ADD COLUMN consent_words text, ADD COLUMN consent_by text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE users.import DROP COLUMN consent_words, DROP COLUMN consent_by;
    `);
  }
}
