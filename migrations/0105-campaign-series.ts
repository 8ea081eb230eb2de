import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the recipients of a campaign got their results, for the chart of its rate. */
export class CampaignSeries0105 implements MigrationInterface {
  readonly name = 'CampaignSeries1767225600105';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Pairs, one for each commit: seconds since 1970, and how many recipients it settled. Null in rows of the release
      -- before, and as long as nobody is settled.
      ALTER TABLE delivery.chunk ADD COLUMN marks bigint[];
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE delivery.chunk DROP COLUMN marks;
    `);
  }
}
