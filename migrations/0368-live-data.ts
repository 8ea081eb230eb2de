import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Live data: servers that are asked before messages are rendered, and their answers. */
export class LiveData0368 implements Migration {
  readonly name = 'LiveData1767225600368';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Headers are sealed. next_at, failures and open_until are the pace and the circuit breaker of all workers.
      CREATE TABLE delivery.live_source (
        source_id    integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id       integer     NOT NULL CONSTRAINT live_source_application REFERENCES tenancy.application ON DELETE CASCADE,
        name         text        NOT NULL,
        url          text        NOT NULL,
        simulator    boolean     NOT NULL,
        per          text        NOT NULL,
        header_names text[]      NOT NULL,
        sealed       bytea,
        cache_ms     integer     NOT NULL,
        timeout_ms   integer     NOT NULL,
        on_failure   text        NOT NULL,
        per_second   integer     NOT NULL,
        next_at      timestamptz NOT NULL DEFAULT now(),
        failures     integer     NOT NULL DEFAULT 0,
        open_until   timestamptz,
        CONSTRAINT live_source_name UNIQUE (app_id, name)
      );
      CREATE POLICY of_application ON delivery.live_source
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- Answers that several sends share, by the hash of their address.
      CREATE TABLE delivery.live_answer (
        source_id  integer     NOT NULL CONSTRAINT live_answer_source REFERENCES delivery.live_source ON DELETE CASCADE,
        key        bytea       NOT NULL,
        app_id     integer     NOT NULL,
        value      jsonb       NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (source_id, key)
      );
      CREATE INDEX live_answer_expiry ON delivery.live_answer (expires_at);
      CREATE POLICY of_application ON delivery.live_answer
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- What a send was rendered with: uid 0 is the whole send. An object, or sealed.
      CREATE TABLE delivery.live_value (
        dispatch_id bigint  NOT NULL,
        uid         bigint  NOT NULL,
        app_id      integer NOT NULL,
        data        jsonb   NOT NULL,
        PRIMARY KEY (dispatch_id, uid)
      );
      CREATE INDEX live_value_user ON delivery.live_value (app_id, uid);
      CREATE POLICY of_application ON delivery.live_value
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE delivery.live_value;
      DROP TABLE delivery.live_answer;
      DROP TABLE delivery.live_source;
    `);
  }
}
