import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An address of WhatsApp is a number or an id; both have the kind 3. The history of consent knows the holders of both. */
export class WhatsAppIds0239 implements MigrationInterface {
  readonly name = 'WhatsAppIds1767225600239';

  async up(runner: QueryRunner): Promise<void> {
    await replaceRecorder(runner, `WHEN 3 THEN ARRAY[u.attrs ->> '14', u.attrs ->> '16']`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceRecorder(runner, '');
  }
}

/**
 * The function that records refusals of an address for whoever has it. As before, the key of an address beyond ASCII is not
 * computed in SQL: there the look-up is believed.
 *
 * @param several  channels with several addresses, as cases
 */
async function replaceRecorder(runner: QueryRunner, several: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION users.record_address_consent() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      entry users.suppression := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      person bigint;
      addresses text[];
    BEGIN
      FOR person IN
        SELECT c.uid FROM users.contact_lookup AS c
         WHERE c.bucket = entry.bucket AND c.app_id = entry.app_id AND c.kind = entry.channel AND c.value_hash = entry.value_hash
      LOOP
        SELECT CASE entry.channel WHEN 1 THEN ARRAY[u.email] WHEN 2 THEN ARRAY[u.msisdn] ${several}
               ELSE ARRAY[u.attrs ->> (entry.channel + 11)::text] END
          INTO addresses FROM users.app_user AS u
         WHERE u.vb = person % 1024 AND u.app_id = entry.app_id AND u.uid = person;
        IF EXISTS (SELECT FROM unnest(addresses) AS a (address)
                    WHERE octet_length(a.address) <> char_length(a.address)
                       OR substring(sha256(convert_to(lower(a.address COLLATE "C"), 'UTF8')) FOR 16) = entry.value_hash) THEN
          PERFORM users.record_consent(entry.app_id, person, entry.channel + 4, TG_OP = 'DELETE', NULL, NULL);
        END IF;
      END LOOP;
      RETURN NULL;
    END $$;`);
}
