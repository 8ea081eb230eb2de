import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Selections of catalogs: which items fit, in which order. */
export class CatalogSelections0375 implements Migration {
  readonly name = 'CatalogSelections1767225600375';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      CREATE TABLE catalogs.selection (
        selection_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id       integer NOT NULL,
        catalog_id   integer NOT NULL CONSTRAINT selection_catalog REFERENCES catalogs.catalog ON DELETE CASCADE,
        name         text    NOT NULL,
        definition   jsonb   NOT NULL,
        CONSTRAINT selection_name UNIQUE (catalog_id, name)
      );
      CREATE POLICY of_application ON catalogs.selection
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- A search reads the first rows of one group in their order, however many items the catalog has.
      CREATE TABLE catalogs.selected_item (
        app_id       integer NOT NULL,
        catalog_id   integer NOT NULL,
        selection_id integer NOT NULL CONSTRAINT selected_item_selection REFERENCES catalogs.selection ON DELETE CASCADE,
        key          text    COLLATE "C" NOT NULL,
        grouped      bytea   NOT NULL,
        rank         bytea   NOT NULL,
        PRIMARY KEY (selection_id, key)
      );
      CREATE INDEX selected_item_order ON catalogs.selected_item (selection_id, grouped, rank, key);
      CREATE POLICY of_application ON catalogs.selected_item
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE catalogs.selected_item, catalogs.selection;
    `);
  }
}
