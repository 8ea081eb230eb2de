import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many devices of one user may register themselves for push. */
export class MaxInstallations0079 implements MigrationInterface {
  readonly name = 'MaxInstallations1767225600079';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application ADD COLUMN max_installations integer NOT NULL DEFAULT 20
        CONSTRAINT application_max_installations CHECK (max_installations > 0);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application DROP COLUMN max_installations;
    `);
  }
}
