import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Steps that call webhooks, and steps that let so many people pass in a stretch of time. */
export class JourneyNodes0314 implements MigrationInterface {
  readonly name = 'JourneyNodes1767225600314';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The webhook delivery that the person waits for, at a step that calls one.
      ALTER TABLE journeys.visit ADD COLUMN call_id bigint;

      -- One row for each step with a pace: the stretch that takes people next, and how many it has.
      CREATE TABLE journeys.throttle (
        journey_id integer     NOT NULL REFERENCES journeys.journey ON DELETE CASCADE,
        app_id     integer     NOT NULL,
        slot_at    timestamptz NOT NULL,
        used       integer     NOT NULL,
        node       text        NOT NULL,
        PRIMARY KEY (journey_id, node)
      );
      CREATE POLICY of_application ON journeys.throttle
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.throttle; ALTER TABLE journeys.visit DROP COLUMN call_id');
  }
}
