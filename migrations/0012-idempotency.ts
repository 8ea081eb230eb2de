import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers to requests that may be repeated. */
export class Idempotency0012 implements MigrationInterface {
  readonly name = 'Idempotency1767225600012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Written in the transaction of what the request did. 'scope' is who may repeat it and which operation it was,
      -- 'fingerprint' the SHA-256 of its content, 'answer' the sealed JSON of the answer (null: it had none).
      CREATE TABLE platform.idempotency (
        app_id      integer     NOT NULL,
        scope       text        NOT NULL,
        key         text        NOT NULL,
        fingerprint bytea       NOT NULL,
        answer      bytea,
        expires_at  timestamptz NOT NULL,
        PRIMARY KEY (app_id, scope, key)
      );
      CREATE INDEX idempotency_expiry ON platform.idempotency (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.idempotency');
  }
}
