import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of an application, which messages show from a public address. */
export class Media0111 implements MigrationInterface {
  readonly name = 'Media1767225600111';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A few thousand rows. 'hash' is the SHA-256 of the bytes, and the public address: two applications may have the same.
      CREATE TABLE notifications.media (
        app_id     integer     NOT NULL,
        hash       text        NOT NULL CONSTRAINT media_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
        media_id   bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
        name       text        NOT NULL,
        type       text        NOT NULL,
        size       integer     NOT NULL,
        width      integer     NOT NULL,
        height     integer     NOT NULL,
        frames     integer     NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, hash)
      );
      CREATE INDEX media_listed ON notifications.media (app_id, media_id);
      CREATE INDEX media_by_hash ON notifications.media (hash);

      -- At most 256 KB each, stored as they are: pictures are compressed already.
      CREATE TABLE notifications.media_piece (
        app_id integer  NOT NULL,
        hash   text     NOT NULL,
        piece  smallint NOT NULL,
        bytes  bytea    NOT NULL,
        PRIMARY KEY (app_id, hash, piece),
        FOREIGN KEY (app_id, hash) REFERENCES notifications.media ON DELETE CASCADE
      );
      ALTER TABLE notifications.media_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

      CREATE POLICY of_application ON notifications.media
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
      CREATE POLICY of_application ON notifications.media_piece
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.media_piece, notifications.media');
  }
}
