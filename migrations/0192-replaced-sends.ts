import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sends that wait while a newer one takes their place on the device. */
export class ReplacedSends0192 implements MigrationInterface {
  readonly name = 'ReplacedSends1767225600192';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- The sends that replace this one, in the order of their launches. Null: none did while it was open.
      ALTER TABLE delivery.dispatch ADD COLUMN newer bigint[];

      -- Grows with each launch of a newer send. A worker stores ids in flight only while it knows the number.
      ALTER TABLE delivery.chunk ADD COLUMN newer integer NOT NULL DEFAULT 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE delivery.chunk DROP COLUMN newer;
      ALTER TABLE delivery.dispatch DROP COLUMN newer;
    `);
  }
}
