import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['users.consent_word', 'users.consent_word_id'] as const;

/** The last STOP or START of a person by its own time, and the ids of those that came without a time. */
export class ConsentWords0178 implements MigrationInterface {
  readonly name = 'ConsentWords1767225600178';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row for each address that wrote one, by the key of contact_lookup. A STOP stays after an erasure, as the
      -- suppression does that it made; a START goes.
      CREATE TABLE users.consent_word (
        said_at    timestamptz NOT NULL,
        app_id     integer     NOT NULL,
        bucket     smallint    NOT NULL,
        kind       smallint    NOT NULL,
        is_stop    boolean     NOT NULL,
        value_hash bytea       NOT NULL CHECK (octet_length(value_hash) = 16),
        PRIMARY KEY (bucket, app_id, kind, value_hash)
      );

      -- Providers repeat a message for days at most, so rows go after a month.
      CREATE TABLE users.consent_word_id (
        heard_at   timestamptz NOT NULL,
        app_id     integer     NOT NULL,
        bucket     smallint    NOT NULL,
        kind       smallint    NOT NULL,
        value_hash bytea       NOT NULL CHECK (octet_length(value_hash) = 16),
        id_hash    bytea       NOT NULL CHECK (octet_length(id_hash) = 16),
        PRIMARY KEY (bucket, app_id, kind, value_hash, id_hash)
      );
      CREATE INDEX consent_word_id_heard_at ON users.consent_word_id (heard_at);
    `);
    for (const table of TABLES) {
      await runner.query(`
        CREATE POLICY of_application ON ${table}
          USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.join(', ')}`);
  }
}
