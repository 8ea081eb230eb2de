import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests a key of an application may make. */
export class RateLimit0013 implements MigrationInterface {
  readonly name = 'RateLimit1767225600013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Both or neither; neither: what the gateway's configuration says. 0 a second: no limit.
      ALTER TABLE tenancy.application
        ADD COLUMN rate_per_second integer,
        ADD COLUMN rate_burst integer,
        ADD CONSTRAINT application_rate CHECK ((rate_per_second IS NULL) = (rate_burst IS NULL));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.application DROP COLUMN rate_per_second, DROP COLUMN rate_burst');
  }
}
