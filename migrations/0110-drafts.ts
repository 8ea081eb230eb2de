import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns that members write in the panel, before anything of them is sent. */
export class Drafts0110 implements MigrationInterface {
  readonly name = 'Drafts1767225600110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- 'body' is the form as the page has it; the server does not look into it. 'version' counts the saves: a save names
      -- the version that it is based on. 'noted_at' is when the audit log got its newest entry about the saves of
      -- 'changed_by'. With 'notification_key' the draft was launched: it is closed, and its body is empty.
      CREATE TABLE notifications.draft (
        draft_id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id           integer     NOT NULL CONSTRAINT draft_application REFERENCES tenancy.application ON DELETE CASCADE,
        name             text        NOT NULL,
        body             jsonb       NOT NULL,
        version          integer     NOT NULL DEFAULT 1,
        made_by          jsonb       NOT NULL,
        made_at          timestamptz NOT NULL,
        changed_by       jsonb       NOT NULL,
        changed_at       timestamptz NOT NULL,
        noted_at         timestamptz NOT NULL,
        notification_key integer
      );
      CREATE INDEX draft_listed ON notifications.draft (app_id, changed_at);
      CREATE POLICY of_application ON notifications.draft
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE notifications.draft;
    `);
  }
}
