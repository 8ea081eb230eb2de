import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who asked for a send, who approved it, and which sends of an application need it. */
export class Approvals0075 implements MigrationInterface {
  readonly name = 'Approvals1767225600075';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A send that waits, or waited. 'approval_id' is the key of a campaign, or a number of the same sequence for a
      -- transactional send. The author is unknown for campaigns from before this table.
      CREATE TABLE notifications.waiting_send (
        approval_id  integer     PRIMARY KEY,
        app_id       integer     NOT NULL,
        dispatch_ids bigint[]    NOT NULL,
        author_kind  text,
        author_id    text,
        author_name  text,
        needed       smallint    NOT NULL,
        self         boolean     NOT NULL,
        asked_at     timestamptz NOT NULL DEFAULT now(),
        decided_at   timestamptz
      );
      CREATE TABLE notifications.approval_vote (
        approval_id integer     NOT NULL,
        app_id      integer     NOT NULL,
        actor_kind  text        NOT NULL,
        actor_id    text        NOT NULL,
        actor_name  text        NOT NULL,
        at          timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (approval_id, actor_kind, actor_id)
      );

      SET LOCAL lock_timeout = '5s';
      -- Null: bulk sends wait whatever their size. The author of a send may approve it where that was so before.
      ALTER TABLE tenancy.application
        ADD COLUMN approval_from integer,
        ADD COLUMN approvers     smallint NOT NULL DEFAULT 1,
        ADD COLUMN approval_self boolean  NOT NULL DEFAULT true;
      ALTER TABLE tenancy.application ALTER COLUMN approval_self SET DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application DROP COLUMN approval_from, DROP COLUMN approvers, DROP COLUMN approval_self;
      DROP TABLE notifications.approval_vote, notifications.waiting_send;
    `);
  }
}
