import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pushes that devices report as received. */
export class Receipts0015 implements MigrationInterface {
  readonly name = 'Receipts1767225600015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Written once per recipient, beside its result. No figure is made of it: a provider's acceptance is what counts as
      -- sent, and many devices report nothing.
      CREATE TABLE delivery.receipt (
        vb           smallint    NOT NULL,
        app_id       integer     NOT NULL,
        day          date        NOT NULL,
        dispatch_id  bigint      NOT NULL,
        channel      smallint    NOT NULL,
        recipient_id bigint      NOT NULL,
        at           timestamptz NOT NULL DEFAULT now()
      ) PARTITION BY RANGE (day);
      CREATE UNIQUE INDEX receipt_once ON delivery.receipt (vb, app_id, day, dispatch_id, channel, recipient_id);
      CREATE TABLE delivery.receipt_default PARTITION OF delivery.receipt DEFAULT;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.receipt');
  }
}
