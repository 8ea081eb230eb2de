import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The technical floor: blocks of ids, and the change feed that tells which users and which attributes a request changed. */
export class Platform0001 implements MigrationInterface {
  readonly name = 'Platform1767225600001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS platform;

      CREATE TABLE platform.id_block (
        series  text   PRIMARY KEY,
        next_id bigint NOT NULL
      ) WITH (fillfactor = 50);

      -- One row per write request. A reader takes rows whose xid lies in [its last xmin, the current xmin): an id cursor
      -- would skip late commits. Day partitions, so that what every reader has passed is dropped, not deleted.
      CREATE TABLE platform.outbox (
        day        date        NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
        xid        xid8        NOT NULL DEFAULT pg_current_xact_id(),
        app_id     integer     NOT NULL,
        kind       text        NOT NULL,
        uids       bigint[]    NOT NULL,
        keys       integer[]   NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      ) PARTITION BY RANGE (day);
      CREATE INDEX outbox_xid ON platform.outbox (xid);
      CREATE TABLE platform.outbox_default PARTITION OF platform.outbox DEFAULT;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.outbox, platform.id_block');
  }
}
