import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When users were deleted, so that they are forgotten once no other room can have anything of them. */
export class DepartedAge0018 implements MigrationInterface {
  readonly name = 'DepartedAge1767225600018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.departed ADD COLUMN departed_at timestamptz NOT NULL DEFAULT now();
      CREATE INDEX departed_by_age ON users.departed (app_id, departed_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.departed DROP COLUMN departed_at');
  }
}
