import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** People who had an event about an item: changes of an item find their people without reading all events. */
export class ItemMentions0423 implements Migration {
  readonly name = 'ItemMentions1767225600423';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- One row for a person and a key of an item, with the days of the events that name it. Rows may be too many, never too
      -- few: the events decide.
      CREATE TABLE events.item_mention (
        uid       bigint   NOT NULL,
        first_day date     NOT NULL,
        last_day  date     NOT NULL,
        app_id    integer  NOT NULL,
        vb        smallint NOT NULL CHECK (vb = uid % 1024),
        key       text     COLLATE "C" NOT NULL,
        PRIMARY KEY (vb, app_id, uid, key)
      );
      CREATE INDEX item_mention_key ON events.item_mention (app_id, key, vb, uid);
      CREATE POLICY of_application ON events.item_mention
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- Events of the watch that writers mention, since when, and whether earlier ones are mentioned too.
      ALTER TABLE catalogs.watch ADD COLUMN mentioned jsonb;
      ALTER TABLE catalogs.watch ADD COLUMN mentioned_at timestamptz;
      ALTER TABLE catalogs.watch ADD COLUMN is_filled boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE catalogs.watch DROP COLUMN mentioned, DROP COLUMN mentioned_at, DROP COLUMN is_filled;
      DROP TABLE events.item_mention;
    `);
  }
}
