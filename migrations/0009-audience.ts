import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Segments: what they mean, and who was in them when they were last calculated (design, section 6). */
export class Audience0009 implements MigrationInterface {
  readonly name = 'Audience1767225600009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA audience;

      -- Ids are below 2^31: published clients read 32-bit integers.
      CREATE SEQUENCE audience.segment_id AS integer MINVALUE 1 START 1;

      -- target: what the calculation evaluates; null where members come from elsewhere. current_version: the one that is
      -- served; null until the first calculation ends. epoch grows with every change of the target and every claim of the
      -- calculation: it fences, and numbers the versions. due_at: when to calculate again.
      CREATE TABLE audience.segment (
        segment_id      integer     PRIMARY KEY DEFAULT nextval('audience.segment_id'),
        app_id          integer     NOT NULL,
        name            text        NOT NULL,
        type            text        NOT NULL CHECK (type IN ('STANDARD', 'PRODUCT_SEGMENT', 'PREDICT_SEGMENT')),
        target          jsonb,
        user_count      bigint      NOT NULL DEFAULT 0,
        current_version bigint,
        epoch           bigint      NOT NULL DEFAULT 0,
        due_at          timestamptz NOT NULL DEFAULT now(),
        lease_until     timestamptz,
        calculated_at   timestamptz,
        created_at      timestamptz NOT NULL DEFAULT now(),
        deleted_at      timestamptz
      ) WITH (fillfactor = 70);
      CREATE UNIQUE INDEX segment_name ON audience.segment (app_id, name) WHERE deleted_at IS NULL;

      -- Members of one version, as roaring bitmaps (portable format) of the uids of one slice of 2^20 each; n: how many.
      -- platform 0: all members; otherwise those with an installation of the platform. Written once, never changed.
      CREATE TABLE audience.segment_slice (
        app_id        integer     NOT NULL,
        segment_id    integer     NOT NULL,
        version       bigint      NOT NULL,
        slice         smallint    NOT NULL CHECK (slice BETWEEN 0 AND 4095),
        platform      smallint    NOT NULL,
        n             integer     NOT NULL,
        superseded_at timestamptz,
        members       bytea       NOT NULL,
        PRIMARY KEY (app_id, segment_id, version, platform, slice)
      );
      ALTER TABLE audience.segment_slice ALTER COLUMN members SET STORAGE EXTERNAL;
      CREATE INDEX segment_slice_superseded ON audience.segment_slice (superseded_at) WHERE superseded_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA audience CASCADE');
  }
}
