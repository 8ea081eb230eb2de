import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored pushes, by user (design, section 4). */
export class Inbox0008 implements MigrationInterface {
  readonly name = 'Inbox1767225600008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA inbox;

      -- What the messages of one dispatch have in common, stored once. msg_id: its notification key. categories: ids, for
      -- the filter of the list.
      CREATE TABLE inbox.content (
        dispatch_id bigint      NOT NULL,
        created_at  timestamptz NOT NULL DEFAULT now(),
        app_id      integer     NOT NULL,
        msg_id      integer     NOT NULL,
        categories  integer[]   NOT NULL,
        content     jsonb       NOT NULL,
        PRIMARY KEY (app_id, dispatch_id)
      );
      CREATE INDEX content_by_age ON inbox.content (app_id, created_at);

      -- One row per user and dispatch, whatever number of devices got the push: the primary key sees to it. status: bits of
      -- the interface (1 read, 2 unread, 4 deleted), not indexed, so that a change stays HOT. personal: only what differs
      -- from the content for the row's platform.
      CREATE TABLE inbox.message (
        uid         bigint      NOT NULL,
        piid        bigint      NOT NULL CHECK (piid % 1024 = vb),
        dispatch_id bigint      NOT NULL,
        sent_at     timestamptz NOT NULL DEFAULT now(),
        app_id      integer     NOT NULL,
        vb          smallint    NOT NULL CHECK (vb = uid % 1024),
        platform    smallint    NOT NULL,
        status      smallint    NOT NULL DEFAULT 2 CHECK (status IN (1, 2, 4)),
        personal    jsonb,
        PRIMARY KEY (vb, app_id, uid, dispatch_id)
      ) WITH (fillfactor = 90);
      CREATE UNIQUE INDEX message_piid ON inbox.message (vb, app_id, piid);

      -- The last number handed out; piids are made of them.
      CREATE TABLE inbox.ticket (
        app_id integer PRIMARY KEY,
        last   bigint  NOT NULL
      ) WITH (fillfactor = 10);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA inbox CASCADE');
  }
}
