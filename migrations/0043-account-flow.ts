import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How fast provider accounts may send, and when they rest because of their provider. */
export class AccountFlow0043 implements MigrationInterface {
  readonly name = 'AccountFlow1767225600043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What the application file limits: {perSecond, rampFrom, perDomain}. NULL: nothing.
      ALTER TABLE tenancy.provider_account ADD COLUMN pace jsonb;

      CREATE SCHEMA channels;

      -- One row per account, and per sender or recipient domain that has a pace of its own (lane; '' for the account).
      -- free_at: everything granted so far has left by then. ramp_at: when the account began to send after a long rest.
      CREATE TABLE channels.pace (
        free_at    timestamptz NOT NULL,
        ramp_at    timestamptz NOT NULL,
        account_id integer     NOT NULL,
        app_id     integer     NOT NULL,
        lane       text        NOT NULL,
        PRIMARY KEY (account_id, lane)
      ) WITH (fillfactor = 50);

      -- An account whose provider is out of order (trips > 0: somebody must try it first), or asked for patience (0).
      -- version: of the credentials that it was found with; others are not tried yet, and do not rest.
      CREATE TABLE delivery.account_rest (
        since       timestamptz NOT NULL DEFAULT now(),
        rest_until  timestamptz NOT NULL,
        probe_until timestamptz,
        account_id  integer     PRIMARY KEY,
        app_id      integer     NOT NULL,
        version     integer     NOT NULL,
        trips       smallint    NOT NULL,
        code        text        NOT NULL,
        why         text        NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE delivery.account_rest, channels.pace;
      DROP SCHEMA channels;
      ALTER TABLE tenancy.provider_account DROP COLUMN pace;
    `);
  }
}
