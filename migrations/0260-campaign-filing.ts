import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Folders of campaigns, which of them are archived, and the words by which they are found. */
export class CampaignFiling0260 implements MigrationInterface {
  readonly name = 'CampaignFiling1767225600260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications.campaign_folder (
        folder_id  bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
        created_at timestamptz NOT NULL DEFAULT now(),
        app_id     integer     NOT NULL,
        name       text        NOT NULL,
        PRIMARY KEY (app_id, folder_id)
      );
      CREATE UNIQUE INDEX campaign_folder_name ON notifications.campaign_folder (app_id, lower(name));
      CREATE POLICY of_application ON notifications.campaign_folder
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- A row per campaign; one that the release before stored has none. words: name, label and texts, folded, at most
      -- 1,800 characters, so that a search reads no TOAST; NULL: not read yet.
      CREATE TABLE notifications.campaign_filing (
        folder_id        bigint,
        archived_at      timestamptz,
        notification_key integer NOT NULL PRIMARY KEY,
        app_id           integer NOT NULL,
        words            text
      );
      ALTER TABLE notifications.campaign_filing ALTER COLUMN words SET STORAGE MAIN;
      CREATE INDEX campaign_filing_listed ON notifications.campaign_filing (app_id, notification_key DESC);
      CREATE INDEX campaign_filing_unread ON notifications.campaign_filing (notification_key) WHERE words IS NULL;
      CREATE POLICY of_application ON notifications.campaign_filing
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      INSERT INTO notifications.campaign_filing (notification_key, app_id)
      SELECT f.notification_key, f.app_id FROM notifications.definition AS f WHERE f.kind = 'campaign';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE notifications.campaign_filing;
      DROP TABLE notifications.campaign_folder;
    `);
  }
}
