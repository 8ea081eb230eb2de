import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who were erased while a file of users waited, so that the file does not bring them back. */
export class ErasedNames0187 implements MigrationInterface {
  readonly name = 'ErasedNames1767225600187';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row goes with the end of the last import whose file arrived before it. 'name_hash' is HMAC-SHA-256 of the extId
      -- under the master key.
      CREATE TABLE users.erased_name (
        app_id    integer     NOT NULL,
        name_hash bytea       NOT NULL,
        erased_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (app_id, name_hash)
      );
      CREATE POLICY of_application ON users.erased_name
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.erased_name');
  }
}
