import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The texts of which the translations of a definition were made. */
export class TranslatedSources0374 implements Migration {
  readonly name = 'TranslatedSources1767225600374';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Digests of source texts by language and field: a translation whose source has another digest now is out of date.
      ALTER TABLE notifications.definition ADD COLUMN translated jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE notifications.definition DROP COLUMN translated;
    `);
  }
}
