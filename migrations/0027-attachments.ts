import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that travel with a mail. */
export class Attachments0027 implements MigrationInterface {
  readonly name = 'Attachments1767225600027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Few rows, for as long as a send goes on and a day. A row is written after all its pieces; dispatch_id is null until
      -- the request that brought the file is accepted.
      CREATE TABLE delivery.attachment (
        app_id        integer     NOT NULL,
        attachment_id bigint      NOT NULL,
        dispatch_id   bigint,
        name          text        NOT NULL,
        type          text        NOT NULL,
        size          bigint      NOT NULL,
        sha256        text        NOT NULL,
        uploaded_at   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, attachment_id)
      );
      CREATE INDEX attachment_by_dispatch ON delivery.attachment (app_id, dispatch_id);

      -- At most 256 KB each, stored as they are: images, documents and films are compressed already.
      CREATE TABLE delivery.attachment_piece (
        app_id        integer     NOT NULL,
        attachment_id bigint      NOT NULL,
        piece         integer     NOT NULL,
        bytes         bytea       NOT NULL,
        uploaded_at   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, attachment_id, piece)
      );
      ALTER TABLE delivery.attachment_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE INDEX attachment_piece_begun ON delivery.attachment_piece (uploaded_at) WHERE piece = 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.attachment, delivery.attachment_piece');
  }
}
