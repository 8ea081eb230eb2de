import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

const TABLE = 'delivery.push_result';
const COLUMNS = '(vb, recipient_id, dispatch_id, channel, day)';

/**
 * One index of results less: the unique key begins with the recipient, so it also finds what a person was sent. A person
 * is known by few recipients: the uid, installations, former ones, and users that were merged into it.
 */
export class ResultsByRecipient0100 implements Migration {
  readonly name = 'ResultsByRecipient1767225600100';
  /** The index is built beside the workers, and then takes the place of both old ones. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    // recipients: like vbs, but the recipients themselves; null in rows of the release before.
    await steps.lockBriefly('ALTER TABLE users.departed ADD COLUMN IF NOT EXISTS recipients bigint[]');
    await steps.lockBriefly('ALTER TABLE identity.second_look ADD COLUMN IF NOT EXISTS recipients bigint[]');
    if (!(await steps.hasIndex({ index: 'push_result_once', table: TABLE, columns: COLUMNS }))) {
      await steps.buildPartitionedIndex({
        index: 'push_result_recipient',
        table: TABLE,
        columns: COLUMNS,
        isUnique: true,
      });
      await steps.lockBriefly(
        `DROP INDEX delivery.push_result_once; ALTER INDEX delivery.push_result_recipient RENAME TO push_result_once`,
      );
    }
    await steps.lockBriefly('DROP INDEX IF EXISTS delivery.push_result_by_user');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER INDEX delivery.push_result_once RENAME TO push_result_recipient;
      CREATE UNIQUE INDEX push_result_once ON delivery.push_result (vb, app_id, dispatch_id, channel, day, recipient_id);
      CREATE INDEX push_result_by_user ON delivery.push_result (vb, uid);
      DROP INDEX delivery.push_result_recipient;
      ALTER TABLE identity.second_look DROP COLUMN recipients;
      ALTER TABLE users.departed DROP COLUMN recipients;
    `);
  }
}
