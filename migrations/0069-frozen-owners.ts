import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For whom an installation was frozen: a message must not follow a device to its next user. */
export class FrozenOwners0069 implements MigrationInterface {
  readonly name = 'FrozenOwners1767225600069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Columns without a default: no table is rewritten. The locks are short, in the order of the workers'; waiting for
      -- one must not hold up others for long.
      SET LOCAL lock_timeout = '5s';
      -- (inst_id, uid) of those installations that had left their first user when they were frozen; null: none.
      ALTER TABLE delivery.chunk ADD COLUMN owners bytea;
      -- Of such an installation, the user for whom it was frozen.
      ALTER TABLE delivery.retry ADD COLUMN uid bigint;
      -- The user that the installation left first; null: none, but for merges.
      ALTER TABLE users.installation ADD COLUMN first_uid bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE delivery.retry DROP COLUMN uid;
      ALTER TABLE delivery.chunk DROP COLUMN owners;
      ALTER TABLE users.installation DROP COLUMN first_uid;
    `);
  }
}
