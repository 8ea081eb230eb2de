import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The texts of which the translations of a draft were made. */
export class DraftTranslations0410 implements Migration {
  readonly name = 'DraftTranslations1767225600410';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Digests of source texts by language and text, as those of definitions. Saves of the page leave them alone.
      ALTER TABLE notifications.draft ADD COLUMN translated jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE notifications.draft DROP COLUMN translated;
    `);
  }
}
