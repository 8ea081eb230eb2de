import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

/** Messages that people inside journeys were sent, with results that their steps wait for. */
export class MessagesOfVisits0430 implements Migration {
  readonly name = 'MessagesOfVisits1767225600430';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE journeys.visit ADD COLUMN messages jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE journeys.visit DROP COLUMN messages');
  }
}
