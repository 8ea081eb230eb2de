import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Frequency caps, and the messages that count for them. */
export class ContactPolicy0280 implements MigrationInterface {
  readonly name = 'ContactPolicy1767225600280';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA contact_policy;
      CREATE TABLE contact_policy.policy (
        app_id integer PRIMARY KEY,
        caps   jsonb   NOT NULL DEFAULT '[]'
      );

      -- The messages to a user in the windows of caps, as arrays of one length. A row is rewritten for each message: room
      -- for it in its page keeps the index unchanged.
      CREATE TABLE contact_policy.recent (
        uid        bigint        NOT NULL,
        app_id     integer       NOT NULL,
        vb         smallint      NOT NULL CHECK (vb = uid % 1024),
        times      timestamptz[] NOT NULL,
        -- Dispatch and channel.
        messages   bigint[]      NOT NULL,
        -- Negative: an earlier attempt may have delivered it.
        recipients bigint[]      NOT NULL,
        -- Bits of the caps for which it counts, and of those that could hold it back.
        marks      bigint[]      NOT NULL,
        PRIMARY KEY (vb, app_id, uid)
      ) WITH (fillfactor = 70);
    `);
    for (const table of ['policy', 'recent']) {
      await runner.query(`CREATE POLICY of_application ON contact_policy.${table}
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA contact_policy CASCADE');
  }
}
