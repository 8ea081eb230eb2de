import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Calls of feeds that run now: an application has one at a time. */
export class FeedLeases0406 implements Migration {
  readonly name = 'FeedLeases1767225600406';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      ALTER TABLE catalogs.feed ADD COLUMN lease_until timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE catalogs.feed DROP COLUMN lease_until;
    `);
  }
}
