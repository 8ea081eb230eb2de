import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens that a send found dead, so that it can be undone. */
export class TokenHygiene0044 implements MigrationInterface {
  readonly name = 'TokenHygiene1767225600044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The dispatch during which a provider called the token dead; NULL again when the token is registered anew. With
      -- retired_at it is out of use. Without, it is only suspected: more than that dispatch may take out of use.
      ALTER TABLE users.installation ADD COLUMN struck_by bigint;
      CREATE INDEX installation_struck ON users.installation (app_id, struck_by) WHERE struck_by IS NOT NULL;

      -- How many tokens of a dispatch were called dead, in 16 rows, so that settlements seldom wait for each other.
      CREATE TABLE delivery.token_strike (
        dispatch_id bigint   NOT NULL,
        app_id      integer  NOT NULL,
        dead        integer  NOT NULL,
        slot        smallint NOT NULL,
        PRIMARY KEY (dispatch_id, slot)
      ) WITH (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE delivery.token_strike;
      DROP INDEX users.installation_struck;
      ALTER TABLE users.installation DROP COLUMN struck_by;
    `);
  }
}
