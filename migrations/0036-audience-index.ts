import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bitmap index of the audience room (design, section 6): who has which term, in slices of 2^20 uids. */
export class AudienceIndex0036 implements MigrationInterface {
  readonly name = 'AudienceIndex1767225600036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Readers of the change feed ask for one application.
      CREATE INDEX outbox_app ON platform.outbox (app_id, xid);

      -- One index of an application. building: slice after slice from the truth; following: complete, behind the feed;
      -- serving; retired: another one serves. position: everything that this snapshot sees is in the index, and as_of is
      -- when that was taken. seq: the last delta. rare: aspects whose values are no terms, because there are too many.
      -- epoch fences builders, lease_until says since when one may be dead.
      CREATE TABLE audience.index_generation (
        app_id      integer     NOT NULL,
        generation  integer     NOT NULL,
        state       text        NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'following', 'serving', 'retired')),
        next_slice  smallint    NOT NULL DEFAULT 0,
        seq         bigint      NOT NULL DEFAULT 0,
        epoch       bigint      NOT NULL DEFAULT 0,
        position    pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
        as_of       timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz,
        checked_at  timestamptz NOT NULL DEFAULT now(),
        retired_at  timestamptz,
        rare        text[]      NOT NULL DEFAULT '{}',
        PRIMARY KEY (app_id, generation)
      ) WITH (fillfactor = 50);

      -- Bases of a slice hold all deltas up to merged_seq.
      CREATE TABLE audience.index_slice (
        app_id     integer     NOT NULL,
        generation integer     NOT NULL,
        slice      smallint    NOT NULL,
        merged_seq bigint      NOT NULL DEFAULT 0,
        merged_at  timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, generation, slice)
      ) WITH (fillfactor = 50);

      -- The base of a term: a roaring bitmap (portable format) of uids, n of them.
      CREATE TABLE audience.index_term (
        app_id     integer  NOT NULL,
        generation integer  NOT NULL,
        slice      smallint NOT NULL,
        n          integer  NOT NULL,
        aspect     text     NOT NULL,
        term       text     NOT NULL,
        members    bytea    NOT NULL,
        PRIMARY KEY (app_id, generation, slice, aspect, term)
      );
      ALTER TABLE audience.index_term ALTER COLUMN members SET STORAGE EXTERNAL;

      -- Appended, never changed: users who leave all terms of some aspects, and the terms that they join. Applying one
      -- twice changes nothing. content: see delta-content.ts.
      CREATE TABLE audience.index_delta (
        app_id     integer  NOT NULL,
        generation integer  NOT NULL,
        seq        bigint   NOT NULL,
        slice      smallint NOT NULL,
        content    bytea    NOT NULL,
        PRIMARY KEY (app_id, generation, slice, seq)
      );

      -- What self-checks found.
      CREATE TABLE audience.index_check (
        check_id   bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        app_id     integer     NOT NULL,
        generation integer     NOT NULL,
        checked_at timestamptz NOT NULL DEFAULT now(),
        users      bigint      NOT NULL,
        differing  bigint      NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audience.index_check, audience.index_delta, audience.index_term, audience.index_slice,
                 audience.index_generation;
      DROP INDEX platform.outbox_app;
    `);
  }
}
