import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Topics that a mailbox leaves, for those of its users who did not fit into the request. */
export class TopicWithdrawals0241 implements MigrationInterface {
  readonly name = 'TopicWithdrawals1767225600241';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Open work of seconds: a row goes with the last user of its mailbox.
      CREATE TABLE users.topic_withdrawal (
        app_id       integer     NOT NULL,
        asked_at     timestamptz NOT NULL DEFAULT now(),
        due_at       timestamptz NOT NULL DEFAULT now(),
        -- Users up to this one have left.
        last_uid     bigint      NOT NULL,
        -- The key of the e-mail address, as in users.contact_lookup.
        bucket       smallint    NOT NULL,
        value_hash   bytea       NOT NULL,
        category_ids integer[]   NOT NULL,
        source       text        NOT NULL,
        -- The message whose link was used.
        by           text        NOT NULL,
        PRIMARY KEY (app_id, by)
      );
      CREATE INDEX topic_withdrawal_due ON users.topic_withdrawal (due_at);
      CREATE POLICY of_application ON users.topic_withdrawal
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.topic_withdrawal');
  }
}
