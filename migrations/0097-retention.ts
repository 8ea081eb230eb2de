import type { QueryRunner } from 'typeorm';
import type { Migration, OnlineSteps } from '#platform/migration';

/** Sums of sends whose rows are gone, and the indexes by which the rows go. */
export class Retention0097 implements Migration {
  readonly name = 'Retention1767225600097';
  /** Two indexes are built beside writers. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.lockBriefly(TABLES, 'sums of sends');
    for (const plan of INDEXES) {
      await steps.buildIndex(plan);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { index, table } of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table.slice(0, table.indexOf('.'))}.${index}`);
    }
    await runner.query(`
      SET lock_timeout = '2s';
      DROP TABLE IF EXISTS delivery.counted_send, delivery.past_send, delivery.send_count, delivery.send_total;
      ALTER TABLE tenancy.application DROP COLUMN IF EXISTS statistics_retention_days;
      RESET lock_timeout`);
  }
}

const INDEXES = [
  { index: 'hook_call_by_dispatch', table: 'delivery.hook_call', columns: '(dispatch_id)' },
  { index: 'waiting_send_by_age', table: 'notifications.waiting_send', columns: '(app_id, asked_at)' },
];

const TABLES = `
  -- A constant default: the table is not rewritten.
  ALTER TABLE tenancy.application
    ADD COLUMN IF NOT EXISTS statistics_retention_days integer NOT NULL DEFAULT 400;
  -- What the sends of a key on one day of their requests (UTC) had in common. Of a campaign also its target and
  -- options, unless the target names people.
  CREATE TABLE IF NOT EXISTS delivery.send_total (
    app_id           integer     NOT NULL,
    notification_key integer     NOT NULL,
    day              date        NOT NULL,
    sends            integer     NOT NULL,
    planned          bigint      NOT NULL,
    is_finished      boolean     NOT NULL,
    first_at         timestamptz NOT NULL,
    last_at          timestamptz NOT NULL,
    started_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    due_at           timestamptz,
    target           jsonb,
    options          jsonb,
    PRIMARY KEY (app_id, notification_key, day)
  ) WITH (fillfactor = 80);
  CREATE INDEX IF NOT EXISTS send_total_by_day ON delivery.send_total (app_id, day);
  -- Their figures. kind: 1 sent, 2 failed, 3 clicked, 4 opened, 5 users left out or skipped (name: the reason),
  -- 6 clicked buttons (name), 7 provider callbacks (platform: the channel, name: kind and code). No kind has zeros.
  CREATE TABLE IF NOT EXISTS delivery.send_count (
    app_id           integer  NOT NULL,
    notification_key integer  NOT NULL,
    day              date     NOT NULL,
    kind             smallint NOT NULL,
    platform         smallint NOT NULL,
    name             text     NOT NULL,
    count            bigint   NOT NULL,
    PRIMARY KEY (app_id, notification_key, day, kind, platform, name)
  ) WITH (fillfactor = 80);
  -- Sends with links that people may still follow, some hundred to a row: [dispatch id - first of ids, key], and of
  -- keys made for one send their figures. They would be larger as rows of their own than what they stand for.
  CREATE TABLE IF NOT EXISTS delivery.past_send (
    app_id       integer     NOT NULL,
    dispatch_ids int8range   NOT NULL,
    own_keys     int4range   NOT NULL,
    own_count    integer     NOT NULL,
    first_at     timestamptz NOT NULL,
    last_at      timestamptz NOT NULL,
    sends        json        NOT NULL
  );
  CREATE INDEX IF NOT EXISTS past_send_by_id ON delivery.past_send USING gist (dispatch_ids);
  CREATE INDEX IF NOT EXISTS past_send_by_key ON delivery.past_send USING gist (own_keys) WHERE own_count > 0;
  CREATE INDEX IF NOT EXISTS past_send_by_time ON delivery.past_send (app_id, last_at);
  -- Large sends that were counted: their chunks go in steps.
  CREATE TABLE IF NOT EXISTS delivery.counted_send (
    dispatch_id bigint  PRIMARY KEY,
    app_id      integer NOT NULL
  );
`;
