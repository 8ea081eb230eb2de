import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An address of WhatsApp is a number or an id; both have the kind 3. The history of consent knows the holders of both. */
export class WhatsAppIds0239 implements MigrationInterface {
  readonly name = 'WhatsAppIds1767225600239';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      recordAddressConsent(`AND entry.value_hash IN (
              SELECT substring(sha256(convert_to(lower(a.address), 'UTF8')) FOR 16)
                FROM unnest(CASE entry.channel
                       WHEN 1 THEN ARRAY[u.email]
                       WHEN 2 THEN ARRAY[u.msisdn]
                       WHEN 3 THEN ARRAY[u.attrs ->> '14', u.attrs ->> '16']
                       ELSE ARRAY[u.attrs ->> (entry.channel + 11)::text] END) AS a (address))`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      recordAddressConsent(`AND substring(sha256(convert_to(
              lower(CASE entry.channel WHEN 1 THEN u.email WHEN 2 THEN u.msisdn
                    ELSE u.attrs ->> (entry.channel + 11)::text END), 'UTF8')) FOR 16) = entry.value_hash`),
    );
  }
}

/** @param isTheirs  tests if the changed address is one of user `u` */
function recordAddressConsent(isTheirs: string): string {
  return `
    SET LOCAL lock_timeout = '5s';
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
                      ${isTheirs}) THEN
          PERFORM users.record_consent(entry.app_id, person, entry.channel + 4, TG_OP = 'DELETE', NULL, NULL);
        END IF;
      END LOOP;
      RETURN NULL;
    END $$;`;
}
