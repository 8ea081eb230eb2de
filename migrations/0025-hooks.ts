import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls to the operator's own servers with what became of a send. */
export class Hooks0025 implements MigrationInterface {
  readonly name = 'Hooks1767225600025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- url is null where the simulators of this installation are called. sealed: the secret that calls are signed with;
      -- previous: the one before it, which calls are signed with too until previous_until.
      CREATE TABLE delivery.hook (
        hook_id        integer     PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        app_id         integer     NOT NULL,
        name           text        NOT NULL,
        url            text,
        params         jsonb       NOT NULL DEFAULT '{}',
        sealed         bytea       NOT NULL,
        previous       bytea,
        previous_until timestamptz,
        created_at     timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT hook_name UNIQUE (app_id, name)
      );

      -- A call that is to be made: written with the results that it tells of, deleted when it was taken. ids: recipients,
      -- as in a chunk; who they are and what became of them is read when the call is made. failed_at: given up.
      CREATE TABLE delivery.hook_call (
        call_id     bigint      PRIMARY KEY,
        app_id      integer     NOT NULL,
        hook_id     integer     NOT NULL,
        dispatch_id bigint      NOT NULL,
        channel     smallint    NOT NULL,
        ids         bytea       NOT NULL,
        attempt     smallint    NOT NULL DEFAULT 0,
        due_at      timestamptz NOT NULL DEFAULT now(),
        offered_at  timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz,
        created_at  timestamptz NOT NULL DEFAULT now(),
        failed_at   timestamptz,
        failure     text
      ) WITH (fillfactor = 70);
      CREATE INDEX hook_call_due ON delivery.hook_call (due_at) WHERE failed_at IS NULL;
      CREATE INDEX hook_call_failed ON delivery.hook_call (failed_at) WHERE failed_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.hook_call, delivery.hook');
  }
}
