import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Comments of members on a draft, for each other. */
export class DraftComments0299 implements Migration {
  readonly name = 'DraftComments1767225600299';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- The name of a member is read where it is shown: a member that was removed has none any more.
      CREATE VIEW members.v_member WITH (security_invoker = true) AS
        SELECT member_id, name, ended_at FROM members.member;

      -- At most 200 for a draft. They go with it, and with its launch.
      CREATE TABLE notifications.draft_comment (
        comment_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL CONSTRAINT draft_comment_application REFERENCES tenancy.application ON DELETE CASCADE,
        draft_id   bigint      NOT NULL CONSTRAINT draft_comment_draft REFERENCES notifications.draft ON DELETE CASCADE,
        member_id  bigint      NOT NULL,
        made_at    timestamptz NOT NULL,
        text       text        NOT NULL
      );
      CREATE INDEX draft_comment_listed ON notifications.draft_comment (app_id, draft_id, comment_id);
      CREATE POLICY of_application ON notifications.draft_comment
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE notifications.draft_comment;
      DROP VIEW members.v_member;
    `);
  }
}
