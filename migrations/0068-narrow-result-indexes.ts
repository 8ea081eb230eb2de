import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Smaller indexes of results: the same keys without gaps between their columns, and nothing that the reads do without. */
export class NarrowResultIndexes0068 implements MigrationInterface {
  readonly name = 'NarrowResultIndexes1767225600068';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- day is one value within a partition: wherever it stands, the order within a bucket is that of dispatch, channel and
      -- recipient. A uid names a user of one application, but for its bucket nothing else is needed to find its few results.
      ALTER INDEX delivery.push_result_once RENAME TO push_result_once_wide;
      ALTER INDEX delivery.push_result_by_user RENAME TO push_result_by_user_wide;
      CREATE UNIQUE INDEX push_result_once ON delivery.push_result (vb, app_id, dispatch_id, channel, day, recipient_id);
      CREATE INDEX push_result_by_user ON delivery.push_result (vb, uid);
      DROP INDEX delivery.push_result_once_wide, delivery.push_result_by_user_wide;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER INDEX delivery.push_result_once RENAME TO push_result_once_narrow;
      ALTER INDEX delivery.push_result_by_user RENAME TO push_result_by_user_narrow;
      CREATE UNIQUE INDEX push_result_once ON delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id);
      CREATE INDEX push_result_by_user ON delivery.push_result (vb, app_id, uid, ts);
      DROP INDEX delivery.push_result_once_narrow, delivery.push_result_by_user_narrow;
    `);
  }
}
