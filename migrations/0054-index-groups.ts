import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index has a position per group of slices, so that several processes follow one application side by side. */
export class IndexGroups0054 implements MigrationInterface {
  readonly name = 'IndexGroups1767225600054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- group_slices: slices of one group, as they were when the generation began. One that there is stays one group.
      ALTER TABLE audience.index_generation ADD COLUMN group_slices smallint NOT NULL DEFAULT 4096;
      ALTER TABLE audience.index_generation ALTER COLUMN group_slices DROP DEFAULT;

      -- What one writer follows: group_slices slices from grp * group_slices on; the last group of a generation also looks
      -- out for users beyond. building: slice after slice from the truth; following: complete, behind the feed; current:
      -- has caught up. position: everything that this snapshot sees is in the group, and as_of is when that was taken.
      -- seq: the last delta. rare: aspects whose values are no terms, because there are too many. epoch fences builders,
      -- lease_until says since when one may be dead.
      CREATE TABLE audience.index_group (
        app_id      integer     NOT NULL,
        generation  integer     NOT NULL,
        grp         smallint    NOT NULL,
        state       text        NOT NULL CHECK (state IN ('building', 'following', 'current')),
        next_slice  smallint    NOT NULL,
        seq         bigint      NOT NULL DEFAULT 0,
        epoch       bigint      NOT NULL DEFAULT 0,
        position    pg_snapshot NOT NULL,
        as_of       timestamptz NOT NULL,
        lease_until timestamptz,
        rare        text[]      NOT NULL DEFAULT '{}',
        PRIMARY KEY (app_id, generation, grp)
      ) WITH (fillfactor = 50);
      INSERT INTO audience.index_group (app_id, generation, grp, state, next_slice, seq, epoch, position, as_of, rare)
      SELECT app_id, generation, 0, CASE WHEN state IN ('building', 'following') THEN state ELSE 'current' END,
             next_slice, seq, epoch, position, as_of, rare
      FROM audience.index_generation;

      -- A process of an earlier version that still runs fails here and answers from the rows.
      ALTER TABLE audience.index_generation DROP COLUMN next_slice, DROP COLUMN seq, DROP COLUMN epoch,
        DROP COLUMN position, DROP COLUMN as_of, DROP COLUMN lease_until, DROP COLUMN rare,
        DROP CONSTRAINT index_generation_state_check;
      UPDATE audience.index_generation SET state = 'building' WHERE state = 'following';
      ALTER TABLE audience.index_generation
        ADD CONSTRAINT index_generation_state_check CHECK (state IN ('building', 'serving', 'retired'));
    `);
  }

  /** Indexes are built anew from the truth: what several groups had is not one group's. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audience.index_group;
      TRUNCATE audience.index_generation, audience.index_slice, audience.index_term, audience.index_delta;
      ALTER TABLE audience.index_generation DROP COLUMN group_slices,
        ADD COLUMN next_slice  smallint    NOT NULL DEFAULT 0,
        ADD COLUMN seq         bigint      NOT NULL DEFAULT 0,
        ADD COLUMN epoch       bigint      NOT NULL DEFAULT 0,
        ADD COLUMN position    pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
        ADD COLUMN as_of       timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN lease_until timestamptz,
        ADD COLUMN rare        text[]      NOT NULL DEFAULT '{}',
        DROP CONSTRAINT index_generation_state_check,
        ADD CONSTRAINT index_generation_state_check CHECK (state IN ('building', 'following', 'serving', 'retired'));
    `);
  }
}
