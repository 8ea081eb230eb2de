import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a device says that it is at home; told like its language, counted like its platform. */
export class InstallationCountry0017 implements MigrationInterface {
  readonly name = 'InstallationCountry1767225600017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.installation ADD COLUMN country text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users.installation DROP COLUMN country');
  }
}
