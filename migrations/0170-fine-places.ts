import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audience index has places on a finer grid. */
export class FinePlaces0170 implements MigrationInterface {
  readonly name = 'FinePlaces1767225600170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- As places_at, which only the release before moves: each release sees by its own whether it can read the places of
      -- a group, and answers them from the rows otherwise.
      ALTER TABLE audience.index_group ADD COLUMN fine_places_at bigint NOT NULL DEFAULT -1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience.index_group DROP COLUMN fine_places_at');
  }
}
