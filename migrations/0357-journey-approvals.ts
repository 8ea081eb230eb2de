import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of journeys that wait for approvals. */
export class JourneyApprovals0357 implements MigrationInterface {
  readonly name = 'JourneyApprovals1767225600357';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- A definition and a state that a journey gets with its last approval, if it is still in 'base_version' and
      -- 'base_state'. 'per_day' is the limit that it gets; null, as 'needed': its forecast is not there yet.
      CREATE TABLE journeys.request (
        app_id       integer     NOT NULL,
        request_id   bigint      GENERATED ALWAYS AS IDENTITY,
        journey_id   integer     NOT NULL REFERENCES journeys.journey ON DELETE CASCADE,
        base_version integer     NOT NULL,
        needed       smallint,
        self         boolean     NOT NULL,
        base_state   text        NOT NULL,
        state        text        NOT NULL,
        outcome      text,
        author_kind  text        NOT NULL,
        author_id    text        NOT NULL,
        author_name  text        NOT NULL,
        behind       bigint[]    NOT NULL DEFAULT '{}',
        per_day      bigint,
        replay_id    bigint,
        definition   jsonb       NOT NULL,
        moved        jsonb,
        words        text,
        asked_at     timestamptz NOT NULL DEFAULT now(),
        decided_at   timestamptz,
        PRIMARY KEY (app_id, request_id)
      );
      CREATE UNIQUE INDEX request_open ON journeys.request (journey_id) WHERE outcome IS NULL;
      CREATE POLICY of_application ON journeys.request
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      CREATE TABLE journeys.request_vote (
        app_id      integer     NOT NULL,
        request_id  bigint      NOT NULL,
        actor_kind  text        NOT NULL,
        actor_id    text        NOT NULL,
        actor_name  text        NOT NULL,
        behind      bigint[]    NOT NULL DEFAULT '{}',
        words       text,
        at          timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, request_id, actor_kind, actor_id),
        FOREIGN KEY (app_id, request_id) REFERENCES journeys.request ON DELETE CASCADE
      );
      CREATE POLICY of_application ON journeys.request_vote
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- When this version was approved; null: it was not.
      ALTER TABLE journeys.version ADD COLUMN approved_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE journeys.version DROP COLUMN approved_at;
      DROP TABLE journeys.request_vote, journeys.request;
    `);
  }
}
