import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recurring campaigns. Each of their runs is a dispatch with their key. */
export class RecurringCampaigns0252 implements MigrationInterface {
  readonly name = 'RecurringCampaigns1767225600252';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row per recurring campaign. next_*: the run that comes next, by instant, by its clock and by its place in the rule;
      -- NULL: none. asked_id: the dispatch of the first run, while it waits for an approval that is for all runs.
      CREATE TABLE delivery.series (
        notification_key integer     PRIMARY KEY,
        app_id           integer     NOT NULL,
        created_at       timestamptz NOT NULL DEFAULT now(),
        message          jsonb       NOT NULL,
        target           jsonb       NOT NULL,
        options          jsonb       NOT NULL,
        speed            jsonb,
        -- Messages and options of each content, in their order: [{ "message", "options" }]; NULL: it has one.
        contents         jsonb,
        rule             jsonb       NOT NULL,
        next_at          timestamptz,
        next_wall        text,
        next_number      integer,
        asked_id         bigint,
        runs             integer     NOT NULL DEFAULT 0,
        -- The newest times without a run: [{ "at" }]; missed_count: all of them.
        missed           jsonb       NOT NULL DEFAULT '[]',
        missed_count     integer     NOT NULL DEFAULT 0,
        author           jsonb       NOT NULL,
        paused_at        timestamptz,
        pause_reason     text,
        ended_at         timestamptz,
        stopped_at       timestamptz
      );
      CREATE INDEX series_due ON delivery.series (next_at) WHERE ended_at IS NULL AND paused_at IS NULL AND asked_id IS NULL;
      CREATE INDEX series_asked ON delivery.series (asked_id) WHERE asked_id IS NOT NULL;
      CREATE INDEX series_application ON delivery.series (app_id, created_at);
      CREATE POLICY of_application ON delivery.series
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      CREATE VIEW delivery.v_series WITH (security_invoker = true) AS
        SELECT notification_key, app_id, created_at, rule, next_at, next_wall, next_number, asked_id, runs, missed,
               missed_count, paused_at, ended_at, stopped_at, target, options, speed
          FROM delivery.series;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW delivery.v_series; DROP TABLE delivery.series');
  }
}
