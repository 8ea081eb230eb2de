import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Columns of each table that other modules may read, as a view `v_…` of the same schema. A view is a plain choice of columns:
 * Postgres plans a statement over it as one over its table. Columns are only added, at the end.
 */
const VIEWS: Readonly<Record<string, string>> = {
  'tenancy.provider_account': 'id, app_id',
  'users.app_user': `vb, app_id, uid, ext_id, attrs, tags, email, email_opt_in, msisdn, sms_opt_in, created_at, updated_at`,
  'users.installation': `vb, app_id, inst_id, uid, first_uid, platform, token, retired_at, push_permitted, last_active_at,
    device_model, os_version, app_version, language, country, time_zone, proof_key, server_registered, secret_hash`,
  'users.installation_home': 'vb, app_id, inst_id, uid',
  'users.installation_location': 'vb, app_id, uid, inst_id, latitude, longitude',
  'users.category_optout': 'vb, app_id, uid, category_id',
  'users.removal': 'removal_id, app_id, attr_id, value, done_at',
  'users.removal_survivor': 'vb, app_id, uid, removal_id',
  'events.event': 'vb, app_id, uid, event_id, day, ts, attrs',
  'notifications.definition': 'notification_key, app_id, kind, message, created_at, updated_at',
  'delivery.dispatch': `dispatch_id, app_id, notification_key, lane, state, target, options, message, planned, is_counted,
    pace_size, day, created_at, due_at, launched_at, finished_at, paused_at, pause_reason, stopped_at`,
  'delivery.chunk': `dispatch_id, chunk_id, app_id, channel, state, ids, done, sent, failed, skipped, intent, lease_until,
    marks, error_code, reason, words`,
  'delivery.retry': 'dispatch_id, app_id, channel, recipient_id, due_at, error_code, reason, words',
  'delivery.push_result': `vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, error_code, reason,
    account_id, ts, shown`,
  'delivery.left_out': 'dispatch_id, app_id, day, vb_from, vb_to, kind, reason, users, uids, names, at',
  'delivery.click_stat': 'app_id, dispatch_id, platform, clicked, opened, received',
  'delivery.send_total': 'app_id, notification_key, day, planned, started_at, options',
  'delivery.send_count': 'app_id, notification_key, day, kind, platform, name, count',
};

const nameOf = (table: string): string => table.replace('.', '.v_');

/** Views that are all that other modules read of a schema. The release before reads the tables, which stay as they are. */
export class ReadModels0215 implements MigrationInterface {
  readonly name = 'ReadModels1767225600215';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(VIEWS)) {
      // Rights of the invoker: policies of the table hold for the reader, not for the owner.
      await runner.query(
        `CREATE VIEW ${nameOf(table)} WITH (security_invoker = true) AS SELECT ${columns} FROM ${table}`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW ${Object.keys(VIEWS).map(nameOf).join(', ')}`);
  }
}
