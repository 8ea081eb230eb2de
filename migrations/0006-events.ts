import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What applications define as events, the events themselves, and names that nobody defined. */
export class Events0006 implements MigrationInterface {
  readonly name = 'Events1767225600006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA events;

      -- Built-in events are constants of the code, numbered below 1000, and have no rows here.
      CREATE TABLE events.event_def (
        app_id      integer     NOT NULL,
        event_id    integer     NOT NULL CHECK (event_id >= 1000),
        code        text        NOT NULL,
        event_name  text        NOT NULL,
        label       text,
        description text,
        base_code   text,
        attributes  jsonb       NOT NULL,
        created_at  timestamptz NOT NULL DEFAULT now(),
        updated_at  timestamptz NOT NULL DEFAULT now(),
        retired_at  timestamptz,
        PRIMARY KEY (app_id, event_id)
      );
      CREATE UNIQUE INDEX event_def_code ON events.event_def (app_id, code) WHERE retired_at IS NULL;

      -- One index and no key: rows are only ever appended, and read user by user. attrs is keyed by attribute code.
      CREATE TABLE events.event (
        ts       timestamptz NOT NULL,
        uid      bigint      NOT NULL,
        day      date        NOT NULL,
        app_id   integer     NOT NULL,
        event_id integer     NOT NULL,
        vb       smallint    NOT NULL CHECK (vb = uid % 1024),
        attrs    jsonb       NOT NULL
      ) PARTITION BY RANGE (day);
      CREATE INDEX event_user ON events.event (vb, app_id, uid, ts);
      CREATE TABLE events.event_default PARTITION OF events.event DEFAULT;

      -- last_example is text, not jsonb: it may hold escapes that jsonb refuses, and may be cut short.
      CREATE TABLE events.unmatched (
        app_id       integer     NOT NULL,
        name         text        NOT NULL,
        count        bigint      NOT NULL,
        first_at     timestamptz NOT NULL DEFAULT now(),
        last_at      timestamptz NOT NULL DEFAULT now(),
        last_uid     bigint,
        last_ext_id  text,
        last_example text,
        PRIMARY KEY (app_id, name)
      ) WITH (fillfactor = 70);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA events CASCADE');
  }
}
