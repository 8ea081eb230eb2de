import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audience index knows places. */
export class IndexPlaces0113 implements MigrationInterface {
  readonly name = 'IndexPlaces1767225600113';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- Steps of a group that its writers made with places. It has them while this is seq + next_slice: the release before
      -- moves those two alone, and what it has written stays visible. A group without places answers them from the rows.
      ALTER TABLE audience.index_group ADD COLUMN places_at bigint NOT NULL DEFAULT -1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience.index_group DROP COLUMN places_at');
  }
}
