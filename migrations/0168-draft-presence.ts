import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has a draft open at present. */
export class DraftPresence0168 implements MigrationInterface {
  readonly name = 'DraftPresence1767225600168';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row for each page that has a draft open, 'tab' tells those of one member apart. A row counts for seconds after
      -- 'seen_at', and the page renews it. Unlogged: after a crash the pages that are still open tell it anew, and no write
      -- waits for the disk. No key leads to the draft: whoever looks at it must not wait for whoever saves or launches it.
      CREATE UNLOGGED TABLE notifications.draft_presence (
        app_id      integer     NOT NULL,
        draft_id    bigint      NOT NULL,
        member      text        NOT NULL,
        tab         smallint    NOT NULL,
        member_name text        NOT NULL,
        seen_at     timestamptz NOT NULL,
        PRIMARY KEY (app_id, draft_id, member, tab)
      ) WITH (fillfactor = 70);
      CREATE POLICY of_application ON notifications.draft_presence
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.draft_presence');
  }
}
