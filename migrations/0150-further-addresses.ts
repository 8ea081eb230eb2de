import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The program alone knows which channels there are; their addresses need no change of the schema any more. */
export class FurtherAddresses0150 implements MigrationInterface {
  readonly name = 'FurtherAddresses1767225600150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Kinds of addresses are numbered by the definitions of channels (libs/channels/definitions).
      ALTER TABLE users.contact_lookup DROP CONSTRAINT contact_lookup_kind_check;
      ALTER TABLE users.suppression DROP CONSTRAINT suppression_channel_check;
      -- From 7 on: an address of the further kinds, in their order.
      ALTER TABLE users.consent_event DROP CONSTRAINT consent_event_subject_check;

      -- An address of kind 3 is attribute 14, of kind 4 attribute 15, and so on.
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
                              lower(CASE entry.channel WHEN 1 THEN u.email WHEN 2 THEN u.msisdn
                                    ELSE u.attrs ->> (entry.channel + 11)::text END), 'UTF8')) FOR 16)
                            = entry.value_hash) THEN
            PERFORM users.record_consent(entry.app_id, person, entry.channel + 4, TG_OP = 'DELETE', NULL, NULL);
          END IF;
        END LOOP;
        RETURN NULL;
      END $$;

      -- When somebody with an address last wrote to the application, by the key of contact_lookup: some channels allow an
      -- answer for a time. Rows go when that time is over, and with an erasure.
      CREATE TABLE users.last_inbound (
        written_at timestamptz NOT NULL,
        app_id     integer     NOT NULL,
        bucket     smallint    NOT NULL,
        kind       smallint    NOT NULL,
        value_hash bytea       NOT NULL CHECK (octet_length(value_hash) = 16),
        PRIMARY KEY (bucket, app_id, kind, value_hash)
      );
      CREATE INDEX last_inbound_written_at ON users.last_inbound (written_at);
      CREATE POLICY of_application ON users.last_inbound
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE users.last_inbound;
      DELETE FROM users.contact_lookup WHERE kind > 2;
      DELETE FROM users.suppression WHERE channel > 2;
      DELETE FROM users.category_optout WHERE category_id < 0;
      DELETE FROM users.consent_event WHERE subject > 6 OR category_id < 0;
      ALTER TABLE users.contact_lookup ADD CONSTRAINT contact_lookup_kind_check CHECK (kind IN (1, 2));
      ALTER TABLE users.suppression ADD CONSTRAINT suppression_channel_check CHECK (channel IN (1, 2));
      ALTER TABLE users.consent_event ADD CONSTRAINT consent_event_subject_check CHECK (subject BETWEEN 1 AND 6);
    `);
  }
}
