import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who pass journeys by the hour, and the alarms that come of it. */
export class JourneyAlarms0358 implements MigrationInterface {
  readonly name = 'JourneyAlarms1767225600358';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- One row for each journey: its sums when they were last looked at, and since when it is watched.
      CREATE TABLE journeys.watch (
        journey_id   integer     PRIMARY KEY REFERENCES journeys.journey ON DELETE CASCADE,
        app_id       integer     NOT NULL,
        since        timestamptz NOT NULL,
        looked_until timestamptz NOT NULL,
        sums         jsonb       NOT NULL
      );

      -- People who passed a node within an hour, of hours with some. Kept for 15 days.
      CREATE TABLE journeys.hour_count (
        hour       timestamptz NOT NULL,
        passed     bigint      NOT NULL,
        app_id     integer     NOT NULL,
        journey_id integer     NOT NULL REFERENCES journeys.journey ON DELETE CASCADE,
        node       text        NOT NULL,
        PRIMARY KEY (journey_id, hour, node)
      );
      CREATE INDEX hour_count_hour ON journeys.hour_count (hour);

      -- 'node' is empty for the whole journey. 'seen' within 'hours', where 'usual' is the nearest of the days before.
      CREATE TABLE journeys.alarm (
        app_id     integer     NOT NULL,
        alarm_id   bigint      GENERATED ALWAYS AS IDENTITY,
        journey_id integer     NOT NULL REFERENCES journeys.journey ON DELETE CASCADE,
        hours      smallint    NOT NULL,
        seen       bigint      NOT NULL,
        usual      bigint      NOT NULL,
        kind       text        NOT NULL,
        node       text        NOT NULL,
        began_at   timestamptz NOT NULL DEFAULT now(),
        ended_at   timestamptz,
        PRIMARY KEY (app_id, alarm_id)
      );
      CREATE UNIQUE INDEX alarm_open ON journeys.alarm (journey_id, kind, node) WHERE ended_at IS NULL;
      CREATE INDEX alarm_journey ON journeys.alarm (journey_id, began_at);
    `);
    for (const table of ['watch', 'hour_count', 'alarm']) {
      await runner.query(`CREATE POLICY of_application ON journeys.${table}
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.alarm, journeys.hour_count, journeys.watch');
  }
}
