import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Headers that are part of a stored answer. */
export class AnswerHeaders0081 implements MigrationInterface {
  readonly name = 'AnswerHeaders1767225600081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- Texts by header name, without secrets; null: the answer had none.
      ALTER TABLE platform.idempotency ADD COLUMN headers jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE platform.idempotency DROP COLUMN headers;
    `);
  }
}
