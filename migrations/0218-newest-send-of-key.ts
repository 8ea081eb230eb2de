import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

const BY_ID = { table: 'delivery.dispatch', columns: '(app_id, notification_key, is_counted, dispatch_id)' };

/** The newest send of a key is found without a look at the others. */
export class NewestSendOfKey0218 implements Migration {
  readonly name = 'NewestSendOfKey1767225600218';
  /** The index is built beside writers. It takes the place of the narrower one, so no send has one more. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    if (!(await steps.hasIndex({ index: 'dispatch_by_key', ...BY_ID }))) {
      await steps.buildIndex({ index: 'dispatch_by_key_and_id', ...BY_ID });
      await steps.lockBriefly(`DROP INDEX IF EXISTS delivery.dispatch_by_key;
        ALTER INDEX delivery.dispatch_by_key_and_id RENAME TO dispatch_by_key`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX CONCURRENTLY dispatch_by_counted_key ON delivery.dispatch (app_id, notification_key, is_counted)',
    );
    await runner.query(
      'DROP INDEX IF EXISTS delivery.dispatch_by_key; ALTER INDEX delivery.dispatch_by_counted_key RENAME TO dispatch_by_key',
    );
  }
}
