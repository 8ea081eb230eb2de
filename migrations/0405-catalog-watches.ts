import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Watches of catalogs: changes of items that become events of people. */
export class CatalogWatches0405 implements Migration {
  readonly name = 'CatalogWatches1767225600405';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      CREATE TABLE catalogs.watch (
        watch_id   integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL,
        catalog_id integer     NOT NULL CONSTRAINT watch_catalog REFERENCES catalogs.catalog ON DELETE CASCADE,
        kind       text        NOT NULL,
        definition jsonb       NOT NULL,
        state      text        NOT NULL DEFAULT 'WAITING',
        epoch      integer     NOT NULL DEFAULT 0,
        touched_at timestamptz,
        due_at     timestamptz NOT NULL DEFAULT now(),
        -- Changes are worked on in rounds: since when, and how far.
        round_at   timestamptz,
        place      jsonb,
        CONSTRAINT watch_kind UNIQUE (catalog_id, kind)
      );
      CREATE POLICY of_application ON catalogs.watch
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- One row for an item and the transaction that changed it: from the value before to the value after.
      CREATE TABLE catalogs.item_change (
        change_id  bigint           GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer          NOT NULL,
        watch_id   integer          NOT NULL CONSTRAINT item_change_watch REFERENCES catalogs.watch ON DELETE CASCADE,
        key        text             COLLATE "C" NOT NULL,
        xid        xid8             NOT NULL DEFAULT pg_current_xact_id(),
        old_value  double precision,
        new_value  double precision,
        at         timestamptz      NOT NULL DEFAULT now(),
        in_round   boolean          NOT NULL DEFAULT false,
        people     integer          NOT NULL DEFAULT 0,
        is_limited boolean          NOT NULL DEFAULT false,
        done_at    timestamptz,
        error      text
      );
      CREATE UNIQUE INDEX item_change_open ON catalogs.item_change (watch_id, xid, key) WHERE done_at IS NULL;
      CREATE INDEX item_change_newest ON catalogs.item_change (watch_id, change_id);
      CREATE POLICY of_application ON catalogs.item_change
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE catalogs.item_change, catalogs.watch;
    `);
  }
}
