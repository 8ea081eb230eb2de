import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Catalogs: items with a key and typed fields, which templates look up. */
export class Catalogs0362 implements Migration {
  readonly name = 'Catalogs1767225600362';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      CREATE SCHEMA catalogs;

      -- The version rises with every change of an item, so that workers know which of their copies are old.
      CREATE TABLE catalogs.catalog (
        catalog_id integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL CONSTRAINT catalog_application REFERENCES tenancy.application ON DELETE CASCADE,
        name       text        NOT NULL,
        key_field  text        NOT NULL,
        fields     jsonb       NOT NULL,
        version    bigint      NOT NULL DEFAULT 1,
        items      integer     NOT NULL DEFAULT 0,
        changed_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT catalog_name UNIQUE (app_id, name)
      );
      CREATE POLICY of_application ON catalogs.catalog
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      CREATE TABLE catalogs.item (
        app_id     integer     NOT NULL,
        catalog_id integer     NOT NULL CONSTRAINT item_catalog REFERENCES catalogs.catalog ON DELETE CASCADE,
        key        text        COLLATE "C" NOT NULL,
        value      jsonb       NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (catalog_id, key),
        CONSTRAINT item_size_check CHECK (octet_length(value::text) <= 32768)
      );
      CREATE POLICY of_application ON catalogs.item
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP SCHEMA catalogs CASCADE;
    `);
  }
}
