import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An array without elements is no value. Indexes that count it as one are built again. */
export class EmptyArrays0085 implements MigrationInterface {
  readonly name = 'EmptyArrays1767225600085';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- A few rows per application. Until the schedulers have built new generations, counts come from the rows.
      UPDATE audience.index_generation AS g SET state = 'retired', retired_at = now() WHERE g.state <> 'retired';
    `);
  }

  /** The earlier version counts by the new indexes too: they lack users whose array is empty until it verifies them. */
  async down(): Promise<void> {
    // Nothing to undo.
  }
}
