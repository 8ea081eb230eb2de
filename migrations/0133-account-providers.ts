import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account names its provider, and the program alone knows which channels there are. */
export class AccountProviders0133 implements MigrationInterface {
  readonly name = 'AccountProviders1767225600133';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Null: the provider that the channel had before it had several.
      ALTER TABLE tenancy.provider_account
        ADD COLUMN provider text,
        DROP CONSTRAINT provider_account_channel;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DELETE FROM tenancy.provider_account
        WHERE provider IS NOT NULL OR channel NOT IN ('apns', 'fcm', 'webpush', 'smtp', 'sms');
      ALTER TABLE tenancy.provider_account
        DROP COLUMN provider,
        ADD CONSTRAINT provider_account_channel CHECK (channel IN ('apns', 'fcm', 'webpush', 'smtp', 'sms'));
    `);
  }
}
