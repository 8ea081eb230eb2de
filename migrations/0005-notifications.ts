import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notification definitions and campaigns, which share one number space below 2^31 (design, section 3). */
export class Notifications0005 implements MigrationInterface {
  readonly name = 'Notifications1767225600005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS notifications;

      CREATE SEQUENCE notifications.notification_key AS integer MINVALUE 1 START 1;

      CREATE TABLE notifications.definition (
        notification_key integer     PRIMARY KEY DEFAULT nextval('notifications.notification_key'),
        app_id           integer     NOT NULL,
        kind             text        NOT NULL,
        message          jsonb       NOT NULL,
        created_at       timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX definition_by_app ON notifications.definition (app_id, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA notifications CASCADE');
  }
}
