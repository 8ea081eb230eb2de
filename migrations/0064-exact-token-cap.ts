import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One count of dead tokens per dispatch, in place of one spread over 16 rows, which could be passed by what was in flight. */
export class ExactTokenCap0064 implements MigrationInterface {
  readonly name = 'ExactTokenCap1767225600064';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Row 0 is the count. The release before still writes others while it runs; a later one drops the column.
      ALTER TABLE delivery.token_strike ALTER COLUMN slot SET DEFAULT 0;
      INSERT INTO delivery.token_strike AS s (dispatch_id, app_id, dead, slot)
        SELECT o.dispatch_id, o.app_id, sum(o.dead), 0 FROM delivery.token_strike AS o
         WHERE o.slot <> 0 GROUP BY o.dispatch_id, o.app_id
        ON CONFLICT (dispatch_id, slot) DO UPDATE SET dead = s.dead + excluded.dead;
      DELETE FROM delivery.token_strike WHERE slot <> 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.token_strike ALTER COLUMN slot DROP DEFAULT');
  }
}
