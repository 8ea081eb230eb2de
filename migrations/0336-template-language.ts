import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language of texts that name none. Texts of published clients stay plain. */
export class TemplateLanguage0336 implements MigrationInterface {
  readonly name = 'TemplateLanguage1767225600336';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE tenancy.application ADD COLUMN templates text NOT NULL DEFAULT 'plain'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.application DROP COLUMN templates');
  }
}
