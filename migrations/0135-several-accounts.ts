import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several accounts of a channel: their rules, and by which of them a message has left or may have left. */
export class SeveralAccounts0135 implements MigrationInterface {
  readonly name = 'SeveralAccounts1767225600135';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- Columns without a default: no table is rewritten, and the release before leaves them null.
      -- {countries, share, order}; null: the account takes every message of its channel.
      ALTER TABLE tenancy.provider_account ADD COLUMN rules jsonb;
      -- Pairs of recipient and account, 32 bits each: by which account a recipient in flight has left, or one that is tried
      -- again must leave. Who is in flight and not named left by the account that has the name of the channel.
      ALTER TABLE delivery.chunk ADD COLUMN accounts bytea;
      -- The only account that may try again; null: any.
      ALTER TABLE delivery.retry ADD COLUMN account_id integer;
      -- By which account a result came, where the channel had several.
      ALTER TABLE delivery.push_result ADD COLUMN account_id integer;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DELETE FROM tenancy.provider_account WHERE channel LIKE '%:%';
      ALTER TABLE tenancy.provider_account DROP COLUMN rules;
      ALTER TABLE delivery.chunk DROP COLUMN accounts;
      ALTER TABLE delivery.retry DROP COLUMN account_id;
      ALTER TABLE delivery.push_result DROP COLUMN account_id;
    `);
  }
}
