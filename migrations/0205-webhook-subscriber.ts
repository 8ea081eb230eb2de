import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks read the change feed from here on, though the release before may keep its schedulers for a while. */
export class WebhookSubscriber0205 implements MigrationInterface {
  readonly name = 'WebhookSubscriber1767225600205';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO platform.feed_position (subscriber, app_id, position)
      VALUES ('webhooks', 0, platform.settled_snapshot()) ON CONFLICT DO NOTHING;
      -- Webhook deliveries of sends from before this moment wait, because this database is a copy. Null: they are made.
      ALTER TABLE delivery.fence ADD COLUMN held_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE delivery.fence DROP COLUMN held_at;
      DELETE FROM platform.feed_position AS p WHERE p.subscriber = 'webhooks';
    `);
  }
}
