import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who members are for a provider of OpenID Connect, and their ways to it and back. */
export class Oidc0104 implements MigrationInterface {
  readonly name = 'Oidc1767225600104';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A provider may give an e-mail address to somebody else; 'issuer' and 'subject' are never given again.
      CREATE TABLE members.identity (
        issuer          text        NOT NULL,
        subject         text        NOT NULL,
        member_id       bigint      NOT NULL REFERENCES members.member ON DELETE CASCADE,
        -- Whether the groups of the provider decide what the member may do.
        gives_grants    boolean     NOT NULL,
        created_at      timestamptz NOT NULL,
        used_at         timestamptz NOT NULL,
        PRIMARY KEY (issuer, subject)
      );
      CREATE UNIQUE INDEX identity_member ON members.identity (member_id, issuer);

      -- The browser keeps the secret of 'flow_hash'; what the provider is told is derived from it. Each is used once.
      CREATE TABLE members.oidc_flow (
        flow_hash  bytea PRIMARY KEY,
        purpose    text        NOT NULL CONSTRAINT oidc_flow_purpose CHECK (purpose IN ('sign-in', 'proof', 'connect')),
        session_id bigint      REFERENCES members.session ON DELETE CASCADE,
        return_to  text        NOT NULL,
        started_at timestamptz NOT NULL,
        ends_at    timestamptz NOT NULL
      );
      CREATE INDEX oidc_flow_end ON members.oidc_flow (ends_at);
      CREATE INDEX oidc_flow_session ON members.oidc_flow (session_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE members.oidc_flow, members.identity');
  }
}
