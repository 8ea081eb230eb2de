import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks of composed campaigns: what a launch would plan, counted beside the requests of the gateway. */
export class CampaignChecks0114 implements MigrationInterface {
  readonly name = 'CampaignChecks1767225600114';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- 'request' is the campaign as a launch would store it, 'hash' of it what a launch or an approval names again. It is
      -- deleted after a day. 'touched_at' is null while no process works on it.
      CREATE TABLE notifications.campaign_check (
        app_id      integer     NOT NULL,
        check_id    integer     GENERATED ALWAYS AS IDENTITY,
        by_kind     text        NOT NULL,
        by_id       text        NOT NULL,
        hash        text        NOT NULL,
        starts_at   timestamptz,
        waits       boolean     NOT NULL,
        request     jsonb       NOT NULL,
        state       text        NOT NULL DEFAULT 'OPEN',
        epoch       integer     NOT NULL DEFAULT 0,
        share       real        NOT NULL DEFAULT 0,
        planned     bigint,
        users       bigint,
        forecast    jsonb,
        fault       jsonb,
        created_at  timestamptz NOT NULL DEFAULT now(),
        touched_at  timestamptz,
        ended_at    timestamptz,
        PRIMARY KEY (app_id, check_id)
      );
      CREATE INDEX campaign_check_open ON notifications.campaign_check (created_at) WHERE state = 'OPEN';
      CREATE INDEX campaign_check_age ON notifications.campaign_check (created_at);
      CREATE POLICY of_application ON notifications.campaign_check
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE notifications.campaign_check;
    `);
  }
}
