import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaign parameters of the links of e-mails. */
export class Utm0266 implements MigrationInterface {
  readonly name = 'Utm1767225600266';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`

      -- Null: links get none.
      ALTER TABLE tenancy.application ADD COLUMN utm jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.application DROP COLUMN utm;
    `);
  }
}
