import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['identity.erasure_list', 'identity.erasure_list_part'] as const;

/** Lists of people that the scheduler erases: how far each is, and what became of its lines. */
export class ErasureLists0156 implements MigrationInterface {
  readonly name = 'ErasureLists1767225600156';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 'done' and 'users' move in the transaction that erases. 'epoch' grows with each process that takes the list over;
      -- what a lower epoch erases is not committed. 'receipt_id' is that of the erasure.
      CREATE TABLE identity.erasure_list (
        app_id       integer     NOT NULL,
        receipt_id   uuid        NOT NULL,
        state        text        NOT NULL,
        asked        integer     NOT NULL,
        repeated     integer     NOT NULL,
        known        integer     NOT NULL,
        done         integer     NOT NULL DEFAULT 0,
        users        integer     NOT NULL DEFAULT 0,
        fault        text,
        origin       jsonb       NOT NULL,
        epoch        integer     NOT NULL DEFAULT 0,
        created_at   timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz,
        touched_at   timestamptz NOT NULL DEFAULT now(),
        finished_at  timestamptz,
        PRIMARY KEY (app_id, receipt_id)
      );

      -- One transaction's people: their lines in the list, and their extIds sealed with the master key until they are
      -- erased. Then it has which of them were users.
      CREATE TABLE identity.erasure_list_part (
        app_id     integer   NOT NULL,
        receipt_id uuid      NOT NULL,
        part       integer   NOT NULL,
        lines      integer[] NOT NULL,
        sealed     bytea,
        were_users boolean[],
        PRIMARY KEY (app_id, receipt_id, part)
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
