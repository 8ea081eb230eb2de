import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members beside its own who may use a way in or a key, and so may be behind a request or an approval. */
export class MakersOfLinks0182 implements MigrationInterface {
  readonly name = 'MakersOfLinks1767225600182';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Who made the link, or made it in a session that was itself shared. What comes of it, has the same ones.
      ALTER TABLE members.link ADD COLUMN shared_with bigint[] NOT NULL DEFAULT '{}';
      ALTER TABLE members.session ADD COLUMN shared_with bigint[] NOT NULL DEFAULT '{}';
      ALTER TABLE members.passkey ADD COLUMN shared_with bigint[] NOT NULL DEFAULT '{}';
      ALTER TABLE members.identity ADD COLUMN shared_with bigint[] NOT NULL DEFAULT '{}';

      -- Members who were given a secret of the key.
      ALTER TABLE tenancy.api_key ADD COLUMN made_by bigint[] NOT NULL DEFAULT '{}';

      -- Members who may be behind the author, and behind a vote.
      ALTER TABLE notifications.waiting_send ADD COLUMN behind bigint[] NOT NULL DEFAULT '{}';
      ALTER TABLE notifications.approval_vote ADD COLUMN behind bigint[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE notifications.approval_vote DROP COLUMN behind;
      ALTER TABLE notifications.waiting_send DROP COLUMN behind;
      ALTER TABLE tenancy.api_key DROP COLUMN made_by;
      ALTER TABLE members.identity DROP COLUMN shared_with;
      ALTER TABLE members.passkey DROP COLUMN shared_with;
      ALTER TABLE members.session DROP COLUMN shared_with;
      ALTER TABLE members.link DROP COLUMN shared_with;
    `);
  }
}
