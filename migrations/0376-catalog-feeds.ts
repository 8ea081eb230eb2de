import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Feeds of catalogs: addresses that are asked for items again and again. */
export class CatalogFeeds0376 implements Migration {
  readonly name = 'CatalogFeeds1767225600376';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      CREATE TABLE catalogs.feed (
        catalog_id     integer     PRIMARY KEY CONSTRAINT feed_catalog REFERENCES catalogs.catalog ON DELETE CASCADE,
        app_id         integer     NOT NULL,
        url            text        NOT NULL,
        every_seconds  integer     NOT NULL,
        format         text        NOT NULL,
        removes_absent boolean     NOT NULL,
        simulator      boolean     NOT NULL,
        sealed         bytea,
        etag           text,
        last_modified  text,
        due_at         timestamptz NOT NULL DEFAULT now(),
        tried_at       timestamptz,
        succeeded_at   timestamptz,
        error          text
      );
      CREATE INDEX feed_due ON catalogs.feed (due_at);
      CREATE POLICY of_application ON catalogs.feed
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE catalogs.feed;
    `);
  }
}
