import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Users, their installations, attributes and tags. Every per-user table begins with the bucket (`vb` of the user, or
 * the bucket of a hash in the look-ups), and no unique index lacks it: the form fits a hash-distributed engine.
 */
export class Users0003 implements MigrationInterface {
  readonly name = 'Users1767225600003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA users;

      -- Nothing in attrs, tags or updated_at is indexed, so that every profile write stays HOT; what changed is told by
      -- platform.outbox. attrs is keyed by attribute id: a retired definition's values are unreadable at once.
      CREATE TABLE users.app_user (
        uid          bigint      NOT NULL,
        created_at   timestamptz NOT NULL DEFAULT now(),
        updated_at   timestamptz NOT NULL DEFAULT now(),
        app_id       integer     NOT NULL,
        vb           smallint    NOT NULL CHECK (vb = uid % 1024),
        email_opt_in boolean     NOT NULL DEFAULT true,
        sms_opt_in   boolean     NOT NULL DEFAULT true,
        ext_id       text,
        email        text,
        msisdn       text,
        tags         integer[]   NOT NULL DEFAULT '{}',
        attrs        jsonb       NOT NULL DEFAULT '{}',
        PRIMARY KEY (vb, app_id, uid)
      ) WITH (fillfactor = 85);
      CREATE UNIQUE INDEX app_user_ext_id ON users.app_user (vb, app_id, ext_id) WHERE ext_id IS NOT NULL;

      -- Lies beside its user: vb is the user's bucket. An inst_id never changes, also when the installation goes to
      -- another user; installation_home then tells where it went.
      CREATE TABLE users.installation (
        uid                 bigint      NOT NULL,
        inst_id             bigint      NOT NULL CHECK (inst_id BETWEEN 0 AND 4294967295),
        created_at          timestamptz NOT NULL DEFAULT now(),
        last_active_at      timestamptz,
        token_registered_at timestamptz,
        retired_at          timestamptz,
        app_id              integer     NOT NULL,
        vb                  smallint    NOT NULL CHECK (vb = uid % 1024),
        platform            smallint    NOT NULL,
        push_permitted      boolean     NOT NULL DEFAULT true,
        token               text,
        device_model        text,
        os_version          text,
        app_version         text,
        language            text,
        time_zone           text,
        secret_hash         bytea,
        retired_reason      text,
        retired_raw         text,
        PRIMARY KEY (vb, app_id, uid, inst_id)
      ) WITH (fillfactor = 85);
      CREATE UNIQUE INDEX installation_inst_id ON users.installation (vb, app_id, inst_id);

      -- Only installations that left the user they were born with. vb is the bucket of inst_id.
      CREATE TABLE users.installation_home (
        inst_id bigint   NOT NULL,
        uid     bigint   NOT NULL,
        app_id  integer  NOT NULL,
        vb      smallint NOT NULL CHECK (vb = inst_id % 1024),
        PRIMARY KEY (vb, app_id, inst_id)
      ) WITH (fillfactor = 85);

      -- Which installation holds a token, or held it last: earlier tokens stay, so that results can be asked by them.
      CREATE TABLE users.token_lookup (
        inst_id    bigint   NOT NULL,
        app_id     integer  NOT NULL,
        bucket     smallint NOT NULL,
        token_hash bytea    NOT NULL CHECK (octet_length(token_hash) = 16),
        PRIMARY KEY (bucket, app_id, token_hash)
      ) WITH (fillfactor = 85);

      -- A hint: one address may belong to several users, and a row may outlive a change; readers compare with app_user.
      CREATE TABLE users.contact_lookup (
        uid        bigint   NOT NULL,
        app_id     integer  NOT NULL,
        bucket     smallint NOT NULL,
        kind       smallint NOT NULL CHECK (kind IN (1, 2)),
        value_hash bytea    NOT NULL CHECK (octet_length(value_hash) = 16),
        PRIMARY KEY (bucket, app_id, kind, value_hash, uid)
      );

      CREATE TABLE users.tag (
        app_id     integer     NOT NULL,
        tag_id     integer     NOT NULL,
        name       text        NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (app_id, tag_id),
        CONSTRAINT tag_name UNIQUE (app_id, name)
      );

      CREATE TABLE users.attribute_def (
        app_id       integer     NOT NULL,
        attr_id      integer     NOT NULL CHECK (attr_id > 0),
        code         text        NOT NULL,
        data_type    text        NOT NULL
          CHECK (data_type IN ('STRING', 'INT', 'LONG', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME_STAMP')),
        is_array     boolean     NOT NULL DEFAULT false,
        private_info boolean     NOT NULL DEFAULT false,
        mandatory    boolean     NOT NULL DEFAULT false,
        label        text,
        description  text,
        unit         text,
        options      jsonb,
        created_at   timestamptz NOT NULL DEFAULT now(),
        updated_at   timestamptz NOT NULL DEFAULT now(),
        retired_at   timestamptz,
        PRIMARY KEY (app_id, attr_id)
      );
      CREATE UNIQUE INDEX attribute_def_code ON users.attribute_def (app_id, code) WHERE retired_at IS NULL;

      -- The next free n of 'id = n * 1024 + vb', per application and series. Written by every batch of new users, so
      -- pages keep room for HOT updates.
      CREATE TABLE users.uid_block (
        next_n bigint   NOT NULL CHECK (next_n <= 4194304),
        app_id integer  NOT NULL,
        vb     smallint NOT NULL,
        series smallint NOT NULL,
        PRIMARY KEY (vb, app_id, series)
      ) WITH (fillfactor = 25);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA users CASCADE');
  }
}
