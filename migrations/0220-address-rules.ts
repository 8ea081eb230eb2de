import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules by which an application takes addresses that differ for one mailbox. */
export class AddressRules0220 implements MigrationInterface {
  readonly name = 'AddressRules1767225600220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.application ADD COLUMN address_rules text[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.application DROP COLUMN address_rules;
    `);
  }
}
