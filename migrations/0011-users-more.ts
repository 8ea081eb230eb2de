import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Categories and who opted out of them, uploaded addresses, and removals that reach every user of an application. */
export class UsersMore0011 implements MigrationInterface {
  readonly name = 'UsersMore1767225600011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A user that is nothing but an uploaded address: it gives way to the first user that carries the address.
      ALTER TABLE users.app_user ADD COLUMN is_contact boolean NOT NULL DEFAULT false;

      -- For erasure, which must find every look-up row of a user: those of earlier tokens and of addresses that two
      -- writers changed at once are not told by the rows that they once belonged to.
      CREATE INDEX contact_lookup_uid ON users.contact_lookup (app_id, uid);
      CREATE INDEX token_lookup_inst_id ON users.token_lookup (app_id, inst_id);

      -- A retired category keeps its row: defined again under its name, it finds its opt-outs.
      CREATE TABLE users.category (
        app_id      integer     NOT NULL,
        category_id integer     NOT NULL CHECK (category_id > 0),
        name        text        NOT NULL,
        created_at  timestamptz NOT NULL DEFAULT now(),
        retired_at  timestamptz,
        PRIMARY KEY (app_id, category_id),
        CONSTRAINT category_name UNIQUE (app_id, name)
      );

      -- Beside its user. A row says no; who has none gets the category.
      CREATE TABLE users.category_optout (
        uid         bigint   NOT NULL,
        app_id      integer  NOT NULL,
        category_id integer  NOT NULL,
        vb          smallint NOT NULL CHECK (vb = uid % 1024),
        PRIMARY KEY (vb, app_id, uid, category_id)
      );

      -- What was removed from all users and is being stripped from their rows, bucket by bucket: with a value that one
      -- value, without one all values under a retired attribute id. Until done_at, readers leave the value out.
      CREATE TABLE users.removal (
        removal_id bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at    timestamptz,
        app_id     integer     NOT NULL,
        attr_id    integer     NOT NULL,
        next_vb    smallint    NOT NULL DEFAULT 0,
        value      jsonb
      );
      CREATE INDEX removal_attribute ON users.removal (app_id, attr_id);

      -- Users whose attribute was written after the removal: what they have now is theirs, also when it is that value.
      CREATE TABLE users.removal_survivor (
        removal_id bigint   NOT NULL,
        uid        bigint   NOT NULL,
        app_id     integer  NOT NULL,
        vb         smallint NOT NULL CHECK (vb = uid % 1024),
        PRIMARY KEY (vb, app_id, uid, removal_id)
      );

      -- A stored value without what an array of scalars names: of an array the other elements, in their order; of a
      -- scalar itself or, when it is named, NULL.
      CREATE FUNCTION users.without(value jsonb, removed jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE
          WHEN jsonb_typeof(value) = 'array' THEN
            (SELECT coalesce(jsonb_agg(e.value ORDER BY e.n), '[]')
             FROM jsonb_array_elements(value) WITH ORDINALITY AS e (value, n) WHERE NOT removed @> e.value)
          WHEN removed @> value THEN NULL
          ELSE value
        END
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION users.without(jsonb, jsonb);
      DROP TABLE users.removal_survivor, users.removal, users.category_optout, users.category;
      DROP INDEX users.token_lookup_inst_id, users.contact_lookup_uid;
      ALTER TABLE users.app_user DROP COLUMN is_contact;
    `);
  }
}
