import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which tokens have received a message: what a provider says of another one may be about an invented token. */
export class AcceptedTokens0074 implements MigrationInterface {
  readonly name = 'AcceptedTokens1767225600074';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A column without a default: the table is not rewritten. Waiting for its lock must not hold up others.
      SET LOCAL lock_timeout = '5s';
      -- The provider has accepted a message to this very token. Kept for tokens that a device registered; null: not yet.
      ALTER TABLE users.installation ADD COLUMN token_accepted boolean;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE users.installation DROP COLUMN token_accepted;
    `);
  }
}
