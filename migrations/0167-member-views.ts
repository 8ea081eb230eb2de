import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filters of a list that a member has saved under a name. */
export class MemberViews0167 implements MigrationInterface {
  readonly name = 'MemberViews1767225600167';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- 'filters' are those of the address of the page, by their names. A view is of one member, who alone reads it.
      CREATE TABLE members.view (
        view_id   bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        member_id bigint  NOT NULL REFERENCES members.member ON DELETE CASCADE,
        app_id    integer NOT NULL CONSTRAINT view_application REFERENCES tenancy.application ON DELETE CASCADE,
        screen    text    NOT NULL,
        name      text    NOT NULL,
        filters   jsonb   NOT NULL,
        CONSTRAINT view_name UNIQUE (member_id, app_id, screen, name)
      );
      CREATE INDEX view_by_application ON members.view (app_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE members.view;
    `);
  }
}
