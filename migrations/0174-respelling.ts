import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored tokens and addresses get the keys by which they are compared from now on, in the background. */
export class Respelling0174 implements MigrationInterface {
  readonly name = 'Respelling1767225600174';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Work of the scheduler, which goes through the buckets of an application and moves 'next_vb' in the transaction that
      -- changes them. The second round finds what processes of the release before wrote beside the first one.
      CREATE TABLE users.respelling (
        due_at  timestamptz NOT NULL,
        app_id  integer     NOT NULL,
        round   smallint    NOT NULL,
        next_vb smallint    NOT NULL DEFAULT 0,
        PRIMARY KEY (app_id, round)
      );
      CREATE POLICY of_application ON users.respelling
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
      INSERT INTO users.respelling (app_id, round, due_at)
      SELECT a.id, r.round, now() + (r.round - 1) * interval '1 hour'
        FROM tenancy.application AS a CROSS JOIN generate_series(1, 2) AS r (round);

      -- The key of an address beyond ASCII is not computed in SQL: there the look-up is believed. Lower case of ASCII does
      -- not depend on the locale of the database.
      CREATE OR REPLACE FUNCTION users.record_address_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        entry users.suppression := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
        person bigint;
        address text;
      BEGIN
        FOR person IN
          SELECT c.uid FROM users.contact_lookup AS c
           WHERE c.bucket = entry.bucket AND c.app_id = entry.app_id AND c.kind = entry.channel AND c.value_hash = entry.value_hash
        LOOP
          SELECT CASE entry.channel WHEN 1 THEN u.email WHEN 2 THEN u.msisdn
                 ELSE u.attrs ->> (entry.channel + 11)::text END
            INTO address FROM users.app_user AS u
           WHERE u.vb = person % 1024 AND u.app_id = entry.app_id AND u.uid = person;
          IF octet_length(address) <> char_length(address)
             OR substring(sha256(convert_to(lower(address COLLATE "C"), 'UTF8')) FOR 16) = entry.value_hash THEN
            PERFORM users.record_consent(entry.app_id, person, entry.channel + 4, TG_OP = 'DELETE', NULL, NULL);
          END IF;
        END LOOP;
        RETURN NULL;
      END $$;
    `);
  }

  /** The function of the history stays: it does the same. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE users.respelling');
  }
}
