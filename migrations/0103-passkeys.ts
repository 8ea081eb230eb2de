import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys of members, and the questions that browsers answer with them. */
export class Passkeys0103 implements MigrationInterface {
  readonly name = 'Passkeys1767225600103';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A public key opens nothing: a copy of the table signs nobody in.
      CREATE TABLE members.passkey (
        passkey_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        credential_id bytea       NOT NULL UNIQUE,
        member_id     bigint      NOT NULL REFERENCES members.member ON DELETE CASCADE,
        public_key    bytea       NOT NULL,
        counter       bigint      NOT NULL,
        transports    text[]      NOT NULL,
        name          text        NOT NULL,
        created_at    timestamptz NOT NULL,
        used_at       timestamptz
      );
      CREATE INDEX passkey_member ON members.passkey (member_id);

      -- Each is answered once. Null in 'member_id': a sign-in, whose member the answer tells.
      CREATE TABLE members.challenge (
        challenge_hash bytea PRIMARY KEY,
        purpose        text        NOT NULL CONSTRAINT challenge_purpose CHECK (purpose IN ('sign-in', 'proof', 'register')),
        member_id      bigint      REFERENCES members.member ON DELETE CASCADE,
        ends_at        timestamptz NOT NULL
      );
      CREATE INDEX challenge_end ON members.challenge (ends_at);
      CREATE INDEX challenge_member ON members.challenge (member_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE members.challenge, members.passkey');
  }
}
