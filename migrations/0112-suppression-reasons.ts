import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/** An index by which people read the list of suppressed addresses of one reason, page by page. */
export class SuppressionReasons0112 implements Migration {
  readonly name = 'SuppressionReasons1767225600112';
  /** The index is built beside writers. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.buildIndex({
      index: 'suppression_by_reason',
      table: 'users.suppression',
      columns: '(app_id, channel, reason, value_hash)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS users.suppression_by_reason');
  }
}
