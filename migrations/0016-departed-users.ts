import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who were deleted, while other rooms still have what they did and got. */
export class DepartedUsers0016 implements MigrationInterface {
  readonly name = 'DepartedUsers1767225600016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- For erasure, which may be asked for later, by an extId that no user has any more. name_hash: 16 bytes of its
      -- SHA-256. vbs: buckets in which results may lie.
      CREATE TABLE users.departed (
        uid       bigint    NOT NULL,
        app_id    integer   NOT NULL,
        vb        smallint  NOT NULL CHECK (vb = uid % 1024),
        name_hash bytea     NOT NULL CHECK (octet_length(name_hash) = 16),
        vbs       integer[] NOT NULL,
        PRIMARY KEY (vb, app_id, name_hash, uid)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.departed');
  }
}
