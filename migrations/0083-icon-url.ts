import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The icon of web pushes that name none. */
export class IconUrl0083 implements MigrationInterface {
  readonly name = 'IconUrl1767225600083';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A column without a default: no table is rewritten.
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application ADD COLUMN icon_url text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application DROP COLUMN icon_url;
    `);
  }
}
