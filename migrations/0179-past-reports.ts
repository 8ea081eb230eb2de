import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports about messages whose rows are gone, so that a repeated one does nothing. */
export class PastReports0179 implements MigrationInterface {
  readonly name = 'PastReports1767225600179';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 'report_hash' is of message, kind and code: nobody is named. Rows go after a month.
      CREATE TABLE delivery.past_report (
        reported_at timestamptz NOT NULL,
        app_id      integer     NOT NULL,
        report_hash bytea       NOT NULL CHECK (octet_length(report_hash) = 16),
        PRIMARY KEY (app_id, report_hash)
      );
      CREATE INDEX past_report_reported_at ON delivery.past_report (reported_at);
      CREATE POLICY of_application ON delivery.past_report
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.past_report');
  }
}
