import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the audit log of an application begins, so that a dropped month is told from one that has expired. */
export class ExpiredEntries0082 implements MigrationInterface {
  readonly name = 'ExpiredEntries1767225600082';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- The newest entry that has passed its retention; 0: none has.
      ALTER TABLE audit.chain
        ADD COLUMN expired_id   bigint NOT NULL DEFAULT 0,
        ADD COLUMN expired_hash bytea  NOT NULL DEFAULT '';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE audit.chain DROP COLUMN expired_id, DROP COLUMN expired_hash;
    `);
  }
}
