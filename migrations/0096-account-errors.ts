import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last fault of each provider account, and the words of the provider in what waits because of one. */
export class AccountErrors0096 implements MigrationInterface {
  readonly name = 'AccountErrors1767225600096';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Columns without a default: changes of the catalogue alone.
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE delivery.retry ADD COLUMN words text;
      ALTER TABLE delivery.chunk ADD COLUMN words text;

      -- One row for each account that has failed. version: of the credentials that failed. since, times: since the last
      -- success. ended_at: the next one. words: of the provider, without addresses.
      CREATE TABLE delivery.account_error (
        since      timestamptz NOT NULL DEFAULT now(),
        last_at    timestamptz NOT NULL DEFAULT now(),
        ended_at   timestamptz,
        times      bigint      NOT NULL,
        account_id integer     PRIMARY KEY,
        app_id     integer     NOT NULL,
        version    integer     NOT NULL,
        code       text        NOT NULL,
        why        text        NOT NULL,
        words      text        NOT NULL
      ) WITH (fillfactor = 50);
      CREATE INDEX account_error_by_app ON delivery.account_error (app_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE delivery.account_error;
      ALTER TABLE delivery.chunk DROP COLUMN words;
      ALTER TABLE delivery.retry DROP COLUMN words;
    `);
  }
}
