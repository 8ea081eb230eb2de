import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rate limits that all gateways share. */
export class RateBuckets0077 implements MigrationInterface {
  readonly name = 'RateBuckets1767225600077';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 'bucket' stands for a limit and for whom it counts. It is full again at 'full_at', which lies at most two
      -- windows ahead. Unlogged: after a crash every client may begin anew, and no write waits for the disk.
      CREATE UNLOGGED TABLE platform.rate_bucket (
        bucket         uuid        PRIMARY KEY,
        full_at        timestamptz NOT NULL,
        window_seconds float8      NOT NULL
      ) WITH (fillfactor = 70);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.rate_bucket');
  }
}
