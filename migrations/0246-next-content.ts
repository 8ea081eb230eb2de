import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work of campaigns whose people go on to another content: who has to, and which recipients are one person. */
export class NextContent0246 implements MigrationInterface {
  readonly name = 'NextContent1767225600246';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A recipient that ended without delivery, until its person goes on to the next content or is found to be reached.
      -- vb is that of the person. Channel 0: the id is that of a user whom the launch chose and did not find any more.
      CREATE TABLE delivery.next_content (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        lead_id      bigint      NOT NULL,
        is_bounce    boolean     NOT NULL,
        due_at       timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (vb, app_id, dispatch_id, channel, recipient_id)
      );
      CREATE INDEX next_content_due ON delivery.next_content (due_at);
      CREATE INDEX next_content_by_lead ON delivery.next_content (lead_id);
      CREATE POLICY of_application ON delivery.next_content
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
      -- Users of the frozen recipients of a content, where a person may have several: pairs of recipient and user.
      CREATE TABLE delivery.frozen_person (
        vb          smallint NOT NULL,
        app_id      integer  NOT NULL,
        dispatch_id bigint   NOT NULL,
        channel     smallint NOT NULL,
        pairs       bytea    NOT NULL,
        PRIMARY KEY (vb, app_id, dispatch_id, channel)
      );
      CREATE INDEX frozen_person_by_dispatch ON delivery.frozen_person (dispatch_id);
      CREATE POLICY of_application ON delivery.frozen_person
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.next_content, delivery.frozen_person');
  }
}
