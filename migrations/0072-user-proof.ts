import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proof of the user on devices: the keys that sign for users, what each installation has shown, and origins of keys. */
export class UserProof0072 implements MigrationInterface {
  readonly name = 'UserProof1767225600072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Constant defaults and columns without one: no table is rewritten. Waiting for a lock must not hold up others.
      SET LOCAL lock_timeout = '5s';
      -- Applications that exist go on as they are; the default is that of new ones.
      ALTER TABLE tenancy.application ADD COLUMN identity text NOT NULL DEFAULT 'optional';
      ALTER TABLE tenancy.application ALTER COLUMN identity SET DEFAULT 'required';
      ALTER TABLE tenancy.application ADD CONSTRAINT application_identity CHECK (identity IN ('required', 'optional'));

      -- Keys that check the tokens of an application's servers. sealed: a public key as PEM, or a shared secret.
      CREATE TABLE tenancy.identity_key (
        id         integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL CONSTRAINT identity_key_application REFERENCES tenancy.application (id),
        name       text        NOT NULL,
        algorithm  text        NOT NULL CONSTRAINT identity_key_algorithm CHECK (algorithm IN ('ES256', 'RS256', 'HS256')),
        sealed     bytea       NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT identity_key_of_app UNIQUE (app_id, name)
      );

      -- Origins of the pages that may use a js key; null: any.
      ALTER TABLE tenancy.api_key ADD COLUMN origins text[];

      -- The identity key whose token proved the user of the installation, and until when it may act for that user.
      ALTER TABLE users.installation ADD COLUMN proof_key integer;
      ALTER TABLE users.installation ADD COLUMN proof_until timestamptz;
      -- Whether a server has registered this token for this user; null: it has, unless a device has a secret.
      ALTER TABLE users.installation ADD COLUMN server_registered boolean;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE users.installation DROP COLUMN server_registered;
      ALTER TABLE users.installation DROP COLUMN proof_until;
      ALTER TABLE users.installation DROP COLUMN proof_key;
      ALTER TABLE tenancy.api_key DROP COLUMN origins;
      DROP TABLE tenancy.identity_key;
      ALTER TABLE tenancy.application DROP COLUMN identity;
    `);
  }
}
