import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sections of an application's file that members may edit in the panel. */
export class PanelMayEdit0107 implements MigrationInterface {
  readonly name = 'PanelMayEdit1767225600107';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Null: every section, as before.
      ALTER TABLE tenancy.application ADD COLUMN panel_may_edit text[];
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application DROP COLUMN panel_may_edit;
    `);
  }
}
