import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Positions of the subscribers of the change feed, and the dispatch that a change is about. Index and segments keep theirs beside what they store. */
export class FeedPositions0204 implements MigrationInterface {
  readonly name = 'FeedPositions1767225600204';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- app_id 0 stands for every application without a row of its own. A position is updated for each batch.
      CREATE TABLE platform.feed_position (
        subscriber text        NOT NULL,
        app_id     integer     NOT NULL,
        position   pg_snapshot NOT NULL,
        moved_at   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (subscriber, app_id)
      ) WITH (fillfactor = 50);
      ALTER TABLE platform.outbox ADD COLUMN ref bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.feed_position; ALTER TABLE platform.outbox DROP COLUMN ref');
  }
}
