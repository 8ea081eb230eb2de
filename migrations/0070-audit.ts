import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log: who changed what of an application. Rows are added and never changed. */
export class Audit0070 implements MigrationInterface {
  readonly name = 'Audit1767225600070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA audit;

      -- 'entry_id' counts from 1 in each application without a gap; application 0 is the installation itself.
      -- 'hash' is the SHA-256 of 'prev', the hash of the entry before, and of the row.
      CREATE TABLE audit.entry (
        entry_id    bigint      NOT NULL,
        at          timestamptz NOT NULL,
        app_id      integer     NOT NULL,
        actor_kind  text        NOT NULL CONSTRAINT entry_actor_kind CHECK (actor_kind IN ('member', 'key', 'cli', 'system')),
        actor_id    text        NOT NULL,
        actor_name  text        NOT NULL,
        action      text        NOT NULL,
        subject     text        NOT NULL,
        differences jsonb       NOT NULL,
        request_id  text,
        address     text,
        session     text,
        prev        bytea       NOT NULL,
        hash        bytea       NOT NULL,
        PRIMARY KEY (app_id, entry_id, at)
      ) PARTITION BY RANGE (at);
      CREATE TABLE audit.entry_default PARTITION OF audit.entry DEFAULT;

      CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Entries of the audit log cannot be changed' USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER entry_refuses_change BEFORE UPDATE OR DELETE ON audit.entry
        FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
      CREATE TRIGGER entry_refuses_truncate BEFORE TRUNCATE ON audit.entry
        FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

      -- The newest entry of each application. Its row is locked by whoever adds one.
      CREATE TABLE audit.chain (
        app_id   integer PRIMARY KEY,
        entry_id bigint  NOT NULL,
        hash     bytea   NOT NULL
      );

      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application ADD COLUMN audit_retention_days integer NOT NULL DEFAULT 730;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE tenancy.application DROP COLUMN audit_retention_days;
      DROP SCHEMA audit CASCADE;
    `);
  }
}
