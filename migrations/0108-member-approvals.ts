import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What members ask for in the panel, and how each send that waited ended. */
export class MemberApprovals0108 implements MigrationInterface {
  readonly name = 'MemberApprovals1767225600108';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Whether API keys may approve what a member asked for.
      ALTER TABLE tenancy.application ADD COLUMN approval_keys boolean NOT NULL DEFAULT false;

      -- Null for sends that were decided before, and while one waits. The words are those of who decided.
      ALTER TABLE notifications.waiting_send
        ADD COLUMN outcome      text,
        ADD COLUMN words        text,
        ADD COLUMN decided_kind text,
        ADD COLUMN decided_id   text,
        ADD COLUMN decided_name text;
      ALTER TABLE notifications.approval_vote ADD COLUMN words text;

      -- A campaign that a member asked for. 'draft' is what was typed, 'hash' of what is stored to be sent; 'planned' is
      -- the number that the author saw. 'revises' is the request that this one came in place of.
      CREATE TABLE notifications.approval_request (
        approval_id integer     PRIMARY KEY,
        app_id      integer     NOT NULL,
        draft       jsonb       NOT NULL,
        hash        text        NOT NULL,
        planned     bigint      NOT NULL,
        expires_at  timestamptz NOT NULL,
        revises     integer
      );
      CREATE INDEX approval_request_revises ON notifications.approval_request (app_id, revises) WHERE revises IS NOT NULL;
      CREATE POLICY of_application ON notifications.approval_request
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE notifications.approval_request;
      ALTER TABLE notifications.approval_vote DROP COLUMN words;
      ALTER TABLE notifications.waiting_send
        DROP COLUMN outcome, DROP COLUMN words, DROP COLUMN decided_kind, DROP COLUMN decided_id, DROP COLUMN decided_name;
      ALTER TABLE tenancy.application DROP COLUMN approval_keys;
    `);
  }
}
