import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates of e-mails, with every version: a draft stays with the one that it was begun with. */
export class Templates0115 implements MigrationInterface {
  readonly name = 'Templates1767225600115';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Tens of rows. 'version' is the newest, and the only one that is offered.
      CREATE TABLE notifications.template (
        app_id      integer     NOT NULL,
        template_id bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
        name        text        NOT NULL,
        kind        text        NOT NULL CONSTRAINT template_kind CHECK (kind IN ('html', 'blocks')),
        version     integer     NOT NULL DEFAULT 1,
        made_by     jsonb       NOT NULL,
        made_at     timestamptz NOT NULL,
        changed_by  jsonb       NOT NULL,
        changed_at  timestamptz NOT NULL,
        PRIMARY KEY (app_id, template_id)
      );

      -- What a template said in one version: HTML, or blocks as JSON.
      CREATE TABLE notifications.template_version (
        app_id      integer     NOT NULL,
        template_id bigint      NOT NULL,
        version     integer     NOT NULL,
        body        jsonb       NOT NULL,
        saved_by    jsonb       NOT NULL,
        saved_at    timestamptz NOT NULL,
        PRIMARY KEY (app_id, template_id, version),
        FOREIGN KEY (app_id, template_id) REFERENCES notifications.template ON DELETE CASCADE
      );

      CREATE POLICY of_application ON notifications.template
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
      CREATE POLICY of_application ON notifications.template_version
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.template_version, notifications.template');
  }
}
