import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['users.import', 'users.import_refusal', 'users.import_piece'] as const;

/** Imports of users from files: how far each one is, what it refused, and files that wait for their turn. */
export class Imports0084 implements MigrationInterface {
  readonly name = 'Imports1767225600084';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 'position' and 'line' move in the transaction of each batch. 'epoch' grows with each process that takes the
      -- import over; a batch of a lower epoch is not committed.
      CREATE TABLE users.import (
        app_id      integer     NOT NULL,
        import_id   bigint      NOT NULL,
        stored      boolean     NOT NULL,
        format      text        NOT NULL,
        mapping     jsonb       NOT NULL,
        dry_run     boolean     NOT NULL,
        fingerprint text        NOT NULL,
        size        bigint      NOT NULL,
        state       text        NOT NULL,
        fault       text,
        position    bigint      NOT NULL DEFAULT 0,
        line        bigint      NOT NULL DEFAULT 0,
        counts      jsonb       NOT NULL,
        active_ms   bigint      NOT NULL DEFAULT 0,
        epoch       integer     NOT NULL DEFAULT 0,
        created_at  timestamptz NOT NULL DEFAULT now(),
        touched_at  timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        PRIMARY KEY (app_id, import_id)
      );
      CREATE INDEX import_open ON users.import (app_id, fingerprint) WHERE finished_at IS NULL;

      -- Without the refused values: they may be personal data.
      CREATE TABLE users.import_refusal (
        app_id    integer NOT NULL,
        import_id bigint  NOT NULL,
        line      bigint  NOT NULL,
        field     text    NOT NULL,
        reason    text    NOT NULL,
        PRIMARY KEY (app_id, import_id, line)
      );

      -- Sealed with the master key, and deleted with the end of the import.
      CREATE TABLE users.import_piece (
        app_id    integer NOT NULL,
        import_id bigint  NOT NULL,
        piece     integer NOT NULL,
        bytes     bytea   NOT NULL,
        stored_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, import_id, piece)
      );
    `);
    for (const table of TABLES) {
      await runner.query(`
        CREATE POLICY of_application ON ${table}
          USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.toReversed().join(', ')}`);
  }
}
