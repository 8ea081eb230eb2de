import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Opt-ins that wait for a confirmation, and the proof of those that were confirmed. */
export class DoubleOptIn0235 implements MigrationInterface {
  readonly name = 'DoubleOptIn1767225600235';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Open work: a row goes with its confirmation, its withdrawal or its expiry. Channel as in users.topic_choice.
      CREATE TABLE users.opt_in_request (
        uid         bigint      NOT NULL,
        asked_at    timestamptz NOT NULL,
        expires_at  timestamptz NOT NULL,
        app_id      integer     NOT NULL,
        category_id integer     NOT NULL CHECK (category_id > 0),
        vb          smallint    NOT NULL CHECK (vb = uid % 1024),
        channel     smallint    NOT NULL CHECK (channel >= 0),
        -- The address that is asked, as in users.contact_lookup; NULL: the person has none.
        kind        smallint,
        value_hash  bytea,
        -- A confirmation has to be sent.
        is_unsent   boolean     NOT NULL,
        language    text,
        source      text        NOT NULL,
        by          text        NOT NULL,
        -- The newest confirmations: [{ "dispatchId", "textHash" }].
        sends       jsonb       NOT NULL DEFAULT '[]',
        PRIMARY KEY (vb, app_id, uid, category_id, channel)
      );
      CREATE INDEX opt_in_request_address ON users.opt_in_request (app_id, value_hash);
      CREATE INDEX opt_in_request_unsent ON users.opt_in_request (asked_at) WHERE is_unsent;
      CREATE INDEX opt_in_request_expiry ON users.opt_in_request (expires_at);
      CREATE POLICY of_application ON users.opt_in_request
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- Forms that were filled in. Nothing is looked up before the answer. Those of addresses without a user stay until
      -- their expiry: no user is made before the address is confirmed.
      CREATE TABLE users.subscription (
        subscription_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        asked_at        timestamptz NOT NULL,
        expires_at      timestamptz NOT NULL,
        -- When it is to be read, or its address asked; NULL: it was asked.
        due_at          timestamptz,
        confirmed_at    timestamptz,
        app_id          integer     NOT NULL,
        tries           smallint    NOT NULL DEFAULT 0,
        is_read         boolean     NOT NULL DEFAULT false,
        value_hash      bytea       NOT NULL,
        email           text        NOT NULL,
        topics          text[]      NOT NULL,
        language        text,
        text_hash       text
      );
      CREATE INDEX subscription_due ON users.subscription (due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX subscription_expiry ON users.subscription (expires_at);
      CREATE POLICY of_application ON users.subscription
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- Confirmations of an address on a day (UTC), against floods of them.
      CREATE TABLE users.confirmation_count (
        app_id     integer  NOT NULL,
        day        date     NOT NULL,
        kind       smallint NOT NULL,
        sent       smallint NOT NULL,
        value_hash bytea    NOT NULL,
        PRIMARY KEY (app_id, kind, value_hash, day)
      );
      CREATE INDEX confirmation_count_day ON users.confirmation_count (day);
      CREATE POLICY of_application ON users.confirmation_count
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- The proof of each confirmed opt-in. Source and name say who asked for it.
      CREATE TABLE users.opt_in_proof (
        uid          bigint      NOT NULL,
        confirmed_at timestamptz NOT NULL,
        asked_at     timestamptz NOT NULL,
        app_id       integer     NOT NULL,
        category_id  integer     NOT NULL,
        vb           smallint    NOT NULL CHECK (vb = uid % 1024),
        channel      smallint    NOT NULL,
        message_id   text        NOT NULL,
        address      text        NOT NULL,
        text_hash    text        NOT NULL,
        source       text        NOT NULL,
        by           text        NOT NULL,
        PRIMARY KEY (vb, app_id, uid, message_id, category_id, channel)
      );
      CREATE POLICY of_application ON users.opt_in_proof
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE users.opt_in_request, users.confirmation_count, users.opt_in_proof, users.subscription',
    );
  }
}
