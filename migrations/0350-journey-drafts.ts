import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Drafts are of campaigns or of journeys. A default keeps every draft that is there one of a campaign. */
export class JourneyDrafts0350 implements Migration {
  readonly name = 'JourneyDrafts1767225600350';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE notifications.draft ADD COLUMN kind text NOT NULL DEFAULT 'campaign';
      ALTER TABLE notifications.draft ADD CONSTRAINT draft_kind CHECK (kind IN ('campaign', 'journey')) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DELETE FROM notifications.draft WHERE kind <> 'campaign';
      ALTER TABLE notifications.draft DROP COLUMN kind;
    `);
  }
}
