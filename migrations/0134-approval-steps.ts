import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many must approve a send by its size, and sends that outgrew what was approved. */
export class ApprovalSteps0134 implements MigrationInterface {
  readonly name = 'ApprovalSteps1767225600134';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';

      -- Steps after the first one, which stands in 'approval_from' and 'approvers': [{from, approvers}]. Null: none.
      ALTER TABLE tenancy.application ADD COLUMN approval_steps jsonb;

      -- Users who matched at a launch that was refused, because its approvals were for fewer. Null: none was.
      ALTER TABLE delivery.dispatch ADD COLUMN outgrown integer;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE delivery.dispatch DROP COLUMN outgrown;
      ALTER TABLE tenancy.application DROP COLUMN approval_steps;
    `);
  }
}
