import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sends that wait for an approval can be listed. */
export class UndecidedSends0080 implements MigrationInterface {
  readonly name = 'UndecidedSends1767225600080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- The table has one row for each send that ever waited: few.
      CREATE INDEX waiting_send_undecided ON notifications.waiting_send (app_id, approval_id) WHERE decided_at IS NULL;

      -- Campaigns that wait since before the table have no author, so any key with the scope may approve them.
      INSERT INTO notifications.waiting_send (approval_id, app_id, dispatch_ids, needed, self, asked_at)
      SELECT d.notification_key, d.app_id, ARRAY[d.dispatch_id], a.approvers, true, d.created_at
        FROM delivery.dispatch d JOIN tenancy.application a ON a.id = d.app_id
       WHERE d.state = 0 AND d.due_at IS NULL AND d.lane = 'bulk'
      ON CONFLICT (approval_id) DO NOTHING;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX notifications.waiting_send_undecided');
  }
}
