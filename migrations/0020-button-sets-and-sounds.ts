import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What messages may refer to only when it is defined: button sets and sounds of an application. */
export class ButtonSetsAndSounds0020 implements MigrationInterface {
  readonly name = 'ButtonSetsAndSounds1767225600020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Ids are chosen by the operator: clients name a set by its id.
      CREATE TABLE notifications.button_set (
        app_id        integer NOT NULL,
        button_set_id integer NOT NULL,
        buttons       text[]  NOT NULL,
        PRIMARY KEY (app_id, button_set_id)
      );

      -- Names of files in the application: each platform has its own.
      CREATE TABLE notifications.sound (
        app_id   integer NOT NULL,
        platform text    NOT NULL CHECK (platform IN ('IOS', 'ANDROID')),
        name     text    NOT NULL,
        PRIMARY KEY (app_id, platform, name)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.button_set, notifications.sound');
  }
}
