import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prices of messages, for the costs that replays of journeys show. */
export class Prices0328 implements MigrationInterface {
  readonly name = 'Prices1767225600328';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE journeys.price_list (
        app_id integer PRIMARY KEY,
        prices jsonb   NOT NULL
      );
      CREATE POLICY of_application ON journeys.price_list
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journeys.price_list');
  }
}
