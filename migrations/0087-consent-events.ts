import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The history of consent. Triggers write it, so that no path to a consent can forget it; none of them runs for writes
 * that leave consent alone.
 */
export class ConsentEvents0087 implements MigrationInterface {
  readonly name = 'ConsentEvents1767225600087';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      CREATE TABLE users.consent_event (
        uid         bigint      NOT NULL,
        ts          timestamptz NOT NULL DEFAULT clock_timestamp(),
        inst_id     bigint,
        app_id      integer     NOT NULL,
        category_id integer,
        vb          smallint    NOT NULL CHECK (vb = uid % 1024),
        -- 1 push of a device, 2 e-mail, 3 SMS, 4 a category, 5 an e-mail address, 6 a number
        subject     smallint    NOT NULL CHECK (subject BETWEEN 1 AND 6),
        value       boolean     NOT NULL,
        source      text        NOT NULL,
        by          text        NOT NULL
      );
      CREATE INDEX consent_event_user ON users.consent_event (vb, app_id, uid, ts);
      CREATE POLICY of_application ON users.consent_event
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- The transaction says who changes consent; without a word it is Herald itself.
      CREATE FUNCTION users.record_consent(
        app integer, person bigint, subject_no integer, permitted boolean, category integer, device bigint
      ) RETURNS void LANGUAGE sql
      BEGIN ATOMIC
        INSERT INTO users.consent_event (vb, app_id, uid, subject, value, category_id, inst_id, source, by)
        VALUES (person % 1024, app, person, subject_no, permitted, category, device,
                coalesce(nullif(current_setting('herald.consent_source', true), ''), 'HERALD'),
                coalesce(current_setting('herald.consent_by', true), ''));
      END;

      CREATE FUNCTION users.record_user_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.email_opt_in <> OLD.email_opt_in THEN
          PERFORM users.record_consent(NEW.app_id, NEW.uid, 2, NEW.email_opt_in, NULL, NULL);
        END IF;
        IF NEW.sms_opt_in <> OLD.sms_opt_in THEN
          PERFORM users.record_consent(NEW.app_id, NEW.uid, 3, NEW.sms_opt_in, NULL, NULL);
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION users.record_push_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM users.record_consent(NEW.app_id, NEW.uid, 1, NEW.push_permitted, NULL, NEW.inst_id);
        RETURN NULL;
      END $$;

      -- Not for a user who is being erased or merged: the row of the user goes first.
      CREATE FUNCTION users.record_category_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        entry users.category_optout := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      BEGIN
        PERFORM users.record_consent(entry.app_id, entry.uid, 4, TG_OP = 'DELETE', entry.category_id, NULL)
        WHERE EXISTS (SELECT FROM users.app_user AS u WHERE u.vb = entry.vb AND u.app_id = entry.app_id AND u.uid = entry.uid);
        RETURN NULL;
      END $$;

      -- Of everybody who has the address now.
      CREATE FUNCTION users.record_address_consent() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        entry users.suppression := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      BEGIN
        PERFORM users.record_consent(entry.app_id, c.uid, entry.channel + 4, TG_OP = 'DELETE', NULL, NULL)
        FROM users.contact_lookup AS c
        JOIN users.app_user AS u ON u.vb = c.uid % 1024 AND u.app_id = c.app_id AND u.uid = c.uid
        WHERE c.bucket = entry.bucket AND c.app_id = entry.app_id AND c.kind = entry.channel AND c.value_hash = entry.value_hash
          AND substring(sha256(convert_to(lower(CASE c.kind WHEN 1 THEN u.email ELSE u.msisdn END), 'UTF8')) FOR 16)
              = c.value_hash;
        RETURN NULL;
      END $$;

      CREATE TRIGGER consent AFTER UPDATE OF email_opt_in, sms_opt_in ON users.app_user FOR EACH ROW
        WHEN (OLD.email_opt_in <> NEW.email_opt_in OR OLD.sms_opt_in <> NEW.sms_opt_in)
        EXECUTE FUNCTION users.record_user_consent();
      CREATE TRIGGER consent AFTER UPDATE OF push_permitted ON users.installation FOR EACH ROW
        WHEN (OLD.push_permitted <> NEW.push_permitted) EXECUTE FUNCTION users.record_push_consent();
      -- A device that comes with a refusal. Permission is what a device has without a word.
      CREATE TRIGGER consent_at_birth AFTER INSERT ON users.installation FOR EACH ROW
        WHEN (NOT NEW.push_permitted) EXECUTE FUNCTION users.record_push_consent();
      CREATE TRIGGER consent AFTER INSERT OR DELETE ON users.category_optout FOR EACH ROW
        EXECUTE FUNCTION users.record_category_consent();
      CREATE TRIGGER refusal AFTER INSERT ON users.suppression FOR EACH ROW
        WHEN (NEW.reason IN ('UNSUBSCRIBED', 'STOP', 'COMPLAINT')) EXECUTE FUNCTION users.record_address_consent();
      CREATE TRIGGER withdrawal AFTER DELETE ON users.suppression FOR EACH ROW
        WHEN (OLD.reason IN ('UNSUBSCRIBED', 'STOP', 'COMPLAINT')) EXECUTE FUNCTION users.record_address_consent();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TRIGGER consent ON users.app_user;
      DROP TRIGGER consent ON users.installation;
      DROP TRIGGER consent_at_birth ON users.installation;
      DROP TRIGGER consent ON users.category_optout;
      DROP TRIGGER refusal ON users.suppression;
      DROP TRIGGER withdrawal ON users.suppression;
      DROP FUNCTION users.record_user_consent();
      DROP FUNCTION users.record_push_consent();
      DROP FUNCTION users.record_category_consent();
      DROP FUNCTION users.record_address_consent();
      DROP FUNCTION users.record_consent(integer, bigint, integer, boolean, integer, bigint);
      DROP TABLE users.consent_event;
    `);
  }
}
