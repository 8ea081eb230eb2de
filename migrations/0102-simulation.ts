import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fault drills: copies of campaigns that are sent to simulators which fail on purpose, and how they were judged. */
export class Simulation0102 implements MigrationInterface {
  readonly name = 'Simulation1767225600102';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA simulation;

      -- 'log' names the log of the simulators at the start and 'log_after' its newest delivery: another log proves nothing.
      CREATE TABLE simulation.drill (
        drill_id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id           integer     NOT NULL REFERENCES tenancy.application ON DELETE CASCADE,
        notification_key integer     NOT NULL,
        copy_key         integer,
        state            text        NOT NULL CONSTRAINT drill_state
                                     CHECK (state IN ('ASKED', 'RUNNING', 'JUDGED', 'FAILED')),
        plan             jsonb       NOT NULL,
        made_by          jsonb       NOT NULL,
        made_at          timestamptz NOT NULL,
        started_at       timestamptz,
        ended_at         timestamptz,
        log              text,
        log_after        bigint,
        verdict          jsonb,
        why              text
      );
      -- One at a time: faults of two could not be told apart.
      CREATE UNIQUE INDEX drill_open ON simulation.drill (app_id) WHERE state IN ('ASKED', 'RUNNING');
      CREATE INDEX drill_of_campaign ON simulation.drill (app_id, notification_key, drill_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA simulation CASCADE');
  }
}
