import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Journeys, and the people inside them. */
export class Journeys0271 implements MigrationInterface {
  readonly name = 'Journeys1767225600271';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA journeys;
      CREATE TABLE journeys.journey (
        journey_id integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL,
        -- Of the newest definition.
        version    integer     NOT NULL,
        name       text        NOT NULL,
        state      text        NOT NULL CHECK (state IN ('on', 'paused', 'closed', 'off')),
        removed_at timestamptz
      );
      CREATE UNIQUE INDEX journey_name ON journeys.journey (app_id, name) WHERE removed_at IS NULL;

      -- Never changed: people inside finish the version that they entered.
      CREATE TABLE journeys.version (
        journey_id integer     NOT NULL REFERENCES journeys.journey ON DELETE CASCADE,
        version    integer     NOT NULL,
        app_id     integer     NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        definition jsonb       NOT NULL,
        PRIMARY KEY (journey_id, version)
      );

      -- People inside. They rest at a node until due_at; woken: an event that the node waits for came.
      CREATE TABLE journeys.visit (
        uid        bigint      NOT NULL,
        entered_at timestamptz NOT NULL,
        since      timestamptz NOT NULL,
        due_at     timestamptz NOT NULL,
        app_id     integer     NOT NULL,
        journey_id integer     NOT NULL,
        version    integer     NOT NULL,
        vb         smallint    NOT NULL CHECK (vb = uid % 1024),
        is_woken   boolean     NOT NULL DEFAULT false,
        key        text        NOT NULL,
        node       text        NOT NULL,
        data       jsonb       NOT NULL,
        PRIMARY KEY (vb, app_id, uid, journey_id, key)
      ) WITH (fillfactor = 80);
      CREATE INDEX visit_due ON journeys.visit (journey_id, due_at);

      -- Visits that ended, until the retention of events.
      CREATE TABLE journeys.past_visit (
        uid        bigint      NOT NULL,
        entered_at timestamptz NOT NULL,
        left_at    timestamptz NOT NULL,
        app_id     integer     NOT NULL,
        journey_id integer     NOT NULL,
        version    integer     NOT NULL,
        vb         smallint    NOT NULL CHECK (vb = uid % 1024),
        key        text        NOT NULL,
        node       text        NOT NULL,
        reason     text        NOT NULL,
        PRIMARY KEY (vb, app_id, uid, journey_id, key, entered_at)
      );
      CREATE INDEX past_visit_left ON journeys.past_visit (app_id, left_at);

      -- Sums by node; those of one node are added up now and then. No primary key: rows are only added.
      CREATE TABLE journeys.passage (
        passed     bigint  NOT NULL,
        app_id     integer NOT NULL,
        journey_id integer NOT NULL,
        version    integer NOT NULL,
        node       text    NOT NULL
      );
      CREATE INDEX passage_journey ON journeys.passage (journey_id);

      INSERT INTO platform.feed_position (subscriber, app_id, position)
      VALUES ('journeys', 0, platform.settled_snapshot()) ON CONFLICT DO NOTHING;
    `);
    for (const table of TABLES) {
      await runner.query(`CREATE POLICY of_application ON journeys.${table}
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP SCHEMA journeys CASCADE;
      DELETE FROM platform.feed_position AS p WHERE p.subscriber = 'journeys';
    `);
  }
}

const TABLES = ['journey', 'version', 'visit', 'past_visit', 'passage'];
