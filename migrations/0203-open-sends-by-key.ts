import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

const TABLE = 'delivery.dispatch';
const BY_KEY = '(state, app_id, notification_key) WHERE (state < 3)';
const ROOT = `(app_id, ((options #>> '{replaces,rootKey}')::integer)) WHERE state < 3 AND options ? 'replaces'`;

/** Open sends of a key, and of a row of replacements, are found without a look at the others. */
export class OpenSendsByKey0203 implements Migration {
  readonly name = 'OpenSendsByKey1767225600203';
  /**
   * The indexes are built beside writers. The wider one takes the place of `dispatch_open`, so no send has one more.
   */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.buildIndex({ index: 'dispatch_open_root', table: TABLE, columns: ROOT });
    if (!(await steps.hasIndex({ index: 'dispatch_open', table: TABLE, columns: BY_KEY }))) {
      await steps.buildIndex({ index: 'dispatch_open_key', table: TABLE, columns: BY_KEY });
      await steps.lockBriefly(`DROP INDEX IF EXISTS delivery.dispatch_open;
        ALTER INDEX delivery.dispatch_open_key RENAME TO dispatch_open`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS delivery.dispatch_open_root');
    await runner.query('CREATE INDEX CONCURRENTLY dispatch_open_state ON delivery.dispatch (state) WHERE state < 3');
    await runner.query(
      'DROP INDEX IF EXISTS delivery.dispatch_open; ALTER INDEX delivery.dispatch_open_state RENAME TO dispatch_open',
    );
  }
}
