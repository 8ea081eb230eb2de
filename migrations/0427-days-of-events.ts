import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** The days of the events that a row of the change feed is about. */
export class DaysOfEvents0427 implements Migration {
  readonly name = 'DaysOfEvents1767225600427';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- UTC days of events with a time of their own, so that a reader probes the partitions of these days alone. Null: all
      -- events are of the row's day.
      ALTER TABLE platform.outbox ADD COLUMN days date[];
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE platform.outbox DROP COLUMN days;
    `);
  }
}
