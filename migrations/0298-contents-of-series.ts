import type { QueryRunner } from 'typeorm';
import type { Migration } from '#platform/migration';

const COLUMNS = `notification_key, app_id, created_at, rule, next_at, next_wall, next_number, asked_id, runs, missed,
               missed_count, paused_at, ended_at, stopped_at, target, options, speed`;

/** The contents of a recurring campaign are read before its first run, for a copy of it. */
export class ContentsOfSeries0298 implements Migration {
  readonly name = 'ContentsOfSeries1767225600298';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW delivery.v_series WITH (security_invoker = true) AS
        SELECT ${COLUMNS}, contents FROM delivery.series;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW delivery.v_series;
      CREATE VIEW delivery.v_series WITH (security_invoker = true) AS SELECT ${COLUMNS} FROM delivery.series;
    `);
  }
}
