import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The looks of public pages of an application. */
export class Brand0232 implements MigrationInterface {
  readonly name = 'Brand1767225600232';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`

      -- Null: nothing of it is set.
      ALTER TABLE tenancy.application ADD COLUMN brand jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.application DROP COLUMN brand;
    `);
  }
}
