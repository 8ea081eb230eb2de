import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attributes whose values are stored encrypted. */
export class SealedAttributes0076 implements MigrationInterface {
  readonly name = 'SealedAttributes1767225600076';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- A constant default: no rewrite.
      ALTER TABLE users.attribute_def ADD COLUMN sealed boolean NOT NULL DEFAULT false;

      -- The key of an application's sealed values: AES-256-GCM under MASTER_KEY.
      CREATE TABLE users.sealing_key (
        app_id integer PRIMARY KEY,
        sealed bytea   NOT NULL
      );

      -- Attributes that became sealed while rows had clear values: until done_at, both forms are there.
      CREATE TABLE users.sealing (
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at    timestamptz,
        app_id     integer     NOT NULL,
        attr_id    integer     NOT NULL,
        next_vb    smallint    NOT NULL DEFAULT 0,
        PRIMARY KEY (app_id, attr_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE users.sealing, users.sealing_key;
      ALTER TABLE users.attribute_def DROP COLUMN sealed;
    `);
  }
}
