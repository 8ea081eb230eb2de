import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/** The days of results from before migration 0088 get the indexes that it gave to new days alone. */
export class ResultTimes0095 implements Migration {
  readonly name = 'ResultTimes1767225600095';
  /** The indexes are built beside the workers, day by day. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    const table = 'delivery.push_result';
    await steps.buildPartitionedIndex({ index: 'push_result_by_time', table, columns: '(app_id, ts)' });
    await steps.buildPartitionedIndex({
      index: 'push_result_skipped',
      table,
      columns: '(app_id, dispatch_id, reason) WHERE status = 3',
    });
  }

  /** Indexes of old days disturb nobody: what they belong to goes with migration 0088. */
  async down(): Promise<void> {
    // Nothing to undo.
  }
}
