import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

const BY_KEY = { table: 'delivery.dispatch', columns: '(app_id, notification_key, is_counted)' };

/**
 * Sums of the finished sends of a key, and the mark of a send that is in them. The release before marks nothing: it reads
 * every send, which keeps all its rows.
 */
export class KeyTotals0208 implements Migration {
  readonly name = 'KeyTotals1767225600208';
  /** The index is built beside writers. It takes the place of the narrower one, so no send has one more. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.lockBriefly(TABLES, 'sums of keys');
    if (!(await steps.hasIndex({ index: 'dispatch_by_key', ...BY_KEY }))) {
      await steps.buildIndex({ index: 'dispatch_by_counted_key', ...BY_KEY });
      await steps.lockBriefly(`DROP INDEX IF EXISTS delivery.dispatch_by_key;
        ALTER INDEX delivery.dispatch_by_counted_key RENAME TO dispatch_by_key`);
    }
  }

  /** Every send is read again; none of them has lost a row. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX CONCURRENTLY dispatch_by_plain_key ON delivery.dispatch (app_id, notification_key)',
    );
    await runner.query(`
      SET lock_timeout = '2s';
      DROP INDEX IF EXISTS delivery.dispatch_by_key;
      ALTER INDEX delivery.dispatch_by_plain_key RENAME TO dispatch_by_key;
      DROP TABLE IF EXISTS delivery.key_count, delivery.key_total;
      ALTER TABLE delivery.dispatch DROP COLUMN IF EXISTS is_counted;
      RESET lock_timeout`);
  }
}

const TABLES = `
  -- A constant default: the table is not rewritten.
  ALTER TABLE delivery.dispatch ADD COLUMN IF NOT EXISTS is_counted boolean NOT NULL DEFAULT false;
  -- What the sends of a key with the mark 'is_counted' have in common, by the day of their requests (UTC). Their rows are
  -- still there. Retention moves the sums of a send to 'send_total' and 'send_count' when it goes.
  CREATE TABLE IF NOT EXISTS delivery.key_total (
    app_id           integer     NOT NULL,
    notification_key integer     NOT NULL,
    day              date        NOT NULL,
    sends            integer     NOT NULL,
    planned          bigint      NOT NULL,
    is_finished      boolean     NOT NULL,
    started_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    due_at           timestamptz,
    PRIMARY KEY (app_id, notification_key, day)
  ) WITH (fillfactor = 50);
  -- Their figures, by the kinds and names of 'send_count'.
  CREATE TABLE IF NOT EXISTS delivery.key_count (
    app_id           integer  NOT NULL,
    notification_key integer  NOT NULL,
    day              date     NOT NULL,
    kind             smallint NOT NULL,
    platform         smallint NOT NULL,
    name             text     NOT NULL,
    count            bigint   NOT NULL,
    PRIMARY KEY (app_id, notification_key, day, kind, platform, name)
  ) WITH (fillfactor = 50);
`;
