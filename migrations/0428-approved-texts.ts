import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The texts that were approved with versions of journeys. */
export class ApprovedTexts0428 implements Migration {
  readonly name = 'ApprovedTexts1767225600428';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Where sends need approvals, a version sends these messages, although definitions that it names may have changed since.
      CREATE TABLE journeys.approved_text (
        journey_id  integer     NOT NULL,
        version     integer     NOT NULL,
        app_id      integer     NOT NULL,
        approved_at timestamptz NOT NULL DEFAULT now(),
        texts       jsonb       NOT NULL,
        PRIMARY KEY (journey_id, version),
        FOREIGN KEY (journey_id, version) REFERENCES journeys.version ON DELETE CASCADE
      );
      CREATE POLICY of_application ON journeys.approved_text
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.approved_text');
  }
}
