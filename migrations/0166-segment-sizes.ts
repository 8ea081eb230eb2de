import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many members a segment had, a row for each day. */
export class SegmentSizes0166 implements MigrationInterface {
  readonly name = 'SegmentSizes1767225600166';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Written where a segment is calculated: the last calculation of a day (UTC) stays.
      CREATE TABLE audience.segment_size (
        app_id     integer NOT NULL,
        segment_id integer NOT NULL,
        day        date    NOT NULL,
        users      bigint  NOT NULL,
        PRIMARY KEY (app_id, segment_id, day)
      );
      CREATE POLICY of_application ON audience.segment_size
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE audience.segment_size;
    `);
  }
}
