import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the times of entry of journeys were looked at, and entries that limits count. */
export class JourneySchedules0288 implements MigrationInterface {
  readonly name = 'JourneySchedules1767225600288';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row for each journey that people enter by time. looking_until and after_uid: a look that is under way.
      CREATE TABLE journeys.schedule (
        journey_id    integer     PRIMARY KEY REFERENCES journeys.journey ON DELETE CASCADE,
        app_id        integer     NOT NULL,
        looked_until  timestamptz NOT NULL,
        looking_until timestamptz,
        after_uid     bigint
      );

      -- One row for each journey with limits: entries of the UTC day and minute, and when one was last refused.
      CREATE TABLE journeys.pace (
        journey_id     integer     PRIMARY KEY REFERENCES journeys.journey ON DELETE CASCADE,
        app_id         integer     NOT NULL,
        day_entries    bigint      NOT NULL,
        minute_entries bigint      NOT NULL,
        at             timestamptz NOT NULL,
        refused_at     timestamptz
      );
    `);
    for (const table of ['schedule', 'pace']) {
      await runner.query(`CREATE POLICY of_application ON journeys.${table}
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.schedule, journeys.pace');
  }
}
