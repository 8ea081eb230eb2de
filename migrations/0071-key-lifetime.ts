import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys with an end and a last use, and the scopes of what keys with a list could do before these scopes were there. */
export class KeyLifetime0071 implements MigrationInterface {
  readonly name = 'KeyLifetime1767225600071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- Null: the key has no end of its own. 'ends_at' is set by a rotation or a revocation.
      ALTER TABLE tenancy.api_key ADD COLUMN expires_at timestamptz;

      -- Apart from the keys, so that a note of a use never waits for a change of a key.
      CREATE TABLE tenancy.key_use (
        key_id  integer     PRIMARY KEY,
        app_id  integer     NOT NULL,
        used_at timestamptz NOT NULL
      );

      UPDATE tenancy.api_key AS k
         SET scopes = k.scopes || ARRAY(
               SELECT n.scope
                 FROM (VALUES ('approve', 'notifications'), ('segment-users', 'audience'), ('private', 'users'),
                              ('private', 'audience'), ('device-tokens', 'users')) AS n (scope, before)
                WHERE n.before = ANY (k.scopes) AND n.scope <> ALL (k.scopes)
                GROUP BY n.scope ORDER BY n.scope)
       WHERE k.scopes && '{notifications,audience,users}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      UPDATE tenancy.api_key AS k
         SET scopes = ARRAY(SELECT s.scope FROM unnest(k.scopes) WITH ORDINALITY AS s (scope, place)
                             WHERE s.scope <> ALL ('{approve,segment-users,private,device-tokens,audit}') ORDER BY s.place)
       WHERE k.scopes && '{approve,segment-users,private,device-tokens,audit}';
      DROP TABLE tenancy.key_use;
      ALTER TABLE tenancy.api_key DROP COLUMN expires_at;
    `);
  }
}
