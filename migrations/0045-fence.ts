import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which database this is, so that a copy of it is told from the one that sends. */
export class Fence0045 implements MigrationInterface {
  readonly name = 'Fence1767225600045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row, written by the first process that starts. home: identity of the database that may send what is open.
      -- stranger: that of a copy whose open sends are held until an operator adopts it.
      CREATE TABLE delivery.fence (
        home     text,
        stranger text,
        id       smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.fence');
  }
}
