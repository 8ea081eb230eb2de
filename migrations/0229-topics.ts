import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Topics: what persons read of a category, its default, and choices by channel. The release before reads
 * `users.category_optout` alone, which keeps its meaning: no to all of the topic.
 */
export class Topics0229 implements MigrationInterface {
  readonly name = 'Topics1767225600229';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`

      -- Texts by language tag. Channels by their names in libs/channels; NULL: all.
      ALTER TABLE users.category
        ADD COLUMN title jsonb,
        ADD COLUMN description jsonb,
        ADD COLUMN default_on boolean NOT NULL DEFAULT true,
        ADD COLUMN channels text[],
        ADD COLUMN double_opt_in boolean NOT NULL DEFAULT false,
        ADD COLUMN confirmation text;

      -- What a person said of a topic. Channel 0 is the topic without a word about a channel; its refusal is a row of
      -- users.category_optout, which counts more than a yes here. A row of a channel counts more than both.
      CREATE TABLE users.topic_choice (
        uid         bigint      NOT NULL,
        changed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
        app_id      integer     NOT NULL,
        category_id integer     NOT NULL CHECK (category_id > 0),
        vb          smallint    NOT NULL CHECK (vb = uid % 1024),
        channel     smallint    NOT NULL CHECK (channel >= 0),
        -- 1 on, 2 expired, 3 pending, 4 off; the greater one stays when users merge
        state       smallint    NOT NULL CHECK (state BETWEEN 1 AND 4),
        PRIMARY KEY (vb, app_id, uid, category_id, channel),
        CHECK (channel > 0 OR state < 4)
      );
      CREATE POLICY of_application ON users.topic_choice
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      CREATE VIEW users.v_topic_choice WITH (security_invoker = true) AS
        SELECT vb, app_id, uid, category_id, channel, state FROM users.topic_choice;

      -- Of subject 4: the channel of the choice; NULL: all of the topic.
      ALTER TABLE users.consent_event ADD COLUMN channel smallint;

      -- A state that waits for an answer is no consent yet, and none is taken back by it. The yes to all of a topic
      -- that was refused is recorded with the end of the refusal.
      CREATE FUNCTION users.record_topic_choice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.channel = 0 AND EXISTS (
          SELECT FROM users.category_optout AS o
           WHERE o.vb = NEW.vb AND o.app_id = NEW.app_id AND o.uid = NEW.uid AND o.category_id = NEW.category_id) THEN
          RETURN NULL;
        END IF;
        INSERT INTO users.consent_event (vb, app_id, uid, subject, value, category_id, channel, source, by)
        VALUES (NEW.vb, NEW.app_id, NEW.uid, 4, NEW.state = 1, NEW.category_id, nullif(NEW.channel, 0),
                coalesce(nullif(current_setting('herald.consent_source', true), ''), 'HERALD'),
                coalesce(current_setting('herald.consent_by', true), ''));
        RETURN NULL;
      END $$;
      CREATE TRIGGER consent AFTER UPDATE OF state ON users.topic_choice FOR EACH ROW
        WHEN (OLD.state <> NEW.state AND NEW.state IN (1, 4)) EXECUTE FUNCTION users.record_topic_choice();
      CREATE TRIGGER consent_at_birth AFTER INSERT ON users.topic_choice FOR EACH ROW
        WHEN (NEW.state IN (1, 4)) EXECUTE FUNCTION users.record_topic_choice();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW users.v_topic_choice;
      DROP TABLE users.topic_choice;
      DROP FUNCTION users.record_topic_choice();
      ALTER TABLE users.consent_event DROP COLUMN channel;
      ALTER TABLE users.category
        DROP COLUMN title, DROP COLUMN description, DROP COLUMN default_on, DROP COLUMN channels,
        DROP COLUMN double_opt_in, DROP COLUMN confirmation;
    `);
  }
}
