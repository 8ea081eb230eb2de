import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What differs where users' tables are distributed over several servers: readers of the change feed ask a function for
 * their position, and the history of consent reads users by their bucket alone. On one server nothing else happens.
 */
export class SettledFeed0127 implements MigrationInterface {
  readonly name = 'SettledFeed1767225600127';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- The transactions whose changes can be read everywhere. On one server these are the visible ones.
      CREATE FUNCTION platform.settled_snapshot() RETURNS pg_snapshot LANGUAGE sql STABLE
        RETURN pg_current_snapshot();

      CREATE OR REPLACE FUNCTION users.record_category_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        entry users.category_optout := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      BEGIN
        IF EXISTS (SELECT FROM users.app_user AS u
                    WHERE u.vb = entry.vb AND u.app_id = entry.app_id AND u.uid = entry.uid) THEN
          PERFORM users.record_consent(entry.app_id, entry.uid, 4, TG_OP = 'DELETE', entry.category_id, NULL);
        END IF;
        RETURN NULL;
      END $$;

      -- Mostly one user has an address. A look-up and its users are in different buckets, so they are read in turn.
      CREATE OR REPLACE FUNCTION users.record_address_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        entry users.suppression := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
        person bigint;
      BEGIN
        FOR person IN
          SELECT c.uid FROM users.contact_lookup AS c
           WHERE c.bucket = entry.bucket AND c.app_id = entry.app_id AND c.kind = entry.channel AND c.value_hash = entry.value_hash
        LOOP
          IF EXISTS (SELECT FROM users.app_user AS u
                      WHERE u.vb = person % 1024 AND u.app_id = entry.app_id AND u.uid = person
                        AND substring(sha256(convert_to(
                              lower(CASE entry.channel WHEN 1 THEN u.email ELSE u.msisdn END), 'UTF8')) FOR 16)
                            = entry.value_hash) THEN
            PERFORM users.record_consent(entry.app_id, person, entry.channel + 4, TG_OP = 'DELETE', NULL, NULL);
          END IF;
        END LOOP;
        RETURN NULL;
      END $$;
    `);
  }

  /** The functions of the history stay: they do the same. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION platform.settled_snapshot()');
  }
}
