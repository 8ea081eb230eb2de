import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The country whose phone numbers may come without their calling code. */
export class DefaultCountry0086 implements MigrationInterface {
  readonly name = 'DefaultCountry1767225600086';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A column without a default: no table is rewritten.
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application ADD COLUMN default_country text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application DROP COLUMN default_country;
    `);
  }
}
