import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['users.tagging', 'users.tagging_part'] as const;

/** Tags that the scheduler gives to everybody in an audience, or takes off: how far each is, and who is left. */
export class Taggings0171 implements MigrationInterface {
  readonly name = 'Taggings1767225600171';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 'done' and 'changed' move in the transaction that tags. 'epoch' grows with each process that takes it over; what a
      -- lower epoch does is not committed.
      CREATE TABLE users.tagging (
        app_id      integer     NOT NULL,
        tagging_id  uuid        NOT NULL,
        direction   text        NOT NULL,
        tag_id      integer     NOT NULL,
        tag         text        NOT NULL,
        asked_by    text        NOT NULL,
        state       text        NOT NULL DEFAULT 'WAITING',
        people      integer     NOT NULL,
        done        integer     NOT NULL DEFAULT 0,
        changed     integer     NOT NULL DEFAULT 0,
        epoch       integer     NOT NULL DEFAULT 0,
        created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
        touched_at  timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        PRIMARY KEY (app_id, tagging_id)
      );
      CREATE INDEX tagging_open ON users.tagging (created_at) WHERE finished_at IS NULL;

      -- One transaction's people: their uids, four bytes each, the lowest byte first. The row goes when they are done.
      CREATE TABLE users.tagging_part (
        app_id     integer NOT NULL,
        tagging_id uuid    NOT NULL,
        part       integer NOT NULL,
        uids       bytea   NOT NULL,
        PRIMARY KEY (app_id, tagging_id, part)
      );
    `);
    for (const table of TABLES) {
      await runner.query(`
        CREATE POLICY of_application ON ${table}
          USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${TABLES.toReversed().join(', ')}`);
  }
}
