import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recipient domains that throttle an account of e-mail. */
export class DomainRest0065 implements MigrationInterface {
  readonly name = 'DomainRest1767225600065';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Nothing goes to the domain until rest_until. trips: how often it throttled in a row.
      CREATE TABLE channels.domain_rest (
        rest_until timestamptz NOT NULL,
        account_id integer     NOT NULL,
        app_id     integer     NOT NULL,
        trips      smallint    NOT NULL,
        domain     text        NOT NULL,
        code       text        NOT NULL,
        PRIMARY KEY (account_id, domain)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channels.domain_rest');
  }
}
