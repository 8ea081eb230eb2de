import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns for proofs of consent: when consent of a recipient was read, and about which user a statement was made. */
export class ConsentProofs0238 implements MigrationInterface {
  readonly name = 'ConsentProofs1767225600238';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When consent was read for the last time before the message left; null where nothing was sent, and in older rows.
      ALTER TABLE delivery.push_result ADD COLUMN checked_at timestamptz;
      CREATE OR REPLACE VIEW delivery.v_push_result WITH (security_invoker = true) AS
        SELECT vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason,
               account_id, ts, shown, checked_at
          FROM delivery.push_result;
      -- The user whom a statement of a merged user was made about; null: the user who has it.
      ALTER TABLE users.consent_event ADD COLUMN stated_uid bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users.consent_event DROP COLUMN stated_uid;
      DROP VIEW delivery.v_push_result;
      CREATE VIEW delivery.v_push_result WITH (security_invoker = true) AS
        SELECT vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason,
               account_id, ts, shown
          FROM delivery.push_result;
      ALTER TABLE delivery.push_result DROP COLUMN checked_at;
    `);
  }
}
