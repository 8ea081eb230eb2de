import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `dispatch_id, app_id, notification_key, lane, state, target, options, message, planned, is_counted,
  pace_size, day, created_at, due_at, launched_at, finished_at, paused_at, pause_reason, stopped_at`;

/** The place of a dispatch among the contents of its campaign. */
export class CampaignContents0245 implements MigrationInterface {
  readonly name = 'CampaignContents1767225600245';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Its index among the contents of the campaign, and the dispatch of the first one, which launches all of them.
      -- Null: the campaign has one content.
      ALTER TABLE delivery.dispatch ADD COLUMN content smallint, ADD COLUMN lead_id bigint;
      CREATE OR REPLACE VIEW delivery.v_dispatch WITH (security_invoker = true) AS
        SELECT ${COLUMNS}, content, lead_id FROM delivery.dispatch;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW delivery.v_dispatch;
      CREATE VIEW delivery.v_dispatch WITH (security_invoker = true) AS SELECT ${COLUMNS} FROM delivery.dispatch;
      ALTER TABLE delivery.dispatch DROP COLUMN content, DROP COLUMN lead_id;
    `);
  }
}
