import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dry runs show samples of messages to keys with the scope `private` only: keys that saw them keep them. */
export class SampleScope0073 implements MigrationInterface {
  readonly name = 'SampleScope1767225600073';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- Some rows per application. Keys without a list have all scopes.
      UPDATE tenancy.api_key AS k SET scopes = k.scopes || 'private'::text
       WHERE k.scopes @> ARRAY['notifications'] AND NOT k.scopes @> ARRAY['private'];
    `);
  }

  /** The migration that made the scope takes it back. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
