import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts pushes that reached their devices, as clicks are counted. What devices told before is in `delivery.receipt`
 * alone: to count that would read the results of a month.
 */
export class ReceivedCounts0101 implements MigrationInterface {
  readonly name = 'ReceivedCounts1767225600101';

  async up(runner: QueryRunner): Promise<void> {
    // A constant default: the table is not rewritten.
    await runner.query('ALTER TABLE delivery.click_stat ADD COLUMN received bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.click_stat DROP COLUMN received');
  }
}
