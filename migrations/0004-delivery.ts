import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dispatches, chunks, what is in doubt, retries, results and clicks (design, section 5). */
export class Delivery0004 implements MigrationInterface {
  readonly name = 'Delivery1767225600004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS delivery;

      -- One campaign, or one entry of one transactional request: the frozen message, the target and the state.
      -- due_at: not before; null while it waits for approval.
      CREATE TABLE delivery.dispatch (
        dispatch_id      bigint      PRIMARY KEY,
        app_id           integer     NOT NULL,
        notification_key integer     NOT NULL,
        lane             text        NOT NULL,
        message          jsonb       NOT NULL,
        target           jsonb       NOT NULL,
        options          jsonb       NOT NULL,
        state            smallint    NOT NULL DEFAULT 0,
        epoch            integer     NOT NULL DEFAULT 0,
        lease_until      timestamptz,
        offered_at       timestamptz NOT NULL DEFAULT now(),
        due_at           timestamptz,
        vb_next          smallint    NOT NULL DEFAULT 0,
        planned          bigint      NOT NULL DEFAULT 0,
        day              date,
        xid              xid8        NOT NULL DEFAULT pg_current_xact_id(),
        created_at       timestamptz NOT NULL DEFAULT now(),
        launched_at      timestamptz,
        finished_at      timestamptz
      ) WITH (fillfactor = 70);
      CREATE INDEX dispatch_by_key ON delivery.dispatch (app_id, notification_key);
      CREATE INDEX dispatch_by_time ON delivery.dispatch (app_id, created_at);
      CREATE INDEX dispatch_by_day ON delivery.dispatch (app_id, day);
      CREATE INDEX dispatch_open ON delivery.dispatch (state) WHERE state < 3;

      -- About 1,000 recipients of one channel, frozen at launch. ids: roaring bitmap, portable format, of installation ids
      -- (push) or uids (e-mail, SMS). done: how many of them, in (vb, id) order, are settled. Counters per platform number.
      -- A chunk of retries has attempt > 0 and ends at expires_at.
      CREATE TABLE delivery.chunk (
        vb          smallint    NOT NULL,
        app_id      integer     NOT NULL,
        dispatch_id bigint      NOT NULL,
        chunk_id    bigint      NOT NULL,
        channel     smallint    NOT NULL,
        attempt     smallint    NOT NULL DEFAULT 0,
        planned     integer     NOT NULL,
        done        integer     NOT NULL DEFAULT 0,
        state       smallint    NOT NULL DEFAULT 0,
        epoch       integer     NOT NULL DEFAULT 0,
        lease_until timestamptz,
        offered_at  timestamptz NOT NULL DEFAULT now(),
        intent_at   timestamptz,
        expires_at  timestamptz,
        ids         bytea       NOT NULL,
        intent      bytea,
        sent        integer[]   NOT NULL DEFAULT '{}',
        failed      integer[]   NOT NULL DEFAULT '{}',
        skipped     integer[]   NOT NULL DEFAULT '{}',
        PRIMARY KEY (vb, app_id, dispatch_id, chunk_id)
      ) WITH (fillfactor = 50);
      CREATE INDEX chunk_by_dispatch ON delivery.chunk (dispatch_id);
      CREATE INDEX chunk_open ON delivery.chunk (dispatch_id) WHERE state = 0;

      -- Recipients whose message may or may not have left: listed for ever, so that every duplicate can be explained.
      CREATE TABLE delivery.in_doubt (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        cause        text        NOT NULL,
        at           timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX in_doubt_by_dispatch ON delivery.in_doubt (dispatch_id);

      CREATE TABLE delivery.retry (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        attempt      smallint    NOT NULL,
        due_at       timestamptz NOT NULL,
        expires_at   timestamptz NOT NULL,
        PRIMARY KEY (vb, app_id, dispatch_id, channel, recipient_id)
      );
      CREATE INDEX retry_due ON delivery.retry (due_at);
      CREATE INDEX retry_by_dispatch ON delivery.retry (dispatch_id);

      -- One row per recipient, written once, with its final state. day is the dispatch's launch day, so that the unique key
      -- can live in a partition; ts is when the state became final.
      CREATE TABLE delivery.push_result (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        day          date        NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        uid          bigint,
        platform     smallint    NOT NULL,
        status       smallint    NOT NULL,
        ts           timestamptz NOT NULL DEFAULT now(),
        error_code   text,
        reason       text
      ) PARTITION BY RANGE (day);
      CREATE UNIQUE INDEX push_result_once ON delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id);
      CREATE INDEX push_result_by_user ON delivery.push_result (vb, app_id, uid, ts);
      CREATE TABLE delivery.push_result_default PARTITION OF delivery.push_result DEFAULT;

      CREATE TABLE delivery.click (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        day          date        NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        platform     smallint    NOT NULL,
        at           timestamptz NOT NULL DEFAULT now()
      ) PARTITION BY RANGE (day);
      CREATE UNIQUE INDEX click_once ON delivery.click (vb, app_id, day, dispatch_id, channel, recipient_id);
      CREATE TABLE delivery.click_default PARTITION OF delivery.click DEFAULT;

      -- Sixteen slots per (dispatch, platform): concurrent clicks do not queue behind one row.
      CREATE TABLE delivery.click_stat (
        app_id      integer  NOT NULL,
        dispatch_id bigint   NOT NULL,
        platform    smallint NOT NULL,
        slot        smallint NOT NULL,
        clicked     bigint   NOT NULL,
        PRIMARY KEY (app_id, dispatch_id, platform, slot)
      ) WITH (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA delivery CASCADE');
  }
}
