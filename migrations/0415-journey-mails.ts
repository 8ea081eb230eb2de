import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** E-mails to members about alarms of journeys, and about their week. */
export class JourneyMails0415 implements Migration {
  readonly name = 'JourneyMails1767225600415';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      ALTER TABLE members.member
        ADD COLUMN alarm_mails  boolean NOT NULL DEFAULT false,
        ADD COLUMN digest_mails boolean NOT NULL DEFAULT false;

      -- How many of its changes have notes for members: 1 the beginning, 2 the end too.
      ALTER TABLE journeys.alarm ADD COLUMN noted smallint NOT NULL DEFAULT 0;

      -- A change of an alarm that a member is to read; 'mail_id' is null until a mail has it.
      CREATE TABLE journeys.alarm_note (
        app_id     integer     NOT NULL,
        alarm_id   bigint      NOT NULL,
        member_id  bigint      NOT NULL,
        mail_id    bigint,
        created_at timestamptz NOT NULL DEFAULT now(),
        is_end     boolean     NOT NULL,
        PRIMARY KEY (app_id, alarm_id, member_id, is_end),
        FOREIGN KEY (app_id, alarm_id) REFERENCES journeys.alarm ON DELETE CASCADE
      );
      CREATE INDEX alarm_note_open ON journeys.alarm_note (app_id, member_id) WHERE mail_id IS NULL;
      CREATE INDEX alarm_note_mail ON journeys.alarm_note (app_id, mail_id);

      -- 'due_at' is when it may leave; null: it has left, or never does. 'outcome' is null while it waits: SENT, FAILED,
      -- DROPPED (no one is to read it any more), UNKNOWN (it may have left). It becomes UNKNOWN before it leaves, so that a
      -- killed process repeats none. 'slot' is the time that a digest is of.
      CREATE TABLE journeys.member_mail (
        app_id     integer     NOT NULL,
        mail_id    bigint      GENERATED ALWAYS AS IDENTITY,
        member_id  bigint      NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        due_at     timestamptz DEFAULT now(),
        slot       timestamptz,
        tries      smallint    NOT NULL DEFAULT 0,
        kind       text        NOT NULL,
        outcome    text,
        PRIMARY KEY (app_id, mail_id)
      );
      CREATE INDEX member_mail_due ON journeys.member_mail (due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX member_mail_recent ON journeys.member_mail (app_id, member_id, created_at);
      CREATE UNIQUE INDEX member_mail_slot ON journeys.member_mail (app_id, member_id, slot) WHERE kind = 'digest';
    `);
    for (const table of ['alarm_note', 'member_mail']) {
      await runner.query(`CREATE POLICY of_application ON journeys.${table}
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP TABLE journeys.member_mail, journeys.alarm_note;
      ALTER TABLE journeys.alarm DROP COLUMN noted;
      ALTER TABLE members.member DROP COLUMN digest_mails, DROP COLUMN alarm_mails;
    `);
  }
}
