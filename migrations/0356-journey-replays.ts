import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replays that members ask for, which go on after the answer. */
export class JourneyReplays0356 implements MigrationInterface {
  readonly name = 'JourneyReplays1767225600356';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- 'definition' is another version than the running one; null: the running one itself. 'more' and 'fewer' are users
      -- who get messages from one of both alone. It is deleted after 30 days.
      CREATE TABLE journeys.replay (
        app_id      integer     NOT NULL,
        replay_id   bigint      GENERATED ALWAYS AS IDENTITY,
        journey_id  integer     NOT NULL REFERENCES journeys.journey ON DELETE CASCADE,
        version     integer     NOT NULL,
        days        smallint    NOT NULL,
        epoch       integer     NOT NULL DEFAULT 0,
        share       real        NOT NULL DEFAULT 0,
        state       text        NOT NULL DEFAULT 'WAITING',
        by_name     text        NOT NULL,
        fault       text,
        definition  jsonb,
        report      jsonb,
        more        bigint[]    NOT NULL DEFAULT '{}',
        fewer       bigint[]    NOT NULL DEFAULT '{}',
        created_at  timestamptz NOT NULL DEFAULT now(),
        touched_at  timestamptz,
        ended_at    timestamptz,
        PRIMARY KEY (app_id, replay_id)
      );
      CREATE INDEX replay_open ON journeys.replay (created_at) WHERE state IN ('WAITING', 'RUNNING');
      CREATE INDEX replay_journey ON journeys.replay (journey_id, replay_id);
      CREATE POLICY of_application ON journeys.replay
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.replay');
  }
}
