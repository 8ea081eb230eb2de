import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** People of journeys by the day, with their ways and the reasons why they left. */
export class JourneyDays0385 implements Migration {
  readonly name = 'JourneyDays1767225600385';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- 'kind' is 'passed' (a node or a sum), 'way' or 'left'; 'name' that of the way, or the reason. Steps only add rows; they are
      -- added up to one for each UTC day. Kept as long as statistics.
      CREATE TABLE journeys.day_count (
        people     bigint  NOT NULL,
        day        date    NOT NULL,
        app_id     integer NOT NULL,
        journey_id integer NOT NULL,
        is_sum     boolean NOT NULL DEFAULT false,
        kind       text    NOT NULL,
        node       text    NOT NULL,
        name       text    NOT NULL
      );
      CREATE UNIQUE INDEX day_count_sum ON journeys.day_count (journey_id, day, kind, node, name) WHERE is_sum;
      CREATE INDEX day_count_journey ON journeys.day_count (journey_id, day);
      CREATE INDEX day_count_open ON journeys.day_count (journey_id) WHERE NOT is_sum;
      CREATE INDEX day_count_day ON journeys.day_count (day);
      CREATE POLICY of_application ON journeys.day_count
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.day_count');
  }
}
