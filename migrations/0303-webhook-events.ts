import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks get events of messages: an endpoint lists them, and a delivery of an event has no dispatch of results. A worker of
 * the release before joins deliveries to dispatches, so it takes none of these.
 */
export class WebhookEvents0303 implements MigrationInterface {
  readonly name = 'WebhookEvents1767225600303';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE delivery.hook ADD COLUMN events text[] NOT NULL DEFAULT '{}';

      -- event: its name; ids are users then, and about names the dispatch that they reacted to. fetcher: who fetched, as in
      -- delivery.open: 0 unknown, 1 a person, 2 a machine.
      ALTER TABLE delivery.hook_call
        ADD COLUMN event text,
        ADD COLUMN about bigint,
        ADD COLUMN fetcher smallint,
        ALTER COLUMN dispatch_id DROP NOT NULL,
        ALTER COLUMN channel DROP NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM delivery.hook_call WHERE event IS NOT NULL;
      ALTER TABLE delivery.hook_call
        DROP COLUMN event,
        DROP COLUMN about,
        DROP COLUMN fetcher,
        ALTER COLUMN dispatch_id SET NOT NULL,
        ALTER COLUMN channel SET NOT NULL;
      ALTER TABLE delivery.hook DROP COLUMN events;
    `);
  }
}
