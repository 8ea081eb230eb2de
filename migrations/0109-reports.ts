import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/**
 * Indexes by which a report finds the campaigns of some days: by their launch, and those alone. Transactional sends are
 * in neither, so their writes cost what they did.
 */
export class Reports0109 implements Migration {
  readonly name = 'Reports1767225600109';
  /** Indexes are built beside writers. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    for (const plan of INDEXES) {
      await steps.buildIndex(plan);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { index } of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS delivery.${index}`);
    }
  }
}

const INDEXES = [
  {
    index: 'dispatch_by_launch',
    table: 'delivery.dispatch',
    columns: `(app_id, launched_at) WHERE lane = 'bulk' AND launched_at IS NOT NULL`,
  },
  // Of sums of transactional sends too: one row for a definition and day.
  { index: 'send_total_by_start', table: 'delivery.send_total', columns: '(app_id, started_at)' },
];
