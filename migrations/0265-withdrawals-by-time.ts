import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/** The refusals that people gave themselves are found by their time. */
export class WithdrawalsByTime0265 implements Migration {
  readonly name = 'WithdrawalsByTime1767225600265';
  /** The index is built beside writes. Until it is there, a count reads the history of the application. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    // Changes by servers and imports, the most by far, stay out of it.
    await steps.buildIndex({
      index: 'consent_event_withdrawal',
      table: 'users.consent_event',
      columns: `(app_id, ts) INCLUDE (vb, uid)
        WHERE NOT value AND subject <> 0 AND source IN ('LINK', 'MAIL', 'SMS', 'WHATSAPP', 'CHAT')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS users.consent_event_withdrawal');
  }
}
