import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mails that tell members of requests for approval. */
export class ApprovalMails0149 implements MigrationInterface {
  readonly name = 'ApprovalMails1767225600149';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- A mail to a member about a request. 'due_at' is when it may leave; null: it has left, or never does. 'outcome' is
      -- null while it waits: SENT, FAILED, DROPPED (nobody needs it any more), UNKNOWN (it may have left). It becomes UNKNOWN
      -- before it leaves, so that a killed process repeats none.
      CREATE TABLE notifications.approval_mail (
        approval_id integer     NOT NULL,
        app_id      integer     NOT NULL,
        member_id   bigint      NOT NULL,
        due_at      timestamptz DEFAULT now(),
        tries       smallint    NOT NULL DEFAULT 0,
        outcome     text,
        PRIMARY KEY (approval_id, member_id)
      );
      CREATE INDEX approval_mail_due ON notifications.approval_mail (due_at) WHERE due_at IS NOT NULL;
      CREATE POLICY of_application ON notifications.approval_mail
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- When the members to be told were listed; null: not yet.
      ALTER TABLE notifications.waiting_send ADD COLUMN told_at timestamptz;

      -- Whether the member is told of requests that it may approve.
      ALTER TABLE members.member ADD COLUMN approval_mails boolean NOT NULL DEFAULT true;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE members.member DROP COLUMN approval_mails;
      ALTER TABLE notifications.waiting_send DROP COLUMN told_at;
      DROP TABLE notifications.approval_mail;
    `);
  }
}
