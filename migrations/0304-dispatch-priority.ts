import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Priorities of sends: which of the waiting ones of an application are launched first. */
export class DispatchPriority0304 implements MigrationInterface {
  readonly name = 'DispatchPriority1767225600304';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.dispatch ADD COLUMN priority smallint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.dispatch DROP COLUMN priority');
  }
}
