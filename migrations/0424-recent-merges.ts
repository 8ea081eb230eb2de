import type { Migration, OnlineSteps } from '#platform/migration';
import type { QueryRunner } from 'typeorm';

/** Finds users with a recent merge: a search for people that takes a while looks at them again. */
export class RecentMerges0424 implements Migration {
  readonly name = 'RecentMerges1767225600424';
  /** The index is built beside writers. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.buildIndex({ index: 'alias_recent', table: 'users.alias', columns: '(app_id, created_at)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users.alias_recent');
  }
}
