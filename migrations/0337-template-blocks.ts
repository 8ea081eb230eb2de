import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Blocks of templates: parts of several messages, in versions. */
export class TemplateBlocks0337 implements Migration {
  readonly name = 'TemplateBlocks1767225600337';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- A version never changes: messages are stored with the text that they were accepted with.
      CREATE TABLE notifications.template_block (
        app_id  integer NOT NULL CONSTRAINT template_block_application REFERENCES tenancy.application ON DELETE CASCADE,
        name    text    NOT NULL,
        version integer NOT NULL,
        params  text[]  NOT NULL,
        text    text    NOT NULL,
        PRIMARY KEY (app_id, name, version)
      );
      CREATE POLICY of_application ON notifications.template_block
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE notifications.template_block;
    `);
  }
}
