import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many users an application had, a row for each day. */
export class UserTotals0264 implements MigrationInterface {
  readonly name = 'UserTotals1767225600264';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The last count of a day (UTC) stays.
      CREATE TABLE audience.user_total (
        app_id integer NOT NULL,
        day    date    NOT NULL,
        users  bigint  NOT NULL,
        PRIMARY KEY (app_id, day)
      );
      CREATE POLICY of_application ON audience.user_total
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE audience.user_total;
    `);
  }
}
