import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Parts of the words of users, hashed, so that people are found by what someone types. The built-in GIN needs no extension:
 * a hash names application, right and slice too, so that a search reads nothing of another application.
 */
export class PeopleSearch0256 implements MigrationInterface {
  readonly name = 'PeopleSearch1767225600256';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.attribute_def ADD COLUMN search boolean NOT NULL DEFAULT false;

      -- Beside app_user: an index over arrays there would end the HOT updates of profiles.
      CREATE TABLE users.search_entry (
        uid    bigint    NOT NULL,
        app_id integer   NOT NULL,
        vb     smallint  NOT NULL CHECK (vb = uid % 1024),
        parts  integer[] NOT NULL,
        PRIMARY KEY (vb, app_id, uid)
      );
      -- A search reads the list of pending entries as well, so it stays short.
      CREATE INDEX search_entry_parts ON users.search_entry USING gin (parts) WITH (gin_pending_list_limit = 1024);
      CREATE POLICY of_application ON users.search_entry
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- The attributes by which the entries of an application were made, and the next bucket to make.
      CREATE TABLE users.search_build (
        done_at timestamptz,
        app_id  integer NOT NULL PRIMARY KEY,
        next_vb integer NOT NULL DEFAULT 0,
        fields  text    NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE users.search_build;
      DROP TABLE users.search_entry;
      DELETE FROM platform.feed_position WHERE subscriber = 'people-search';
      ALTER TABLE users.attribute_def DROP COLUMN search;
    `);
  }
}
