import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  { before: 'contact_lookup_uid', after: 'contact_lookup_user', table: 'contact_lookup', column: 'uid' },
  { before: 'token_lookup_inst_id', after: 'token_lookup_installation', table: 'token_lookup', column: 'inst_id' },
] as const;

/**
 * Indexes for erasure that begin with the user or the installation. Beginning with the application, they drew look-ups
 * of an application that the statistics did not know yet: each read all of its entries.
 */
export class LookupIndexes0091 implements MigrationInterface {
  readonly name = 'LookupIndexes1767225600091';
  /** Indexes are built beside writes, which no transaction can do; a second run continues where the first ended. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const { before, after, table, column } of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS users.${after}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${after} ON users.${table} (${column}, app_id)`);
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS users.${before}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { before, after, table, column } of INDEXES) {
      await runner.query(`CREATE INDEX IF NOT EXISTS ${before} ON users.${table} (app_id, ${column})`);
      await runner.query(`DROP INDEX IF EXISTS users.${after}`);
    }
  }
}
