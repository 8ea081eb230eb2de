import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The transaction that stored an event, and the ids by which repeats of events are known. */
export class EventOrigin0094 implements MigrationInterface {
  readonly name = 'EventOrigin1767225600094';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- First without a default, then the default: with both at once each row of each partition is written again, because
      -- the default is volatile. Rows from before have none. It joins an event with the change feed's row of its request.
      ALTER TABLE events.event ADD COLUMN xid xid8;
      ALTER TABLE events.event ALTER COLUMN xid SET DEFAULT pg_current_xact_id();

      -- id: a hash of extId and messageId. An event has a row for the day (UTC) of its arrival and one for the next day.
      -- So one key refuses its repeats for 24 hours or longer, also across midnight, and rows go by whole partitions.
      CREATE TABLE events.message_id (
        day    date     NOT NULL,
        app_id integer  NOT NULL,
        vb     smallint NOT NULL,
        id     uuid     NOT NULL,
        PRIMARY KEY (vb, app_id, id, day)
      ) PARTITION BY RANGE (day);
      CREATE TABLE events.message_id_default PARTITION OF events.message_id DEFAULT;
      CREATE POLICY of_application ON events.message_id
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE events.message_id;
      ALTER TABLE events.event DROP COLUMN xid;
    `);
  }
}
