import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Segments are kept fresh from the change feed: slices of the served version change in place. */
export class FreshSegments0060 implements MigrationInterface {
  readonly name = 'FreshSegments1767225600060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- position: what this snapshot sees of the change feed is in the members that are served, and as_of is when that was
      -- so; null: nothing is followed until the next calculation. revision grows with every change of served members. rule:
      -- what names of the target stood for; when they stand for something else the segment is calculated anew.
      ALTER TABLE audience.segment
        ADD COLUMN position pg_snapshot,
        ADD COLUMN as_of    timestamptz,
        ADD COLUMN revision bigint NOT NULL DEFAULT 0,
        ADD COLUMN rule     jsonb;

      -- The segment's revision when these members were stored: (version, revision) of a row names its content for good.
      ALTER TABLE audience.segment_slice ADD COLUMN revision bigint NOT NULL DEFAULT 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audience.segment_slice DROP COLUMN revision;
      ALTER TABLE audience.segment DROP COLUMN position, DROP COLUMN as_of, DROP COLUMN revision, DROP COLUMN rule;
    `);
  }
}
