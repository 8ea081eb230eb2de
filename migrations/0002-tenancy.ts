import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Applications, their API keys and their provider accounts: small reference tables that every other room points at. */
export class Tenancy0002 implements MigrationInterface {
  readonly name = 'Tenancy1767225600002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS tenancy;

      CREATE TABLE tenancy.application (
        id                     integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name                   text        NOT NULL,
        approval               boolean     NOT NULL DEFAULT false,
        define_on_first_use    boolean     NOT NULL DEFAULT false,
        permanent_deletion     boolean     NOT NULL DEFAULT false,
        default_language       text        NOT NULL DEFAULT 'en',
        results_retention_days integer     NOT NULL DEFAULT 90,
        events_retention_days  integer     NOT NULL DEFAULT 180,
        inbox_retention_days   integer     NOT NULL DEFAULT 90,
        created_at             timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT application_name UNIQUE (name)
      );

      -- A secret is never stored: 'hash' is its SHA-256 and 'prefix' the part that a screen may show.
      -- A key is live while ends_at is null or ahead; a rotated key has an end in the future, a revoked one in the past.
      CREATE TABLE tenancy.api_key (
        id         integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL,
        kind       text        NOT NULL,
        name       text        NOT NULL,
        prefix     text        NOT NULL,
        hash       bytea       NOT NULL,
        scopes     text[],
        addresses  text[],
        created_at timestamptz NOT NULL DEFAULT now(),
        ends_at    timestamptz,
        CONSTRAINT api_key_application FOREIGN KEY (app_id) REFERENCES tenancy.application (id),
        CONSTRAINT api_key_kind CHECK (kind IN ('rest', 'mobile', 'js')),
        CONSTRAINT api_key_hash UNIQUE (hash)
      );
      CREATE UNIQUE INDEX api_key_current ON tenancy.api_key (app_id, kind, name) WHERE ends_at IS NULL;

      -- 'sealed' is AES-256-GCM under MASTER_KEY, bound to its application and channel.
      CREATE TABLE tenancy.provider_account (
        id         integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        app_id     integer     NOT NULL,
        channel    text        NOT NULL,
        simulator  boolean     NOT NULL,
        sealed     bytea       NOT NULL,
        version    integer     NOT NULL DEFAULT 1,
        paused_at  timestamptz,
        pause_code text,
        pause_why  text,
        CONSTRAINT provider_account_application FOREIGN KEY (app_id) REFERENCES tenancy.application (id),
        CONSTRAINT provider_account_channel CHECK (channel IN ('apns', 'fcm', 'webpush', 'smtp', 'sms')),
        CONSTRAINT provider_account_of_app UNIQUE (app_id, channel)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE tenancy.provider_account, tenancy.api_key, tenancy.application; DROP SCHEMA tenancy',
    );
  }
}
