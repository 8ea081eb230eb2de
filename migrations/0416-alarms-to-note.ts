import type { Migration, OnlineSteps } from '#platform/migration';
import type { QueryRunner } from 'typeorm';

/** Finds alarms whose changes have no notes for members. */
export class AlarmsToNote0416 implements Migration {
  readonly name = 'AlarmsToNote1767225600416';
  /** The index is built beside writers. */
  readonly transaction = false;

  async up(_runner: QueryRunner, steps: OnlineSteps): Promise<void> {
    await steps.buildIndex({
      index: 'alarm_to_note',
      table: 'journeys.alarm',
      columns: '(app_id) WHERE noted = 0 OR (noted = 1 AND ended_at IS NOT NULL)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX journeys.alarm_to_note');
  }
}
