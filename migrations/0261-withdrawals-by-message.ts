import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/** Withdrawals that came by the link or address of a message, by its id: a campaign counts its own. */
export class WithdrawalsByMessage0261 implements Migration {
  readonly name = 'WithdrawalsByMessage1767225600261';
  /** The index is built beside writers; few of them write what it has. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.buildIndex({
      index: 'consent_event_message',
      table: 'users.consent_event',
      columns: `(app_id, by COLLATE "C") WHERE NOT value AND source IN ('LINK', 'MAIL')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS users.consent_event_message');
  }
}
