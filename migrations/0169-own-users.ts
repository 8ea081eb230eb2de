import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users of an application whose devices are a member's own, and the codes that prove it. */
export class OwnUsers0169 implements MigrationInterface {
  readonly name = 'OwnUsers1767225600169';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- A few rows for each member. 'uid' is a user of the application; its rows go with the erasure of the user.
      CREATE TABLE members.own_user (
        member_id bigint      NOT NULL REFERENCES members.member ON DELETE CASCADE,
        app_id    integer     NOT NULL CONSTRAINT own_user_application REFERENCES tenancy.application ON DELETE CASCADE,
        uid       bigint      NOT NULL,
        proved_at timestamptz NOT NULL,
        PRIMARY KEY (member_id, app_id, uid)
      );
      CREATE INDEX own_user_by_user ON members.own_user (app_id, uid);

      -- 'mac' is keyed by MASTER_KEY, and NULL once the code is spent. The row stays for a day: it counts for the limits.
      CREATE TABLE members.user_code (
        code_id   bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        member_id bigint      NOT NULL REFERENCES members.member ON DELETE CASCADE,
        app_id    integer     NOT NULL CONSTRAINT user_code_application REFERENCES tenancy.application ON DELETE CASCADE,
        uid       bigint      NOT NULL,
        mac       bytea,
        tries     smallint    NOT NULL DEFAULT 0,
        sent_at   timestamptz NOT NULL,
        ends_at   timestamptz NOT NULL
      );
      CREATE INDEX user_code_by_member ON members.user_code (member_id, sent_at);
      CREATE INDEX user_code_by_user ON members.user_code (app_id, uid, sent_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE members.user_code;
      DROP TABLE members.own_user;
    `);
  }
}
