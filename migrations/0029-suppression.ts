import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that nothing is sent to. */
export class Suppression0029 implements MigrationInterface {
  readonly name = 'Suppression1767225600029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row per address and reason. channel: 1 e-mail, 2 SMS, as in contact_lookup; bucket and value_hash are those of
      -- contact_lookup too. address is for people who read the list; an erasure empties it and leaves the hash, so that who
      -- said no is not written to when the address comes back.
      CREATE TABLE users.suppression (
        added_at   timestamptz NOT NULL DEFAULT now(),
        app_id     integer     NOT NULL,
        bucket     smallint    NOT NULL,
        channel    smallint    NOT NULL CHECK (channel IN (1, 2)),
        reason     text        NOT NULL,
        value_hash bytea       NOT NULL CHECK (octet_length(value_hash) = 16),
        address    text,
        detail     text,
        PRIMARY KEY (bucket, app_id, channel, value_hash, reason)
      );
      CREATE INDEX suppression_list ON users.suppression (app_id, channel, value_hash);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.suppression');
  }
}
