import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

const TABLE = 'delivery.push_result';

/**
 * day is one value within a partition: wherever it stands, the order within a bucket is that of dispatch, channel and
 * recipient. A uid names a user of one application, but for its bucket nothing else is needed to find its few results.
 */
const INDEXES = [
  { index: 'push_result_once', columns: '(vb, app_id, dispatch_id, channel, day, recipient_id)', isUnique: true },
  { index: 'push_result_by_user', columns: '(vb, uid)', isUnique: false },
] as const;

/** Smaller indexes of results: the same keys without gaps between their columns, and nothing that the reads do without. */
export class NarrowResultIndexes0068 implements Migration {
  readonly name = 'NarrowResultIndexes1767225600068';
  /** Each index is built beside the workers, and then changes places with the old one. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    for (const { index, columns, isUnique } of INDEXES) {
      if (!(await steps.hasIndex({ index, table: TABLE, columns }))) {
        await steps.buildPartitionedIndex({ index: `${index}_narrow`, table: TABLE, columns, isUnique });
        await steps.lockBriefly(
          `DROP INDEX delivery.${index}; ALTER INDEX delivery.${index}_narrow RENAME TO ${index}`,
        );
      }
    }
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
