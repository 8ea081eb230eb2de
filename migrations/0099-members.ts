import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members: the people of the operator who use the panel, their grants, sessions and one-time links. */
export class Members0099 implements MigrationInterface {
  readonly name = 'Members1767225600099';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA members;

      -- 'email' is for people alone: nobody is found by it at a sign-in.
      CREATE TABLE members.member (
        member_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name         text        NOT NULL,
        email        text,
        locale       text,
        time_zone    text,
        theme        text        CONSTRAINT member_theme CHECK (theme IN ('light', 'dark')),
        created_at   timestamptz NOT NULL,
        last_seen_at timestamptz,
        ended_at     timestamptz
      );

      -- Null in 'app_id': every application, later ones too. Roles are named in code.
      CREATE TABLE members.member_grant (
        member_id bigint  NOT NULL REFERENCES members.member ON DELETE CASCADE,
        role      text    NOT NULL,
        app_id    integer REFERENCES tenancy.application ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX member_grant_once ON members.member_grant (member_id, role, app_id) NULLS NOT DISTINCT;
      CREATE INDEX member_grant_app ON members.member_grant (app_id);

      -- 'token_hash' is the SHA-256 of the cookie, so that a copy of the table signs nobody in.
      CREATE TABLE members.session (
        session_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        token_hash bytea       NOT NULL UNIQUE,
        member_id  bigint      NOT NULL REFERENCES members.member ON DELETE CASCADE,
        method     text        NOT NULL CONSTRAINT session_method CHECK (method IN ('link', 'passkey', 'oidc')),
        created_at timestamptz NOT NULL,
        seen_at    timestamptz NOT NULL,
        idle_until timestamptz NOT NULL,
        ends_at    timestamptz NOT NULL,
        proved_at  timestamptz,
        address    text,
        agent      text
      );
      CREATE INDEX session_member ON members.session (member_id);

      -- Null in 'member_id': the link of the first start, whose member is made when it is used.
      CREATE TABLE members.link (
        token_hash bytea PRIMARY KEY,
        member_id  bigint      REFERENCES members.member ON DELETE CASCADE,
        purpose    text        NOT NULL CONSTRAINT link_purpose CHECK (purpose IN ('first', 'invitation', 'recovery')),
        made_at    timestamptz NOT NULL,
        ends_at    timestamptz NOT NULL,
        used_at    timestamptz
      );
      CREATE INDEX link_member ON members.link (member_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP SCHEMA members CASCADE;
    `);
  }
}
