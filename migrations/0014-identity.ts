import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is kept of users who became others or were erased: aliases, receipts, and second looks. */
export class Identity0014 implements MigrationInterface {
  readonly name = 'Identity1767225600014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A nameless user that turned out to be another: what still names it by uid goes on there. Lies beside the user that
      -- it was.
      CREATE TABLE users.alias (
        uid        bigint      NOT NULL,
        to_uid     bigint      NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        app_id     integer     NOT NULL,
        vb         smallint    NOT NULL CHECK (vb = uid % 1024),
        PRIMARY KEY (vb, app_id, uid)
      );
      CREATE INDEX alias_to_uid ON users.alias (app_id, to_uid);

      -- Installations that a user had once: what was sent to them lies in the buckets of their numbers.
      CREATE TABLE users.installation_past (
        uid     bigint   NOT NULL,
        inst_id bigint   NOT NULL,
        app_id  integer  NOT NULL,
        vb      smallint NOT NULL CHECK (vb = uid % 1024),
        PRIMARY KEY (vb, app_id, uid, inst_id)
      );

      -- Whom a target names: extIds, tokens and addresses, hashed, because a token may be larger than an index entry.
      CREATE FUNCTION delivery.named_in(target jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT coalesce(array_agg(DISTINCT md5(lower(n.name #>> '{}'))), '{}')
        FROM (SELECT jsonb_path_query(target, '$.** ? (@.type == "extIds").extIds[*]') AS name
              UNION ALL SELECT jsonb_path_query(target, '$.** ? (@.type == "tokens").tokens[*]')
              UNION ALL SELECT jsonb_path_query(target,
                '$.** ? (@.type == "profile" && (@.code == "email" || @.code == "msisdn")).values[*]')) AS n
      $$;
      CREATE INDEX dispatch_named ON delivery.dispatch USING gin (delivery.named_in(target));

      CREATE SCHEMA identity;

      -- Sealed with the master key: without it nobody can try names against the hashes of receipts.
      CREATE TABLE identity.salt (
        app_id integer PRIMARY KEY,
        sealed bytea   NOT NULL
      );

      -- That users were erased, and nothing of them: of each extId asked for the HMAC-SHA-256 under the application's
      -- salt, and how many rows went, by table.
      CREATE TABLE identity.erasure_receipt (
        app_id        integer     NOT NULL,
        receipt_id    uuid        NOT NULL,
        erased_at     timestamptz NOT NULL DEFAULT now(),
        users         integer     NOT NULL,
        ext_id_hashes bytea[]     NOT NULL,
        counts        jsonb       NOT NULL,
        PRIMARY KEY (app_id, receipt_id)
      ) WITH (fillfactor = 50);

      -- Users to look at once more when what was under way has ended: a message that a worker was just sending may have
      -- been stored under a uid after its rows went. to_uid: where rows go; null: they are deleted. One bucket per uid.
      CREATE TABLE identity.second_look (
        look_id bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        app_id  integer     NOT NULL,
        due_at  timestamptz NOT NULL,
        to_uid  bigint,
        uids    bigint[]    NOT NULL,
        vbs     integer[]   NOT NULL
      );
      CREATE INDEX second_look_due ON identity.second_look (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP SCHEMA identity CASCADE;
      DROP INDEX delivery.dispatch_named;
      DROP FUNCTION delivery.named_in(jsonb);
      DROP TABLE users.installation_past, users.alias;
    `);
  }
}
