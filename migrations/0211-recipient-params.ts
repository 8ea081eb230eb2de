import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Values for placeholders that one recipient of a send alone has. */
export class RecipientParams0211 implements MigrationInterface {
  readonly name = 'RecipientParams1767225600211';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row for each user of a send that names its users by id, where it has values of its own. An object, or sealed.
      CREATE TABLE delivery.recipient_params (
        dispatch_id bigint  NOT NULL,
        uid         bigint  NOT NULL,
        app_id      integer NOT NULL,
        params      jsonb   NOT NULL,
        PRIMARY KEY (dispatch_id, uid)
      );
      -- For merges and erasures.
      CREATE INDEX recipient_params_user ON delivery.recipient_params (app_id, uid);
      CREATE POLICY of_application ON delivery.recipient_params
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery.recipient_params');
  }
}
