import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is followed of a message that went out: opens, and what providers tell of it later. */
export class Tracking0030 implements MigrationInterface {
  readonly name = 'Tracking1767225600030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.application
        ADD COLUMN track_opens boolean NOT NULL DEFAULT true,
        ADD COLUMN track_clicks boolean NOT NULL DEFAULT true;

      -- E-mails whose pixel was fetched, once per recipient. No figure of the interface: readers fetch pixels nobody saw,
      -- and keep from fetching those that somebody did.
      CREATE TABLE delivery.open (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        day          date        NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        at           timestamptz NOT NULL DEFAULT now()
      ) PARTITION BY RANGE (day);
      CREATE UNIQUE INDEX open_once ON delivery.open (vb, app_id, day, dispatch_id, channel, recipient_id);
      CREATE TABLE delivery.open_default PARTITION OF delivery.open DEFAULT;

      ALTER TABLE delivery.click_stat
        ADD COLUMN opened bigint NOT NULL DEFAULT 0,
        ALTER COLUMN clicked SET DEFAULT 0;

      -- What a provider or a mail server tells after it took a message: bounces, complaints, callbacks. Beside the result,
      -- which stays as it is. A fact that is told again is one row.
      CREATE TABLE delivery.provider_receipt (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        day          date        NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        at           timestamptz NOT NULL DEFAULT now(),
        kind         text        NOT NULL,
        code         text        NOT NULL,
        raw          text        NOT NULL
      ) PARTITION BY RANGE (day);
      CREATE UNIQUE INDEX provider_receipt_once
        ON delivery.provider_receipt (vb, app_id, day, dispatch_id, channel, recipient_id, kind, code);
      CREATE TABLE delivery.provider_receipt_default PARTITION OF delivery.provider_receipt DEFAULT;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE delivery.provider_receipt;
      ALTER TABLE delivery.click_stat DROP COLUMN opened, ALTER COLUMN clicked DROP DEFAULT;
      DROP TABLE delivery.open;
      ALTER TABLE tenancy.application DROP COLUMN track_opens, DROP COLUMN track_clicks;
    `);
  }
}
