import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Campaigns that are limited, slowed down, sent by local time, paused, resumed and stopped. */
export class Steering0023 implements MigrationInterface {
  readonly name = 'Steering1767225600023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- paused_at: nothing of it leaves until it is resumed. stopped_at: nothing of it leaves any more; what is left of it
      -- is being written down as skipped. pace_*: at most pace_size recipients every pace_interval_s seconds, the next ones
      -- not before pace_next_at; pace_late: the last ones were still being sent when the next were due.
      ALTER TABLE delivery.dispatch
        ADD COLUMN paused_at       timestamptz,
        ADD COLUMN pause_reason    text,
        ADD COLUMN stopped_at      timestamptz,
        ADD COLUMN pace_size       integer,
        ADD COLUMN pace_interval_s integer,
        ADD COLUMN pace_next_at    timestamptz,
        ADD COLUMN pace_late       boolean NOT NULL DEFAULT false;
      CREATE INDEX dispatch_paced ON delivery.dispatch (dispatch_id) WHERE pace_size IS NOT NULL AND state < 3;

      -- hold: 0 may be sent, 1 waits for its time or its package, 2 paused, 3 stopped, 4 too late. due_at: the moment that
      -- local time means for its recipients; null: that of the dispatch.
      ALTER TABLE delivery.chunk
        ADD COLUMN hold   smallint NOT NULL DEFAULT 0,
        ADD COLUMN due_at timestamptz;
      CREATE INDEX chunk_waiting ON delivery.chunk (dispatch_id, vb, chunk_id) WHERE state = 0 AND hold = 1;

      -- The users that a limited send was drawn for, before its first range is frozen: roaring bitmap, portable format, of
      -- uids. platform 0: drawn from everybody; else from those who are reached on that platform.
      CREATE TABLE delivery.sample (
        dispatch_id bigint   NOT NULL,
        app_id      integer  NOT NULL,
        platform    smallint NOT NULL,
        uids        bytea    NOT NULL,
        PRIMARY KEY (dispatch_id, platform)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE delivery.sample;
      DROP INDEX delivery.chunk_waiting;
      ALTER TABLE delivery.chunk DROP COLUMN hold, DROP COLUMN due_at;
      DROP INDEX delivery.dispatch_paced;
      ALTER TABLE delivery.dispatch DROP COLUMN paused_at, DROP COLUMN pause_reason, DROP COLUMN stopped_at,
        DROP COLUMN pace_size, DROP COLUMN pace_interval_s, DROP COLUMN pace_next_at, DROP COLUMN pace_late;
    `);
  }
}
