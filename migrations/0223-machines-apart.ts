import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Opens and clicks of machines apart from those of people. Rows that are there keep no fetcher: it is unknown. */
export class MachinesApart0223 implements Migration {
  readonly name = 'MachinesApart1767225600223';

  async up(runner: QueryRunner): Promise<void> {
    // The first default is for the rows that are there, the second for those that come.
    await runner.query(`
      ALTER TABLE tenancy.application ADD COLUMN track_machines text NOT NULL DEFAULT 'count';
      ALTER TABLE tenancy.application ALTER COLUMN track_machines SET DEFAULT 'apart';
      ALTER TABLE tenancy.application ADD CONSTRAINT application_track_machines
        CHECK (track_machines IN ('count', 'apart')) NOT VALID;
    `);
    // Each alone, because Citus takes no change of a distributed table beside others. NULL, 0: unknown; 1: a person.
    for (const table of ['delivery.open', 'delivery.click']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN fetcher smallint`);
      await runner.query(`ALTER TABLE ${table} ADD COLUMN rule text`);
    }
    await runner.query(`
      ALTER TABLE delivery.click_stat
        ADD COLUMN machine_opened bigint NOT NULL DEFAULT 0, ADD COLUMN machine_clicked bigint NOT NULL DEFAULT 0;
      CREATE OR REPLACE VIEW delivery.v_click_stat WITH (security_invoker = true) AS
        SELECT app_id, dispatch_id, platform, clicked, opened, received, machine_opened, machine_clicked
          FROM delivery.click_stat;

      -- Messages whose pixel ('opened') or link ('clicked') a machine fetched, once per recipient, with the rule that decided.
      CREATE TABLE delivery.machine_fetch (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        day          date        NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        kind         text        NOT NULL,
        at           timestamptz NOT NULL DEFAULT now(),
        rule         text        NOT NULL
      ) PARTITION BY RANGE (day);
      CREATE UNIQUE INDEX machine_fetch_once
        ON delivery.machine_fetch (vb, app_id, day, dispatch_id, channel, recipient_id, kind);
      CREATE TABLE delivery.machine_fetch_default PARTITION OF delivery.machine_fetch DEFAULT;
      CREATE POLICY of_application ON delivery.machine_fetch
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- Fetches that are not judged yet, or that later verdicts look at: half a minute at most. No address, no agent.
      CREATE TABLE delivery.fetch (
        fetch_id     bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        link         integer,
        agent        text        NOT NULL,
        network      text,
        is_whole     boolean     NOT NULL,
        is_sum       boolean     NOT NULL,
        at           timestamptz NOT NULL,
        is_judged    boolean     NOT NULL DEFAULT false
      );
      CREATE INDEX fetch_open ON delivery.fetch (at) WHERE NOT is_judged;
      CREATE INDEX fetch_judged ON delivery.fetch (at) WHERE is_judged;
      CREATE INDEX fetch_message ON delivery.fetch (dispatch_id, channel, recipient_id);
      CREATE POLICY of_application ON delivery.fetch
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- The list of 'herald ranges update': one row at most.
      CREATE TABLE delivery.address_ranges (
        id         smallint    PRIMARY KEY CHECK (id = 1),
        ranges     jsonb       NOT NULL,
        source     text        NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE delivery.address_ranges, delivery.fetch, delivery.machine_fetch;
      DROP VIEW delivery.v_click_stat;
      CREATE VIEW delivery.v_click_stat WITH (security_invoker = true) AS
        SELECT app_id, dispatch_id, platform, clicked, opened, received FROM delivery.click_stat;
      ALTER TABLE delivery.click_stat DROP COLUMN machine_opened, DROP COLUMN machine_clicked;
    `);
    for (const table of ['delivery.open', 'delivery.click']) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN fetcher`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN rule`);
    }
    await runner.query('ALTER TABLE tenancy.application DROP COLUMN track_machines');
  }
}
